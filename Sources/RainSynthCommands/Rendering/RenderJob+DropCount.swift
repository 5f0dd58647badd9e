internal import RainDSP

extension RenderJob {
  /// The near drops that strike within the frames.
  var dropCount: Int {
    guard rain.drops > 0 else { return 0 }
    var schedule = DropSchedule(
      perMinute: rain.drops, gust: rain.gust, sampleRate: sampleRate, seed: seed,
      startingAt: frames.lowerBound, loop: isLoop ? totalFrames : nil)
    var count = 0
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      frame = min(frame + sampleRate, frames.upperBound)
      while schedule.next(before: frame) != nil { count += 1 }
    }
    return count
  }
}
