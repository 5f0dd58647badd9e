internal import RainDSP

/// The plug-ins of the file: one for each layout, since ports of LV2 never change.
extension ChannelLayout {
  /// Stereo, which most people want, comes first.
  static let ofPlugins = [ChannelLayout.stereo] + allCases.filter { $0 != .stereo }

  var pluginTitle: String { self == .stereo ? "rainsynth" : "rainsynth \(rawValue)" }
  var clapID: String { "rainsynth.rain" + (self == .stereo ? "" : "-\(rawValue)") }
  var uri: String { "urn:rainsynth:rain" + (self == .stereo ? "" : "-\(rawValue)") }

  /// The type of its port in CLAP, which is a feature of the plug-in, too.
  var portType: String { isAmbisonic ? "ambisonic" : isSurround ? "surround" : rawValue }

  /// The speakers in the order of the channels, by their bits in the ``speakerMask``: CLAP has the same numbers.
  var speakerNumbers: [UInt8] { (0..<18).filter { speakerMask >> $0 & 1 == 1 } }

  /// The channels as LV2 calls them, and whether it has a designation of that name.
  var symbols: [(name: String, isDesignation: Bool)] {
    if isAmbisonic { return (0..<channels).map { ("ACN\($0)", true) } }
    return speakerNumbers.map { (Self.speakerNames[Int($0)], $0 < 12) }
  }

  private static let speakerNames = [
    "left", "right", "center", "lowFrequencyEffects", "rearLeft", "rearRight", "centerLeft",
    "centerRight", "rearCenter", "sideLeft", "sideRight", "topCenter", "topFrontLeft",
    "topFrontCenter", "topFrontRight", "topRearLeft", "topRearCenter", "topRearRight",
  ]
}
