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
