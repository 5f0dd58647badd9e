internal import Platform

extension Encoder {
  /// How many channels ffmpeg finds in a file that it has made of more than two: into some formats
  /// it mixes them, and ends well. nil where that is not asked, since the format is known or the
  /// command line says -ac, or cannot be told.
  func channels(in path: String, of wanted: Int) throws(FileError) -> Int? {
    guard program == .ffmpeg, wanted > 2, !isKnownFormat, !words.contains("-ac") else { return nil }
    let probe = try ChildProgram(
      path: self.path,
      arguments: ["-nostats", "-i", "file:\(path)", "-af", "ashowinfo", "-frames:a", "1"]
        + ["-f", "null", "-"], pipeBytes: 4096)
    let text = probe.allMessages(milliseconds: 10_000)
    let mark = "channels:"
    return text.split(separator: " ").lazy
      .compactMap { $0.hasPrefix(mark) ? Int($0.dropFirst(mark.count)) : nil }.first
  }
}
