# bash completion for PROGRAM, from version 3.2 on. An offered word may have a meaning. While several words fit, each is listed
# with its meaning; the last one that is left is inserted without it.

_PROGRAM() {
  local -a words=() endings=()
  local index word line lead path name='' longest=0
  # bash takes the = of --flag=value and of name=value for a word of its own, and completes what follows it.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if ((index == COMP_CWORD)); then word=${word#[\'\"]}; fi
    if ((index > 2)) && [[ $word == = || ${COMP_WORDS[index-1]} == = ]]; then
      name=${words[${#words[@]}-1]}
      words[${#words[@]}-1]=$name$word
      if [[ $word == = ]]; then name+='='; fi
    else
      name=''
      words+=("$word")
    fi
  done
  word=${words[${#words[@]}-1]}
  COMPREPLY=()
  {
    IFS= read -r lead
    while IFS= read -r line; do
      if [[ $line == $'\t'* ]]; then
        endings+=("${line#?}")
      elif [[ $lead${line%%$'\t'*} == "$word"* ]]; then
        COMPREPLY+=("$lead$line")
      fi
    done
  } < <("${COMP_WORDS[0]}" completions bash -- "${words[@]}" 2>/dev/null)
  if ((${#endings[@]})); then
    path=${word#"$lead"}
    # Hidden files are for who types the point.
    while IFS= read -r line; do
      if [[ ${line##*/} != .* || ${path##*/} == .* ]]; then COMPREPLY+=("$lead$line"); fi
    done < <(
      for word in "${endings[@]}"; do
        if [[ $word == / ]]; then compgen -d -- "$path"; else compgen -f -X "!*$word" -- "$path"; fi
      done | sort -u
    )
    compopt -o filenames 2>/dev/null
  fi
  # Meanings are for the list alone: ?, ! and @ ask for it.
  for index in "${!COMPREPLY[@]}"; do
    COMPREPLY[index]=${COMPREPLY[index]#"$name"}
    word=${COMPREPLY[index]%%$'\t'*}
    if ((${#word} > longest)); then longest=${#word}; fi
  done
  for index in "${!COMPREPLY[@]}"; do
    line=${COMPREPLY[index]}
    word=${line%%$'\t'*}
    if [[ $line == *$'\t'* && ${#COMPREPLY[@]} -gt 1 && $COMP_TYPE =~ ^(63|33|64)$ ]]; then
      printf -v line "%-${longest}s  (%s)" "$word" "${line#*$'\t'}"
      word=${line:0:$((${COLUMNS:-80} - 1))}
    fi
    COMPREPLY[index]=$word
  done
}
complete -F _PROGRAM PROGRAM
