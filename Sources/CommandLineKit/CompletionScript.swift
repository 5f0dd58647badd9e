/// A script with which a shell completes the command lines of a program: it asks the program for its ``Offers``,
/// `PROGRAM completions SHELL -- WORD...`, and adds the paths.
package enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  package func text(for program: String) -> String {
    let template =
      switch self {
      case .bash: Self.bashTemplate
      case .zsh: Self.zshTemplate
      case .fish: Self.fishTemplate
      }
    return template.replacing("PROGRAM", with: program)
  }

  /// From version 3.2 on. An offered word may have a meaning. While several words fit, each is listed with its
  /// meaning; the last one that is left is inserted without it.
  private static let bashTemplate = #"""
    # bash completion for PROGRAM

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

    """#

  private static let zshTemplate = #"""
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

    """#

  private static let fishTemplate = #"""
    # fish completion for PROGRAM

    function __PROGRAM_offers
        set -l words (commandline -opc)
        set -l typed (commandline -ct)
        set -l offers ($words[1] completions fish -- $words[2..] "$typed" 2>/dev/null)
        set -l lead $offers[1]
        set -l words (string match -v -r '^\t' -- $offers[2..])
        printf '%s\n' $lead$words
        set -l endings (string replace -f -r '^\t' '' -- $offers[2..] | string escape --style=regex --)
        if set -q endings[1]
            set -l pattern "^[^\t]*("(string join '|' -- $endings)")(?=\t|\$)"
            __fish_complete_path (string replace -- "$lead" '' "$typed") | string replace -f -r -- $pattern "$lead\$0"
        end
    end

    complete -c PROGRAM -f -a '(__PROGRAM_offers)'

    """#
}

/// The offers of a shell while a value is being typed: words, paths, both or nothing.
package struct Completion: Sendable {
  /// A word that can stand there, and what it means; the meaning may be empty.
  package typealias Word = (text: String, meaning: String)

  let choices: @Sendable () -> [Word]
  /// How the names of the paths end: `.wav`; `/` for folders, and nothing for every file.
  let endings: [String]

  /// The words are computed only when a shell asks for them, since that may be slow.
  package init(choices: @autoclosure @escaping @Sendable () -> [Word], endings: [String] = []) {
    self.choices = choices
    self.endings = endings
  }

  package init(
    words: @autoclosure @escaping @Sendable () -> [String] = [], endings: [String] = []
  ) {
    self.init(choices: words().map { ($0, "") }, endings: endings)
  }

  package static let nothing = Completion()
  package static let file = file(endings: "")
  package static let folder = Completion(endings: ["/"])

  /// Files whose names have one of these endings, such as `.wav`, and the folders on the way to them.
  package static func file(endings: String...) -> Completion {
    Completion(endings: endings + ["/"])
  }
}
