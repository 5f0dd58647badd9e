/// Flags and commands that people look for and that are not there, each with what to type instead.
enum Removed {
  /// A command; the second word of one; a flag of one command, or of all.
  private static let sentences = [
    "--gauge":
      "'rainsynth gauge FILE -o day.json' reads a gauge, and '-p day.json' takes what it wrote",
    "--markers": "'drops --louder-than -20 -o FILE.txt' writes labels",
    "--part": "slices of raw samples join with cat: -o FILE.raw --from TIME --to TIME",
    "--rf64": "a WAV is so above 4 GiB; -o FILE.raw has any length",
    "--curve seed": "render two seeds, and cross-fade them in an editor",
    "mix": "any editor adds the stems of 'rainsynth render --stems DIR'",
    "--thunder": "-p storm is the rain of a thunderstorm",
    "--wind": "--gust lets the rain come in gusts",
    "--at": "'sleep 8h; rainsynth play --fade-in 10m' begins later, as cron does",
    "--mp3": "-o FILE.mp3 writes it", "--flac": "-o FILE.flac writes it",
    "--ogg": "-o FILE.ogg writes it", "--notch": "--highpass and --lowpass are the filters",
  ]

  /// The sentence about a command or a flag that is not there, as it was written behind the words before it; nil if there
  /// was none of that name.
  static func sentence(_ written: String, after command: String? = nil) -> String? {
    (command.flatMap { sentences["\($0) \(written)"] } ?? sentences[written])
      .map { "there is no \(written.quoted): \($0)" }
      ?? Setting.sentence(ofFormer: String(written.drop { $0 == "-" }))
  }
}
