@testable import RainDSP

/// Noise of one color and RMS 1, from any frame on: the noise of the bed, without its settings.
struct Noise: ~Copyable {
  /// The frame that the next call renders first.
  private(set) var frame = 0

  private var noise: ColoredNoise
  private var loop: LoopedNoise
  private var tile = LaneTile()
  /// The frames of `tile` in the order of time.
  private var frames = FixedArray<Float>(repeating: 0, count: Tile.frames)
  /// The tile that `frames` hold.
  private var madeTile = Int.min

  /// - Parameters:
  ///   - color: of the noise.
  ///   - sampleRate: in Hz, within ``RainRenderer/sampleRates``.
  ///   - key: its own for each channel, which makes channels independent; equal keys give equal
  ///     noise.
  /// - Throws: ``InvalidSetting`` for a sample rate outside its range.
  init(_ color: NoiseColor, sampleRate: Int, key: RandomKey) throws(InvalidSetting) {
    try InvalidSetting.require(sampleRate, in: SampleRate.range, "sampleRate")
    noise = ColoredNoise(color.row(sampleRate: sampleRate).roots, key: key)
    loop = LoopedNoise(timeline: Timeline(sampleRate: sampleRate, frames: nil))
  }

  /// Makes the next call render from `frame` on. Noise has no beginning: frames below 0 are noise,
  /// too.
  mutating func seek(to frame: Int) { self.frame = frame }

  /// Renders the next frames of one channel, as many as fit into `output`. White noise lies within
  /// ±√3; other colors are close to a normal distribution and now and then exceed ±4.
  mutating func render(into output: inout MutableSpan<Float>) {
    var written = 0
    while written < output.count {
      let index = Tile.index(of: frame)
      if index != madeTile { make(tile: index) }
      let first = frame - index * Tile.frames
      let count = min(Tile.frames - first, output.count - written)
      for offset in stride(from: 0, to: count, by: Lanes.count) {
        let part = min(Lanes.count, count - offset)
        output.put(frames[from: first + offset, count: part], count: part, at: written + offset)
      }
      written += count
      frame += count
    }
  }

  private mutating func make(tile index: Int) {
    // After a jump, the filter needs the tiles that it remembers.
    let first = index == madeTile &+ 1 ? index : index - noise.memoryTiles
    for number in first...index {
      noise.render(tile: number, in: &loop, from: 1, to: 1, into: &tile)
    }
    tile.scatter(into: &frames)
    madeTile = index
  }
}
