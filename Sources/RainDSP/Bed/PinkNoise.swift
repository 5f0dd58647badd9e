/// Noise with the same power in every octave, RMS 1: -3.01 dB an octave.
public struct PinkNoise: ~Copyable {
  private let white: WhiteNoise
  private var filter: PinkFilter

  /// - Parameters:
  ///   - sampleRate: in Hz.
  ///   - key: its own for each source and channel.
  public init(sampleRate: Int, key: RandomKey) {
    white = WhiteNoise(key: key)
    filter = PinkFilter(sampleRate: sampleRate)
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
