import Testing

/// Everything that can be wrong on a command line or in a preset, and the message for it.
@Suite struct WrongInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let status: Int32
    /// The text that the line has to contain.
    let hints: [String]

    init(_ line: String, _ status: Int32, _ hints: String...) {
      words = line.words
      self.status = status
      self.hints = hints
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  static let flags = [
    // Flags.
    Case("render -o x.wav --dorps 3", 2, "'--dorps'", "did you mean --drops?"),
    Case("render -o x.wav --buble-frequency=900", 2, "did you mean --bubble-frequency?"),
    Case("play --volume 3", 2, "'--volume'", "did you mean --gain?"),
    Case("render --seed abc -o x.wav", 2, "or random, not 'abc'"),
    Case("render rain.wav", 2, "'rain.wav' is no preset; the file to write follows -o"),
    // A rain is two words.
    Case("stream light tent car", 2, "not take the argument 'car'; a rain is two words at most"),
    Case("stream light storm", 2, "'light' and 'storm' are both weathers", "batch"),
    Case("drop tent car", 2, "'tent' and 'car' are both places", "batch"),
    Case("hash -d 1 storm tnt", 2, "did you mean tent?"),
    Case("drops storm tnt", 2, "no place is called 'tnt'; did you mean tent?"),
    Case("drops strom tent", 2, "no preset is called 'strom'; did you mean storm?"),
    Case("drops storm tent --place car", 2, "both say where it is heard"),
    Case("play tent storm -p light", 2, "'tent' and --preset both say where to start"),
    Case("spectrogram a.wav b.wav", 2, "leave 'b.wav' out"),
    Case("render -d 8 hours -o x.wav", 2, "a time is one word: --duration 8h"),
    Case("render tent -d 10 min -o x.wav", 2, "a time is one word: --duration 10m"),
    Case("render -p tent -d 8 hours -o x.wav", 2, "a time is one word: --duration 8h"),
    Case("render -p light -d 5 -o a.wav b.wav", 2, "one file, and 'b.wav' is another; batch"),
    Case("stream light -p tent", 2, "'light' and --preset both say where to start"),
    // Words that people type first.
    Case("play --timer 5m", 2, "did you mean --duration?"),
    Case("play --sleep 45m", 2, "did you mean --duration?"),
    Case("hash -t 5", 2, "'-t'; did you mean --duration?"),
    Case("hash --bit-depth 16", 2, "did you mean --format?"),
    Case("hash --stereo", 2, "did you mean --channels?"),
    Case("hash --thunder", 2, "--thunder lacks its value"),
    Case("flashes --format labels -d 1", 2, "--format takes one of csv, jsonl, not 'labels'"),
    Case("render --mp3 -o x", 2, "-o FILE.mp3 writes it"),
    Case("hash -p thunderstorm", 2, "did you mean storm?"),
    Case("hash -p wind", 2, "--wind 8 lets it blow"),
    Case("hash -p rain", 2, "did you mean steady?"),
    Case("hash -p Thunderstorm", 2, "did you mean storm?"),
    Case("render -y -o x.wav", 2, "did you mean --force?"),
    Case("batch light --overwrite -O x", 2, "did you mean --force?"),
    Case("render --lufs -23 -o x.wav", 2, "did you mean --loudness?"),
    Case("render --normalize -o x.wav", 2, "did you mean --loudness?"),
    Case("render --bitrate 192k -o x.mp3", 2, "there is no '--bitrate': --encoder 'lame -b 192'"),
    Case("render -c surround -o x.wav", 2, "5.1 and 7.1 surround the listener"),
    Case("render -c headphones -o x.wav", 2, "binaural is for headphones"),
    Case("render -c Atmos -o x.wav", 2, "7.1.4 is the bed"),
    Case("render --density 3 -o x.wav", 2, "did you mean --drops?"),
    Case("spectrogram -o y.png", 2, "--svg FILE.svg draws to a file"),
    Case("render --place tent,car -o x.wav", 2, "takes one place; 'rainsynth batch' takes several"),
    Case("loop", 2, "rainsynth render --loop -o loop.wav"),
    Case("export", 2, "rainsynth render -o rain.wav"),
    Case("generate", 2, "rainsynth render -o rain.wav"),
    Case("devices", 2, "rainsynth play --player"), Case("ls", 2, "rainsynth preset list"),
    Case("render --tone-16k 3 -o x.wav", 2, "did you mean --tone-16000?"),
    Case("render --tone-1k 3 -o x.wav", 2, "did you mean --tone-1000?"),
    Case("render --tone-2khz 3 -o x.wav", 2, "did you mean --tone-2000?"),
    Case("render --tone-3000 3 -o x.wav", 2, "the bands are --tone-63, --tone-125,"),
    Case("preset new mine.json", 2, "rainsynth preset new > mine.json"),
    Case("gauge https://a.b/c.csv", 2, "curl -fsS https://a.b/c.csv | rainsynth gauge -"),
    Case("hash --eq 3", 2, "--tone-63 to --tone-16000"),
    Case("hash --bass 3", 2, "--tone-63 to --tone-16000"),
    Case("hash --treble 3", 2, "--tone-63 to --tone-16000"),
    Case("hash --weather light", 2, "did you mean --preset?"),
    Case("play --alarm 07:00", 2, "did you mean --until?"),
    Case("play --until 7 --player cat", 2, "not '7'; write 07:00"),
    Case("play --until 7pm --player cat", 2, "not '7pm'; write 19:00"),
    Case("vary -n 1 --vary from=0..9 --fade-out 1 -O x", 2, "leave --fade-out out"),
    Case("vary -n 1 --vary from=0..x -O x", 2, "takes times from 0 to 24 h"),
    Case("hash -p cabin", 2, "did you mean window?"),
    Case("play --hours 8", 2, "did you mean --duration?"),
    Case("play --reverb 1", 2, "did you mean --echo-level?"),
    Case("play --device hw:1", 2, "did you mean --player?"),
    Case("render --file x.wav", 2, "did you mean --output?"),
    Case("batch light --dir x", 2, "did you mean --output-folder?"),
    Case("drop --mm 3", 2, "did you mean --diameter?"),
    Case("render --5.1 -o x.wav", 2, "did you mean --channels?"),
    Case("hash --place indoors", 2, "did you mean window?"),
    Case("hash --place roof", 2, "did you mean tin-roof?"),
    Case("hash --place storm", 2, "storm is a preset: -p storm"),
    Case("hash -d 1d", 2, "not '1d'; a day is 24h"),
    Case("hash --drops 20..90", 2, "takes one value; --curve drops='0=20; 100%=90' moves"),
    Case("hash --surface open..metal", 2, "--curve surface='0=open; 100%=metal' moves"),
    Case("hash --drops 2..a\u{1}", 2, "not '2..a\\u{01}'"),
    Case("hash -d forever", 2, "play and stream have no end without it"),
    Case("play --until 7am", 2, "a time of 24 hours, as 07:00", "'7am'"),
    Case("gui", 2, "'rainsynth live' has sliders"),
    Case("drop --diameter 2 --number 3", 2, "both say which drop"),
    Case("drop --diameter 3 --size-spread 0", 2, "diameter of 3 mm; --drop-size"),
    Case("drop --diameter 3 --count 2 -O x", 2, "--diameter is for one drop"),
    Case("batch light --place open,open -O x", 2, "--place has 'open' twice"),
    Case("batch light --place open,nowhere -O x", 2, "no place is called 'nowhere'"),
    Case(
      "batch light --place open,car --curve place=0=car;1=open -O x", 2, "leave one of them out"),
    Case("render --surface grass -o x.wav", 2, "not 'grass'; ground is nearest"),
    Case(
      "render --loop -d .5 -o x.wav", 2, "a --loop needs 1 s or more; --duration '.5' is shorter"),
    Case("preset show light --json", 2, "--json goes with preset list"),
    // Notes on what is refused would stand before the reason.
    Case("render -d 1 -d 2 -o none/x.wav", 1, "the folder none does not exist"),
    Case("render -d 1 -d 2 --gain 20 -o there.wav", 1, "there.wav: exists"),
    Case("render --bubble-jitter 0 --surface metal -s 1 -s 2 -d 1 -o there.wav", 1, "exists"),
    Case("hash -s 1 -s 2 strom", 2, "did you mean storm?"),
    Case("stream -s 1 -s 2 -r 7", 2, "--rate takes"),
    Case("drops -d 1 -d 2 -o none/x.csv", 1, "the folder none does not exist"),
    Case("drop -s 1 -s 2 --variation 0 -o there.wav", 1, "exists"),
    Case("spectrogram -d 1 -d 2 --svg none/x.svg", 1, "the folder none does not exist"),
    Case("vary -n 1 -n 2 -d 1 --vary gain=-1..0 --dither -b f32 -O there", 1, "there"),
    Case("batch light -d 1 -d 2 --gain 20 -O full", 1, "full/light.wav: exists"),
    Case("play -d 1 -d 2 --gain 20 --player none-here", 1, "no program 'none-here'"),
    Case("live -s 1 -s 2 --gain 20", 2, "--plain reads lines"),
    Case(
      "render --drops 0 --patter-rate 0 --white 0 --pink 0 --brown 0 -s 1 -s 2 --gain 3 --loudness -23 -d 1 -o x.wav",
      1, "no loudness"),
    Case("render --timecode 1:00:00 -o x.wav", 2, "did you mean --time-reference?"),
    Case("render --time-reference noon -o x.wav", 2, "--time-reference takes a time", "'noon'"),
    Case(
      "stream --time-reference 1h", 2, "--time-reference: it is a flag of render, batch and vary"),
    Case("vary -n 1 --vary gain=-1..0 --ending mkvx.gz -O x", 2, "--ending takes wav, flac"),
    Case("render -o x.wav --zzz", 2, "'--zzz'", "rainsynth help render"),
    Case("render -o x.wav -x", 2, "'-x'", "rainsynth help render"),
    Case("render -o x.wav -qx", 2, "'-x' in '-qx'"),
    Case("render -o x.wav --quiet=yes", 2, "--quiet takes no value", "'yes'"),
    Case("render -o x.wav --gain", 2, "--gain lacks its value"),
    Case("render -o x.wav --preset --force", 2, "--preset lacks its value"),
    Case("render -o x.wav -p", 2, "-p lacks its value"),
    Case("render", 2, "-o FILE", "-o -"),
    Case("render -o x.wav --like gone.wav", 1, "gone.wav", "No such file"),
    Case("render -o x.wav --like p.json -p light", 2, "--like and --preset"),
    Case("info", 2, "FILE.wav"),
    Case("info - -", 2, "standard input can be read once"),
    Case("info gone.wav", 1, "gone.wav", "No such file"),
    Case("hash rain.wav", 2, "no preset is called 'rain.wav'", "'rainsynth info rain.wav' prints"),
    Case("storm", 2, "no command is called 'storm'", "it is a preset: rainsynth play storm"),
    Case("stream extra", 2, "no preset is called 'extra'"),
    // Numbers.
    Case("render -o x.wav --rainfall 2..30", 2, "--curve rainfall='0=2; 100%=30'", "vary --vary"),
    Case("help curves", 2, "'rainsynth help settings' explains --curve"),
    Case("render -o x.wav --drops nan", 2, "--drops", "0 .. 1000000 /min", "'nan'"),
    Case("render -o x.wav --drops inf", 2, "--drops", "0 .. 1000000 /min", "'inf'"),
    Case("render -o x.wav --drops -1", 2, "--drops", "0 .. 1000000 /min", "'-1'"),
    Case("render -o x.wav --drops 5x", 2, "--drops", "0 .. 1000000 /min", "'5x'"),
    Case("render -o x.wav --drops 1e300", 2, "--drops", "0 .. 1000000 /min", "'1e300'"),
    Case("render -o x.wav --drops 0x10", 2, "--drops", "'0x10'"),
    Case("render -o x.wav --drops 1,5", 2, "--drops", "'1,5'; write a point: 1.5"),
    Case("render -o x.wav --gain -3,5dB", 2, "not '-3,5dB'; write a point: -3.5dB"),
    Case("render -o x.wav --rainfall 2,5", 2, "not '2,5'; write a point: 2.5"),
    Case("render -o x.wav --curve gain=0=-3,5", 2, "write a point: -3.5"),
    Case("render -o x.wav -d 1,5m", 2, "not '1,5m'; write a point: 1.5m"),
    Case("drop --peak -3,5 -o x.wav", 2, "not '-3,5'; write a point: -3.5"),
    Case("render -o x.wav --drops=", 2, "--drops", "''"),
    Case("render -o x.wav --drops 16667/s", 2, "--drops", "'16667/s'"),
    Case("render -o x.wav --drops 5ms", 2, "--drops", "'5ms'"),
    Case("render -o x.wav --gain 24.1dB", 2, "--gain", "-60 .. 24 dB"),
    Case("render -o x.wav --bubble-frequency 19kHz", 2, "20 .. 18000 Hz", "'19kHz'"),
    Case("render -o x.wav --impact-shape round", 2, "--impact-shape", "blow, halfSine, acos"),
    Case("render -o x.wav --surface wod", 2, "--surface", "did you mean wood?"),
    Case("render -o x.wav -r 7999", 2, "--rate", "8000 .. 192000 Hz"),
    Case("render -o x.wav -r 44100.5", 2, "--rate", "whole"),
    Case("render -o x.wav -c 3", 2, "--channels", "1, 2", "'3'"),
    Case("render -o x.wav -b s8", 2, "--format", "s16, s24, s32, f32"),
    Case("render -o x.wav -j 0", 2, "--jobs", "1 .. 1024"),
    Case("render -o x.wav -j 1025", 2, "--jobs", "1 .. 1024"),
    Case("render -o x.wav -j many", 2, "--jobs", "'many'"),
    Case("render -o x.wav -s -1", 2, "--seed", "0 .. 18446744073709551615", "random"),
    Case("render -o x.wav -s 18446744073709551616", 2, "--seed", "18446744073709551615"),
    Case("render -o x.wav -s 1.5", 2, "--seed", "'1.5'"),
    Case("render -o x.wav --progress=sometimes", 2, "--progress", "auto, always, never, json"),
    // Times.
    Case("render -o x.wav -d 1x", 2, "--duration", "1h30m", "'1x'"),
    Case("render -o x.wav -d -5", 2, "--duration", "'-5'"),
    Case("render -o x.wav -d nan", 2, "--duration", "'nan'"),
    Case("render -o x.wav -d 1:60", 2, "--duration", "'1:60'"),
    Case("render -o x.wav -d 1000000001h", 2, "--duration", "1000000000 h"),
    Case("render -o x.wav -d 5 --to 6", 2, "--to '6'", "--duration '5'"),
    Case("render -o x.wav --from 2 --to 1", 2, "--from '2'", "--to '1'"),
    Case("render -o x.wav --from 2m", 2, "--from '2m'", "--duration"),
    Case("render -o x.wav -d 5 --from 6", 2, "--from '6'", "the end, --duration '5'"),
    Case("render -o x.wav -d 0.0000000001", 2, "--duration", "'0.0000000001'", "9 decimals"),
    Case("render -o x.wav --from 1.0000000001s", 2, "--from", "9 decimals"),
    Case("render -o x.wav -d 5 --fade-in 3 --fade-out 3", 2, "fades", "--duration"),
    Case("render -o x.wav --to 2m --fade-out 3", 2, "--fade-out", "--duration"),
    Case("stream --fade-out 3", 2, "--fade-out", "--duration"),
    Case("stream --loop", 2, "--loop", "--duration"),
    Case("stream --loop --to 10", 2, "--loop", "--duration"),
    Case("render -o x.wav --loop --to 2m", 2, "--loop", "--to '2m'", "--duration"),
    Case("render -o x.wav --loop -d 0.999", 2, "--loop", "--duration", "1 s"),
    Case("render -o x.wav --loop --fade-in 1", 2, "fade", "--loop"),
    Case("render -o x.wav --loop --fade-out 1", 2, "fade", "--loop"),
    // Curves.
    Case("render -o x.wav --curve", 2, "--curve lacks its value"),
    Case("render -o x.wav --curve rainfal=0=light", 2, "'rainfal'", "did you mean rainfall?"),
    Case("render -o x.wav --curve ten", 2, "'ten'", "name of a setting"),
    Case("render -o x.wav --curve gain", 2, "the curve of gain has no key", "gain='TIME=VALUE"),
    Case("render -o x.wav --curve gain=", 2, "the curve of gain has no key"),
    Case("render -o x.wav --curve gain=;", 2, "key 1 of the curve of gain", "''"),
    Case("render -o x.wav --curve gain=-3", 2, "key 1 of the curve of gain", "TIME=VALUE", "'-3'"),
    Case("render -o x.wav --curve gain=0=-3;;1=0", 2, "key 2 of the curve of gain", "''"),
    Case("render -o x.wav --curve gain=x=-3", 2, "key 1 of the curve of gain", "25%", "'x'"),
    Case("render -o x.wav --curve gain=101%=-3", 2, "key 1 of the curve of gain", "'101%'"),
    Case("render -o x.wav --curve gain=-50%=-3", 2, "key 1 of the curve of gain", "'-50%'"),
    Case("render -o x.wav --curve gain=0=-3;9=99", 2, "key 2 of the curve of gain", "-60 .. 24 dB"),
    Case("render -o x.wav --curve gain=0=-3;9=nan", 2, "key 2 of the curve of gain", "'nan'"),
    Case("render -o x.wav --curve gain=9=-3;8=0", 2, "key 2", "gain", "at 8", "key 1", "at 9"),
    Case("render -o x.wav --curve gain=-8=-3;-9=0", 2, "key 2", "gain", "at -9", "at -8"),
    Case("render -o x.wav --curve gain=2m=-3;50%=0", 2, "key 2", "30 s", "120 s", "--duration"),
    Case("render -o x.wav --curve rainfall=0=hevy", 2, "key 1", "rainfall", "did you mean heavy?"),
    Case("render -o x.wav --curve surface=0=wod", 2, "key 1", "surface", "did you mean wood?"),
    Case("render -o x.wav --curve gain=0=1 --curve gain=0=2", 2, "--curve gain", "twice"),
    Case("render -o x.wav --distance 0", 2, "--distance", "0.25 .. 50"),
    Case("render -o x.wav --dynamics 2", 2, "--dynamics", "0 .. 1"),
    Case("render -o x.wav --dynamics nan", 2, "--dynamics", "nan"),
    Case("render -o x.wav --place tennt", 2, "no place is called", "tent?"),
    Case("render -o x.wav --place no.json", 1, "no.json"),
    Case("render -o x.wav --curve place=", 2, "the curve of place has no key"),
    Case("render -o x.wav --curve place=0=open;1=x", 2, "no place is called 'x'"),
    Case("render -o x.wav --curve place=0=open;5=car;3=open", 2, "key 3 of the curve of place"),
    Case("render -o x.wav --loop --curve gain=0=1;9=2", 2, "the curve of gain", "--loop", "100%"),
    Case("render -o x.wav --curve seed=0=1;9=2", 2, "there is no 'seed': render two seeds"),
    Case("stream --curve gain=0=1;50%=2", 2, "key 2 of the curve of gain", "50%", "--duration"),
    Case("stream --curve gain=0=1;-5=2", 2, "key 2 of the curve of gain", "-5", "--duration"),
    Case("drop --curve gain=0=1", 2, "--curve", "one moment"),
    // Gauges.
    Case("match", 2, "match needs a FILE"),
    Case("match gone.wav", 1, "gone.wav", "No such file"),
    Case("match dir -o x.json", 1, "dir", "folder"),
    Case("match gone.wav -o x.json --svg ./x.json", 2, "--svg", "x.json"),
    Case("gauge", 2, "gauge needs a FILE"),
    Case("gauge gone.csv", 1, "gone.csv", "No such file"),
    Case("gauge there.wav", 2, "there.wav"),
    Case("gauge dir", 1, "dir", "folder"),
    Case("gauge gone.csv --speed 0", 2, "--speed", "0.001 .. 1000000", "'0'"),
    Case("gauge gone.csv --unit ell", 2, "--unit", "mm, mm/h, in", "'ell'"),
    Case("gauge gone.csv -o x.wav", 2, "-o", "preset"),
    Case("gauge gone.csv -o x.json --svg ./x.json", 2, "--svg", "x.json"),
    Case("gauge gone.csv -o - --svg -", 2, "--svg", "same"),
    Case("render -o x.wav --speed 2", 2, "--speed", "flag of gauge"),
    Case("render -o x.wav --gauge a.csv", 2, "rainsynth gauge FILE -o day.json", "-p day.json"),
    // Presets by name.
    Case("render -o x.wav -p dwnpour", 2, "'dwnpour'", "did you mean downpour?", "./"),
    Case("render -o x.wav -p wind", 2, "'wind'", "rainsynth preset list"),
    Case("render -o x.wav -p=", 2, "'='"),
    Case("render -o x.wav -p ./dir", 1, "dir", "folder"),
    Case("render -o x.wav -p long.json", 2, "long.json: has more than"),
    Case("render -o x.wav -p no/folder", 1, "No such file"),
    Case("render -o x.wav -p /dev/zero.json", 1, "No such file"),
    Case("render -o x.wav -p /dev/zero", 2, "/dev/zero"),
    Case("render -o x.wav -p /dev/null", 2, "empty"),
    Case("hash light -p steady", 2, "'light'", "--preset"),
    Case("hash steady nothing.json", 1, "nothing.json", "No such file"),
    Case("preset", 2, "list, show, draw, new, check, schema"),
    Case("preset tent", 2, "rainsynth preset show tent"),
    Case("preset new a b", 2, "preset new"),
    Case("preset shw", 2, "'shw'", "did you mean show?"),
    Case("preset list all", 2, "preset list", "'all'"),
    Case("preset schema all", 2, "preset schema", "'all'"),
    Case("preset show", 2, "NAME or FILE"),
    Case("preset show light tent", 2, "one NAME or FILE"),
    Case("preset show x", 2, "'x'"),
    Case("preset check", 2, "FILE"),
    Case("preset draw", 2, "NAME or FILE"),
    Case("preset draw light -d 0", 2, "--duration above 0"),
    Case("preset draw light --svg there.svg", 1, "there.svg", "-f"),
    Case("preset draw light --svg x.png", 2, "x.png", "rsvg-convert"),
    Case("preset show light --svg x.svg", 2, "--svg goes with preset draw"),
    // Files.
    Case("render -o nowhere/x.wav -d 1", 1, "nowhere"),
    Case("render -o there.wav -d 1", 1, "there.wav", "-f"),
    Case("render -o x.wav -d 1000000000h", 1, "x.wav", "63504000000000", "bytes", "free"),
    Case("batch -O dir light -d 1000000000h", 1, "dir", "63504000000000", "bytes", "free"),
    Case("render -o dir -d 1", 1, "dir", "folder"),
    Case("render -o there.wav/x.wav -d 1", 1, "there.wav/x.wav"),
    Case("render --output= -d 1", 2, "'' names no file"),
    Case("render -o x.wav/ -d 1", 2, "x.wav/ names no file"),
    Case("render -o there.wav/ -f -d 1", 2, "there.wav/ names no file"),
    Case("render -o nowhere/ -d 1", 2, "nowhere/ names no file"),
    Case("render -o dir/ -f -d 1", 1, "dir/", "folder"),
    Case("render -d 1 --stems dir -o dir/drops.wav", 2, "'dir/drops.wav'", "stem"),
    Case("render -f -d 1 --stems . -o bed.wav", 2, "'bed.wav'", "stem"),
    Case("drop --svg there.svg", 1, "there.svg", "-f"),
    Case("drop --svg - -o -", 2, "--svg", "-o"),
    Case("drop --svg x -o x", 2, "--svg", "-o"),
    Case("drop --svg dir/../x -o x", 2, "--svg", "-o"),
    Case("drop -f --svg there -o dir/../there", 2, "--svg", "-o"),
    Case("drop --number 0", 2, "--number", "1 .. 1000000"),
    Case("drop --drops 0", 2, "--drops"),
    Case("drop --drops 0 --count 3 -O drops", 2, "--drops"),
    Case("batch light", 2, "-O DIR"),
    Case("batch --output-folder= light", 2, "-O DIR"),
    Case("batch -O dir", 2, "preset list"),
    Case("batch -O there.wav/x light -d 1", 1, "there.wav/x"),
    Case("batch -O full light -d 1", 1, "full/light.wav", "-f"),
    Case("batch -O dir light ./light.json -d 1", 2, "'light'", "'./light.json'", "light.wav"),
    Case("hash --check nothing", 1, "nothing"),
    Case("hash --check there.wav", 1, "no properly formatted checksum lines"),
    Case("hash --check there.wav light", 2, "--check"),
    // Names of files.
    Case("render -o x.svg", 2, "-o writes a WAV or raw samples, and 'x.svg'"),
    Case("drop --number 3 --svg x.png", 2, "drop --number 3 --svg - | rsvg-convert -o x.png"),
    Case("drop --svg x.pdf", 2, "drop --svg - | rsvg-convert -f pdf -o x.pdf"),
    Case("drop --svg x.wav", 2, "--svg writes an SVG"),
    Case("render -o x.mid", 2, "-o writes a WAV or raw samples, and 'x.mid'"),
    Case("render -o x.txt", 2, "'x.txt' is the name of something else"),
    Case("render -o x.npz", 2, "'x.npz' is the name of something else"),
    Case("drops -d 1 -o x.npz", 2, "-o writes a list of drops, and 'x.npz'"),
    Case("drops -d 1 -o x.mid", 2, "-o writes a list of drops, and 'x.mid' is the name of"),
    Case("drops -d 1 -o x.wav", 2, "-o writes a list of drops, and 'x.wav' is the name of"),
    Case("render --ucs -o x.wav", 2, "-O DIR, or --stems DIR"),
    Case("render --ucs -O a -o x.wav", 2, "is for the names"),
    Case("render -O a --no-ucs", 2, "is for the names"),
    Case("render -O a --no-ucs --ucs-name x", 2, "--ucs-name is a part of names by --ucs"),
    Case("render --ucs -O a --ucs-name a_b", 2, "without _ and /, not 'a_b'"),
    Case("render --ucs -O a --ucs-source=", 2, "without _ and /, not ''"),
    // Ways of curves.
    Case("stream -d 2 --curve gain=0=-9;2..1=0", 2, "cannot begin after it ends"),
    Case("stream -d 2 --curve gain=0=-9;1...2=0", 2, "cannot begin after it ends"),
    Case("stream -d 2 --curve gain=1=-9;0.5..2=0", 2, "lies before key 1"),
    Case("stream -d 2 --curve gain=0=-9;1..=0", 2, "takes a time such as"),
    Case("stream -d 2 --curve gain=0=-9;1.9..10%=0", 2, "begins at 1.9 s, after the key, at 0.2 s"),
    // Playing.
    Case(
      "play tent -p car --player cat", 2, "'tent' and --preset both say where to start; leave one"),
    Case("play --until 7 --player cat", 2, "a time of 24 hours, as 07:00 or 19:30, not '7'"),
    Case("play --until 24:00 --player cat", 2, "as 07:00 or 19:30, not '24:00'"),
    Case("play --until 07:00 -d 5 --player cat", 2, "--until and --duration both say when it ends"),
    // Many files.
    Case("vary -O x", 2, "vary needs the number of clips"),
    Case("vary -n 0 -O x", 2, "--count takes 1"),
    Case("vary -n 5", 2, "vary needs a folder"),
    Case("vary -n 5 --numbers 3..9 -O x", 2, "from 0 to 4"),
    Case("vary --numbers 9..3 -O x", 2, "--numbers takes A..B"),
    Case("vary -n 5 --vary rainfall=1..2 --vary rainfall=3 -O x", 2, "is there twice"),
    Case("vary -n 5 -O x --vary preset=tent,car -p light", 2, "both say it"),
    Case("vary -n 5 -O x --vary preset=tent..car", 2, "takes a list of names"),
    Case("vary -n 5 -O x --vary preset=none,tent", 2, "none"),
    Case("vary -n 5 -O x --vary duration=1..x", 2, "takes times from 1 ms"),
    Case("vary -n 5 -O x --vary duration=0..1", 2, "takes times from 1 ms"),
    Case("vary -n 5 -O x --vary duration=1..2 --vary duration=3,4", 2, "there twice"),
    Case("vary -n 5 -O x --vary duration=1..2 -d 3", 2, "both say it"),
    Case("vary -n 5 -O x --vary surface=metal --surface glass", 2, "--surface and --vary surface"),
    Case(
      "vary -n 5 -O x --vary place=car --curve place=0=open;1=car", 2, "--curve place and --vary"),
    Case("drops -d 2 -b s24", 2, "drops does not take -b: "),
    Case("vary -n 5 -O x --list a/b.jsonl", 2, "--list takes a name"),
    Case("vary -n 5 -O x --list a.txt", 2, "--list takes a name that ends in .jsonl or .csv"),
    Case("drop --count 3", 2, "--count N -O DIR"),
    Case("drop -O x", 2, "--count N -O DIR"),
    Case("drop --count 0 -O x", 2, "--count takes 1"),
    Case("drop --count 3 -O x -o y.wav", 2, "--output is for one drop"),
    Case("drop --peak 3 -o y.wav", 2, "--peak takes -100 .. 0 dB"),
    Case("batch light -O x --seeds 3..1", 2, "--seeds takes A..B"),
    Case("batch light -O x --seeds a", 2, "--seeds takes A..B"),
    Case("batch light -O x --seeds 1,1", 2, "twice"),
    Case("batch light -O x --seeds 1..3 -s 2", 2, "which seed"),
    Case("batch light -O x --seeds 1..99999999", 2, "at most 10000"),
    Case(
      "batch light -O x --seeds 1..9999 --rainfall 1,2,3,4,5,6,7,8,9,10,11", 2, "more than 100000"),
    Case("batch light -O x --gain ,3", 2, "--gain takes -60 .. 24 dB, not ''"),
    Case("batch light -O x --gain 3,3", 2, "twice"),
    Case("batch light -O x --surface metal,gold", 2, "not 'gold'"),
    Case("batch light -O x --rainfall 2,2.0", 2, "'2' and '2.0' are the same"),
    Case("batch light -O x --loudness -30 --gain 3,6", 2, "--loudness sets the gain"),
    Case("batch light -O x --loudness -30 --curve gain=0=-3;1=0", 2, "which has a curve"),
    Case(
      "batch light -O x --loudness loud", 2, "--loudness takes keep or -60 .. -10 LUFS, not 'loud'"),
    Case(
      "batch light -O x --curve gain=0=-30 --gain 0,6", 2, "gain has several values and a curve"),
    Case(
      "batch light -O x --curve rainfall=0=light;100%=heavy --rainfall 1,2", 2,
      "several values and a curve"),
    // Lists of drops.
    Case("drops --format xml", 2, "--format takes one of csv, jsonl, labels, dcase, not 'xml'"),
    Case("drops --format s16", 2, "--format takes one of csv, jsonl, labels, dcase, not 's16'"),
    Case("drops --louder-than loud", 2, "--louder-than takes -200 .. 20 dB, not 'loud'"),
    Case("drops -o drops.csv", 2, "a file has an end; add --duration"),
    Case("drops --fade-in 3", 2, "it renders no sound"),
    // Flags of other commands, with the reason why a command lacks them.
    Case("drop -d 10", 2, "drop does not take --duration: a drop lasts as long as it sounds"),
    Case("drop --loop", 2, "drop does not take --loop: a drop lasts"),
    Case("drop -j 1", 2, "drop does not take --jobs: it is a flag of render, stream, batch"),
    Case("batch -p light -O x", 2, "batch does not take --preset: its presets stand"),
    Case("batch light -o x", 2, "batch does not take --output: -O is the folder"),
    Case(
      "hash -f", 2, "hash does not take --force: it is a flag of render, live, batch, vary, drop"),
    Case("play -j 2", 2, "play does not take --jobs: one thread plays"),
    Case("live --curve gain=0=0", 2, "live does not take --curve: its settings move under"),
    Case("stream -o x.wav", 2, "stream does not take --output: it writes to standard output"),
    Case("render -d 1 --stems c -o x.pcm", 2, "takes the name of a WAV"),
    // Commands.
    Case("rende", 2, "'rende'", "did you mean render?"),
    Case("rain.wav", 2, "'rain.wav'", "rainsynth render -o rain.wav"),
    Case("there/night.mp3", 2, "rainsynth render -o there/night.mp3"),
    Case("10m", 2, "'10m'", "rainsynth play -d 10m"),
    Case("1:30:00", 2, "rainsynth play -d 1:30:00"),
    Case("--duration 5", 2, "unknown flag '--duration'", "rainsynth play --duration 5"),
    Case("-p light -o x.wav", 2, "unknown flag '-p'", "rainsynth render -p light -o x.wav"),
    Case("-d 5 stream -q", 2, "unknown flag '-d'", "rainsynth stream -d 5 -q"),
    Case("live", 2, "no terminal", "--plain"),
    Case("live -d 5", 2, "--duration", "until you end it"),
    Case("live --plain -o x.wav --player cat", 2, "a preset, as JSON", "'x.wav'"),
    Case("live --plain -o -", 2, "needs a file"),
    Case("live --plain -o nowhere/x.json --player cat", 1, "nowhere"),
    Case("live --plain --player nosuch", 1, "'nosuch'"),
    Case("list", 2, "'list'", "rainsynth preset list"),
    Case("presets", 2, "'presets'", "rainsynth preset list"),
    Case("listen", 2, "'listen'", "rainsynth play"),
    Case("play --player nosuch", 1, "'nosuch'"),
    Case("play -o x.wav", 2, "play does not take --output"),
    Case("play --watch --player cat", 2, "--watch follows a file"),
    Case("drop light.json", 1, "light.json: No such file"),
    Case("version", 2, "'version'", "rainsynth --version"),
    Case("-v", 2, "'-v'", "-V"),
    Case("--verson", 2, "did you mean --version?"),
    Case("-x", 2, "'-x'", "rainsynth help"),
    Case("help rander", 2, "did you mean render?"),
    Case("help render stream", 2, "'stream'"),
    Case("completions", 2, "bash, zsh, fish"),
    Case("completions tcsh", 2, "bash, zsh, fish", "'tcsh'"),
    Case("man rain", 2, "'rain'"),
  ]

  @Test(
    "each mistake gets one line that says what to do, and nothing is written", arguments: flags)
  func flag(_ wrong: Case) async throws {
    let program = BuiltProgram()
    for name in ["there", "there.wav", "there.svg", "long.json"] {
      try program.write("already there\n", to: name)
    }
    try program.lengthen("long.json", to: 100_000_000)
    try program.makeFolder("dir")
    try program.makeFolder("full")
    try program.write("", to: "full/light.wav")
    let before = try program.files()
    // A call of live would ask for the terminal of the tests.
    let run =
      wrong.words.first == "live"
      ? try program.run(wrong.words) : try await program.call(wrong.words)
    expectRefusal(run, wrong)
    #expect(try program.files() == before)
    #expect(try program.contents(of: "there.wav") == Array("already there\n".utf8))
  }

  static let presets: [(text: String, status: Int32, hints: [String])] = [
    ("", 2, ["p.json:1:1", "empty"]),
    ("{", 2, ["p.json:1:2"]),
    ("\u{0}\u{1}\u{2}", 2, ["p.json:1:1"]),
    ("[1]", 2, ["p.json:1:1", "{"]),
    (String(repeating: "[", count: 100_000), 2, ["p.json:1:1"]),
    (String(repeating: "{\"gain\":", count: 100_000), 2, ["p.json:1:9", "gain"]),
    ("{\n  \"gian\": 3\n}", 2, ["p.json:2:3", "'gian'", "did you mean gain?"]),
    ("{\n  \"zzz\": 3\n}", 2, ["p.json:2:3", "'zzz'", "preset schema"]),
    ("{\"bubble-frequency\": 3}", 2, ["did you mean bubbleFrequency?"]),
    ("{\"gain\": 25}", 2, ["p.json:1:10", "gain", "-60 .. 24 dB", "25"]),
    ("{\"gain\": 1e300}", 2, ["gain", "-60 .. 24 dB", "1e300"]),
    ("{\"gain\": NaN}", 2, ["p.json:1:10"]),
    ("{\"gain\": \"loud\"}", 2, ["gain", "-60 .. 24 dB", "'loud'"]),
    ("{\"gain\": \"3dB\"}", 2, ["gain", "number"]),
    ("{\"gain\": true}", 2, ["gain", "true"]),
    ("{\"gain\": null}", 2, ["gain", "null"]),
    ("{\"gain\": 1,\n \"gain\": 2}", 2, ["p.json:2:2", "gain", "line 1"]),
    ("{\"impactShape\": \"round\"}", 2, ["impactShape", "\"blow\", \"halfSine\", \"acos\""]),
    ("{\"impactShape\": 1}", 2, ["impactShape", "\"blow\""]),
    ("{\"name\": 1}", 2, ["p.json:1:10", "name", "string"]),
    ("{\"description\": null}", 2, ["description", "string"]),
    (#"{"seed": -1}"#, 2, ["seed takes one of 0 .. "]),
    (#"{"rate": 7}"#, 2, ["rate takes one of 8000 .. "]),
    (#"{"channels": 3}"#, 2, ["channels takes one of 1, 2"]),
    (#"{"format": 16}"#, 2, ["format takes one of"]),
    (#"{"dither": 1}"#, 2, ["dither takes true or false"]),
    (#"{"from": 1}"#, 2, ["unknown key 'from'"]),
    (#"{"curves": {"seed": [[0, 1]]}}"#, 2, ["'seed'"]),
    ("{\n  \"lowpass\": 1\n}", 2, ["p.json:2:14: lowpass takes"]),
    ("{\"gain\": 1, \"pink\": 2\n}\u{1B}[31m", 2, ["p.json:2:2"]),
  ]

  @Test("each flaw of a preset is reported with file, line, column and key", arguments: presets)
  func preset(_ text: String, _ status: Int32, _ hints: [String]) async throws {
    let program = BuiltProgram()
    try program.write(text, to: "p.json")
    for words in ["render -o x.wav -p p.json".words, ["preset", "check", "p.json"]] {
      let run = try await program.call(words)
      #expect(run.status == status)
      expectOneLine(run, hints)
    }
    #expect(try program.files() == ["p.json"])
  }

  @Test("without a command, the usage goes to standard error")
  func noCommand() async throws {
    let run = try await BuiltProgram().call([])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Usage: rainsynth"))
  }

  private func expectRefusal(_ run: BuiltProgram.Run, _ wrong: Case) {
    #expect(run.status == wrong.status)
    expectOneLine(run, wrong.hints)
  }

  private func expectOneLine(_ run: BuiltProgram.Run, _ hints: [String]) {
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("rainsynth: "))
    #expect(run.errors.hasSuffix("\n"))
    #expect(run.errors.count < 400)
    let controls = run.errors.unicodeScalars.filter { $0.value < 32 || $0.value == 127 }
    #expect(Array(controls) == ["\n"])
    for hint in hints { #expect(run.errors.contains(hint), "\(run.errors)") }
  }
}
