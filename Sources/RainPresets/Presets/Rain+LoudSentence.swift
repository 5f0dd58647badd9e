extension Rain {
  /// The sentence that it is loud in headphones; nil: it is not, or nobody has raised it.
  package var loudSentence: String? {
    guard self[.gain] > 0, loudness > Rain.loudInHeadphones else { return nil }
    func whole(_ level: Double) -> String { FixedPoint.text(level, decimals: 0) }
    return
      "about \(whole(loudness)) LUFS: more than \(whole(Rain.loudInHeadphones)) is loud in headphones"
  }
}
