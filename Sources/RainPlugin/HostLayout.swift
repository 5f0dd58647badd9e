/// A plug-in of the file: hosts want one for each number of channels.
struct HostLayout: Sendable {
  let name: String
  let title: String
  let channels: Int
  let clapID: String
  let uri: String

  static let all = [
    HostLayout(
      name: "stereo", title: "rainsynth", channels: 2, clapID: "rainsynth.rain",
      uri: "urn:rainsynth:rain"),
    HostLayout(
      name: "mono", title: "rainsynth mono", channels: 1, clapID: "rainsynth.rain-mono",
      uri: "urn:rainsynth:rain-mono"),
  ]

  static let summary = "Rain: each place of the song has its own, the same each time."
}
