#compdef PROGRAM

_PROGRAM() {
  local line word
  local -a offers choices globs
  offers=("${(@f)$(${~words[1]} completions zsh -- "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  IPREFIX+=$offers[1] PREFIX=${PREFIX#$offers[1]}
  for line in "${(@)offers[2,-1]}"; do
    word=${line%%$'\t'*}
    if [[ -z $word ]]; then
      globs+=("*${line#$'\t'}")
    else
      choices+=("${word//:/\\:}${${line#$word}/$'\t'/:}")
    fi
  done
  if (($#choices)); then _describe -t words word choices; fi
  if ((!$#globs)); then return; fi
  line=${globs[(r)\*/]} globs=(${globs:#\*/})
  if [[ -z $line ]]; then
    _path_files -g "$globs"
  elif (($#globs)); then
    _files -g "$globs"
  else
    _files -/
  fi
}

_PROGRAM "$@"
