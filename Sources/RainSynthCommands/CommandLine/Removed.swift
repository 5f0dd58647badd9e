internal import RainDSP
internal import RainFiles
internal import Text

/// Flags and commands that are gone, each with what to type instead.
enum Removed {
  /// A command; the second word of one; a flag of one command, or of all. A sentence follows "is gone: ".
  private static let sentences = [
    "--gauge":
      "'rainsynth gauge FILE -o day.json' reads a gauge, and '-p day.json' takes what it wrote",
    "--bext": "every WAV has this chunk",
    "--extensible": "a WAV is so above 16 bits or two channels",
    "--markers": "'drops --louder-than -20 -o FILE.txt' writes labels",
    "--metadata": "every WAV has its settings; 'rainsynth info FILE' prints them",
    "--no-metadata": "'rainsynth render -o FILE.raw' writes the samples alone",
    "--part": "slices of raw samples join with cat: -o FILE.raw --from TIME --to TIME",
    "--rf64": "a WAV is so above 4 GiB; -o FILE.raw has any length",
    "--stems-wet": "--stems writes what it wrote",
    "--shards":
      "'vary --shard 3/1000 -O s3 && tar --sort=name -cf s3.tar -C s3 .' makes an archive",
    "--curve seed": "render two seeds, and cross-fade them in an editor",
    "--verify": "'hash --files --check LIST' finds damaged files; remove them, and run again",
    "vary --ending": "'for x in DIR/*.wav; do flac $x; done' encodes the clips",
    "vary --encoder": "'for x in DIR/*.wav; do flac $x; done' encodes the clips",
    "drop --ending": "'for x in DIR/*.wav; do flac $x; done' encodes the drops",
    "drop --encoder": "'rainsynth drop -o - | flac - -o drop.flac' encodes a drop",
    "drop --csv": "'rainsynth drop -o FILE.raw -b f32' writes the samples",
    "drop --watch": "'rainsynth play --watch -p FILE' plays what is saved",
    "preset diff":
      "'diff <(rainsynth preset show A) <(rainsynth preset show B)' prints what differs",
    "mix": "any editor adds the stems of 'rainsynth render --stems DIR'",
    "hash --against": "'rainsynth stream ... | cmp - kept.raw' names the first byte that differs",
    "hash --marks": "each line holds its flags, and 'rainsynth hash --check FILE' reads them",
  ]

  /// The sentence about a command or a flag that is gone, as it was written behind the words before it; nil if there
  /// was none of that name.
  static func sentence(_ written: String, after command: String? = nil) -> String? {
    (command.flatMap { sentences["\($0) \(written)"] } ?? sentences[written])
      .map { "\(written.quoted) is gone: \($0)" }
      ?? Setting.sentence(ofFormer: String(written.drop { $0 == "-" }))
  }
}
