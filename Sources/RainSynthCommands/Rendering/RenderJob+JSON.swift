internal import RainAudio
internal import RainDSP

extension RenderJob {
  /// All that decides on a sample, as members of a JSON object: the flags that are no setting of
  /// the rain under their names, with times in frames, then the settings of the rain as presets
  /// have them.
  var members: [(key: String, json: String)] {
    [
      ("seed", "\(seed)"),
      ("rate", "\(sampleRate)"),
      ("channels", "\(channels)"),
      ("format", JSONText.string(format.rawValue)),
      ("dither", "\(isDithered)"),
      ("duration", "\(totalFrames)"),
      ("loop", "\(isLoop)"),
      ("from", "\(frames.lowerBound)"),
      ("to", "\(frames.upperBound)"),
      ("fadeIn", "\(fades.inFrames)"),
      ("fadeOut", "\(fades.outFrames)"),
    ] + rain.ownMembers
  }
}
