# no_shared_code.sh NM OBJECT…: fails if the lane machine has functions that the linker may merge with others.
nm=$1
shift
for object; do
  case $object in
    *lanes_*) ;;
    *) continue ;;
  esac
  seen=yes
  if "$nm" -C "$object" | grep ' W '; then
    echo "$object: functions above may be taken for those of other sources"
    exit 1
  fi
done
test -n "$seen"
