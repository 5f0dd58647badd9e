internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Wording

/// The line of a manifest for one WAV: its settings, then the results.
struct ManifestEntry: Equatable {
  /// The object of JSON on one line.
  let line: String
  let file: String
  /// The length of the file.
  let bytes: Int

  /// The entry of a job in a file of that length.
  init(
    file: String, preset: String, _ job: RenderJob, bytes: Int,
    results: [(key: String, json: String)]
  ) {
    let beginning = ManifestEntry.beginning(
      file: file, preset: preset, job, bytes: bytes)
    let all = [("software", JSONText.string(Program.signature))] + results
    line = "\(beginning),\(JSONText.line(all).dropFirst())"
    self.file = file
    self.bytes = bytes
  }

  /// Reads a line; nil if batch did not write it.
  init?(_ line: String) {
    // The reader takes flat objects: cut the settings out.
    guard let opening = line.firstRange(of: ",\"settings\":{"),
      let closing = line[opening.upperBound...].firstIndex(of: "}"),
      (try? PresetReader.read(Array("{\(line[opening.upperBound...closing])".utf8))) != nil,
      let outside = try? PresetReader.read(
        Array((line[..<opening.lowerBound] + line[closing...].dropFirst()).utf8)),
      case .string(let file)? = outside.entries.first(where: { $0.key == "file" })?.scalar,
      case .number(_, let text)? = outside.entries.first(where: { $0.key == "bytes" })?.scalar,
      let bytes = Int(text), !file.unicodeScalars.contains(where: { $0 == "/" || $0 == "\0" })
    else { return nil }
    self.line = line
    self.file = file
    self.bytes = bytes
  }

  /// Whether it is the entry of that job in this sound revision, with any results.
  func isOf(_ job: RenderJob, file: String, preset: String, bytes: Int) -> Bool {
    let beginning = ManifestEntry.beginning(
      file: file, preset: preset, job, bytes: bytes)
    return line.hasPrefix("\(beginning),")
  }

  private static func beginning(
    file: String, preset: String, _ job: RenderJob, bytes: Int
  ) -> String {
    let members = [
      ("file", JSONText.string(file)),
      ("preset", JSONText.string(preset)),
      ("revision", "\(Rain.soundRevision)"),
      ("seed", "\(job.seed)"),
      ("settings", JSONText.line(job.members)),
      ("bytes", "\(bytes)"),
    ]
    return String(JSONText.line(members).dropLast())
  }
}
