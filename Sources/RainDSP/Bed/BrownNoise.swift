/// Noise that integrates white noise, RMS 1: -6.02 dB an octave above 40 Hz, no constant part.
public struct BrownNoise: ~Copyable {
  private let white: WhiteNoise
  private var filter: BrownFilter

  /// - Parameters:
  ///   - sampleRate: in Hz.
  ///   - key: its own for each source and channel.
  public init(sampleRate: Int, key: RandomKey) {
    white = WhiteNoise(key: key)
    filter = BrownFilter(sampleRate: sampleRate)
  }

  /// Makes tile number `index`. Tiles come in the order of time; the first
  /// ``memoryTiles`` after a start elsewhere still miss a part of their past.
  public mutating func render(tile index: Int, into tile: inout LaneTile) {
    white.render(tile: index, into: &tile)
    filter.filter(&tile)
  }

  /// How many tiles back a frame depends on the white noise below it.
  public var memoryTiles: Int { filter.memoryTiles }
}
