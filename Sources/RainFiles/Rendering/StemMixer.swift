internal import RainDSP

/// Adds dry stems and finishes their mix as the rendering does: tone, gain, soft clip, fades and format.
package struct StemMixer: ~Copyable {
  private let rendering: Rendering
  private var renderer: JobRenderer
  private var frame: Int

  /// The rendering has an end.
  package init(_ rendering: Rendering) {
    self.rendering = rendering
    frame = rendering.frames.lowerBound
    renderer = JobRenderer(rendering, startingAt: frame)
  }

  /// The frames that the next call takes, up to the end of a tile; 0 at the end.
  package var framesWanted: Int {
    min(Tile.frames - frame % Tile.frames, rendering.frames.upperBound - frame)
  }

  /// How many samples the soft clip has bent by more than 1 dB.
  package var limitedSamples: Int { renderer.limitedSamples }

  /// The bytes of the rendering, from those of the stems, which are little-endian Floats, left before right,
  /// in the order of ``/RainDSP/RainStem``.
  package mutating func finish(_ stems: [ArraySlice<UInt8>]) -> [UInt8] {
    let count = framesWanted
    let channels = rendering.channels
    var mix = [Float](repeating: 0, count: count * channels)
    for sample in 0..<count * channels {
      var sum: Float = 0
      for (index, stem) in stems.enumerated() {
        let first = stem.startIndex + 4 * sample
        let bits = (0..<4).reduce(0) { $0 | UInt32(stem[first + $1]) << (8 * UInt32($1)) }
        let value = Float(bitPattern: bits)
        // Not from 0 on: 0 + -0 is +0, which has other bits than the mix.
        sum = index == 0 ? value : sum + value
      }
      mix[sample % channels * count + sample / channels] = sum
    }
    var bytes: [UInt8] = []
    renderer.encode(mix: mix, firstFrame: frame, into: &bytes)
    frame += count
    return bytes
  }
}
