internal import Text

/// The length of a rendering, the part of it that is rendered, and how its ends are shaped.
///
///     0          from                    to        duration
///     |-----------|======================|----------|
///     |< fadeIn >|                        |< fadeOut >|
///
/// Parts that follow one another join to the whole without a seam: fades and loops belong to the
/// whole, not to the part.
public struct Extent: Sendable, Hashable {
  /// The length of the whole; nil for endless rain.
  public var duration: Duration?
  /// Where the part begins.
  public var from = Duration.zero
  /// Where the part ends; nil for the end of the whole.
  public var to: Duration?
  /// Whether the end of the whole leads on to its beginning without a seam. The whole then lasts 1 s
  /// or more and has no fades.
  public var isLoop = false
  /// How long the whole takes to rise from silence.
  public var fadeIn = Duration.zero
  /// How long the whole takes to fall to silence at its end.
  public var fadeOut = Duration.zero

  /// The whole of a rendering of that length; nil for endless rain.
  public init(duration: Duration?) {
    self.duration = duration
  }

  /// The longest time: 10⁹ h. At 192 kHz that is a tenth of the frames that an Int can count.
  public static let longest = Duration.longestWritten
}
