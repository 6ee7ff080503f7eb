# Completion of mancala for bash. Source it, or install it as
# PREFIX/share/bash-completion/completions/mancala.

_mancala() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local commands="list check describe diff readings mutate run play test moves perft bench ir fmt new schema manual explain"
  local command="" word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      -*) ;;
      *) command=$word; break ;;
    esac
  done

  case $previous in
    --where)
      mapfile -t COMPREPLY < <(compgen -W "$(mancala list --facts 2>/dev/null | cut -d' ' -f1)" -- "$current")
      return ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "text plain short json sarif" -- "$current"); return ;;
    --notation) mapfile -t COMPREPLY < <(compgen -W "own default" -- "$current"); return ;;
    --deny) mapfile -t COMPREPLY < <(compgen -W "warnings notes" -- "$current"); return ;;
    --dump-after)
      mapfile -t COMPREPLY < <(compgen -W "read shape parse resolve check lower" -- "$current")
      return ;;
    --south | --north) mapfile -t COMPREPLY < <(compgen -W "human random" -- "$current"); return ;;
    --variant)
      mapfile -t COMPREPLY < <(compgen -W "$(mancala list --ids 2>/dev/null)" -- "$current"; compgen -f -- "$current")
      return ;;
  esac

  if [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands --help --version --verbose" -- "$current")
    return
  fi

  if [[ $current == -* ]]; then
    local options="--help --verbose"
    case $command in
      list) options+=" --where --region --rows --holes --seeds --evidence --mutation --threads --markdown --facts --json --ids" ;;
      check) options+=" --format --json --deny --deep --limit --dump-after --set --variant --position" ;;
      describe) options+=" --set --json" ;;
      diff) options+=" --set --set-a --set-b --all --json" ;;
      mutate) options+=" --examples --limit --threads --json" ;;
      readings) options+=" --examples --limit --combinations --threads --json" ;;
      run) options+=" --moves --position --random --rounds --plies --set --notation --json --trace" ;;
      play) options+=" --south --north --seat --seed --position --set --notation" ;;
      test | explain) options+=" --json" ;;
      moves) options+=" --position --why --complete --limit --set --notation --json" ;;
      perft) options+=" --position --threads --divide --reference --limit --set --notation --json" ;;
      bench) options+=" --all --against --runs --depth --seconds --threads --seed --set --json" ;;
      ir) options+=" --fused --set" ;;
      fmt) options+=" --check --write --json" ;;
      new) options+=" --answer --ask --force --questions --json" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    return
  fi

  case $command in
    describe | diff | readings | mutate | run | play | moves | perft | bench | ir)
      mapfile -t COMPREPLY < <(compgen -W "$(mancala list --ids 2>/dev/null)" -- "$current"; compgen -f -- "$current")
      ;;
    check | test | fmt | new) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    explain)
      mapfile -t COMPREPLY < <(compgen -W "$(mancala explain 2>/dev/null | cut -d' ' -f1)" -- "$current")
      ;;
  esac
}

complete -o filenames -F _mancala mancala
