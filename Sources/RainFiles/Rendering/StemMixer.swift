internal import RainAudio
internal import RainDSP

/// Adds dry stems and finishes their mix as the rendering does: tone, gain, limiter, fades and format.
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

  /// How many samples the limiter has bent by more than 1 dB.
  package var limitedSamples: Int { renderer.limitedSamples }

  /// The bytes of the rendering, from the next samples of its stems, left before right, in the order of
  /// ``RainDSP/RainStem``.
  package mutating func finish(_ stems: [[Float]]) -> [UInt8] {
    let count = framesWanted
    let channels = rendering.channels
    var mix = [Float](repeating: 0, count: count * channels)
    for sample in 0..<count * channels {
      // From the first stem on, not from 0: 0 + -0 is +0, which has other bits than the mix.
      var sum = stems[0][sample]
      for stem in 1..<stems.count { sum += stems[stem][sample] }
      mix[sample % channels * count + sample / channels] = sum
    }
    var bytes: [UInt8] = []
    renderer.encode(mix: mix, firstFrame: frame, into: &bytes)
    frame += count
    return bytes
  }
}
