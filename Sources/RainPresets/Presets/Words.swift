/// The words by which people and other programs call a thing that has another name here, or that is
/// not there.
package struct Words: Sendable {
  /// Words, with commas between them, and what they mean here.
  private let rows: [(words: String, meaning: String)]

  private init(_ rows: [(words: String, meaning: String)]) { self.rows = rows }

  /// The meaning of a word; nil: it has none.
  package subscript(word: String) -> String? {
    rows.first { row in
      row.words.utf8.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(word.utf8) }
    }?.meaning
  }

  static let presets = Words([
    ("rain,normal,moderate", "steady"), ("heavy,heavy rain", "downpour"),
    ("light rain,soft", "light"), ("thunder,thunderstorm", "storm"), ("monsoon", "tropical"),
    ("sleep", "night"),
  ])

  static let places = Words([
    ("indoors,inside,house,home,room,cabin,balcony", "window"), ("roof", "tin-roof"),
    ("outdoors,outside,field,garden", "open"), ("woods,trees,jungle", "forest"),
    ("city,road", "street"), ("pond,water", "puddles"), ("van", "car"), ("camping", "tent"),
  ])

  static let surfaces = Words([
    ("grass,soil,sand", "ground"), ("asphalt,stone,street", "concrete"), ("tin", "metal"),
    ("window", "glass"), ("tent,umbrella", "fabric"), ("car", "roof"), ("trees,forest", "leaves"),
    ("puddle,pond", "water"),
  ])

  static let channels = Words([("mono", "1"), ("stereo", "2")])

  static let formats = Words([
    ("16,16bit,16-bit,s16le", "s16"), ("24,24bit,24-bit,s24le", "s24"),
    ("32,32bit,32-bit,s32le", "s32"), ("float,32f,f32le", "f32"),
  ])

  /// Flags, by the flag that means it.
  package static let flags = Words([
    ("--volume,--vol,--loud,--db,-v", "gain"), ("--bits,--bit-depth,--sample-format", "format"),
    ("--length,--time,--timer,--sleep,--seconds,--minutes,--hours,-t", "duration"),
    ("--end", "to"), ("--start", "from"), ("--rain", "rainfall"), ("--density", "drops"),
    (
      "--stereo,--mono,--surround,--quad,--5.1,--7.1,--layout,--ambisonic,--binaural",
      "channels"
    ),
    ("--timecode,--origin,--time-origin", "time-reference"), ("--reverb,--echo", "echo-level"),
    ("--samplerate,--sample-rate", "rate"), ("--out,--file", "output"),
    ("--output-dir,--outdir,--dir,--folder", "output-folder"), ("-y,--overwrite", "force"),
    ("--lufs,--norm,--normalize", "loudness"), ("--weather", "preset"), ("--alarm", "until"),
    ("--device,--sink", "player"), ("--lightning,--storm", "thunder"), ("--breeze", "wind"),
    ("--threads", "jobs"), ("--size,--mm", "diameter"),
  ])

  /// Flags that are not there, by what to type instead.
  package static let missing = Words([
    (
      "--gauge",
      "'rainsynth gauge FILE -o day.json' reads one, and '-p day.json' takes what it wrote"
    ),
    ("--at", "'sleep 8h; rainsynth play --fade-in 10m' begins later, as cron does"),
    ("--mp3", "-o FILE.mp3 writes it"), ("--flac", "-o FILE.flac writes it"),
    ("--ogg", "-o FILE.ogg writes it"),
    ("--bitrate", "--encoder 'lame -b 192' or 'ffmpeg -b:a 192k' says it to the encoder"),
    ("--eq,--bass,--treble", "--tone-63 to --tone-16000 raise or lower bands of an octave"),
    ("--notch", "--highpass and --lowpass are the filters"),
  ])

  /// Commands, by what does it.
  package static let commands = Words([
    ("list,presets,ls", "'rainsynth preset list' names the presets"),
    ("loop", "'rainsynth render --loop -o loop.wav' writes a loop"),
    ("export,generate", "'rainsynth render -o rain.wav' writes a file"),
    ("devices", "'rainsynth play --player PROGRAM' plays by that program, which knows the devices"),
    ("show", "'rainsynth preset show NAME' prints a preset"),
    (
      "check", "'rainsynth preset check FILE' checks a preset, 'rainsynth hash --check FILE' hashes"
    ),
    ("new", "'rainsynth preset new' prints a preset to fill in"),
    ("listen", "'rainsynth play' plays the rain"),
    ("gui", "'rainsynth live' has sliders in the terminal, and the page plays in a browser"),
    ("web,serve", "'make web' builds the page, one file that plays in a browser"),
    ("version", "'rainsynth --version' prints the version"),
    ("curves,curve", "'rainsynth help settings' explains --curve"),
  ])
}
