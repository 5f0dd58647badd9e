/// One drop of a rendering by itself: the very samples that the mix holds of it, before echo and
/// bed, after gain and soft clip.
public struct DropRecording: Sendable {
  /// The frame in which it strikes.
  public let onset: Int
  public let drop: Drop
  public let course: Drop.Course
  /// Interleaved, from the onset to the end of the drop in the channel that hears it last.
  public let samples: [Float]

  /// The drop number `number`, from 0, in the order in which drops strike; nil when none falls
  /// within the first 24 hours.
  public init?(
    number: Int, of rain: Rain, sampleRate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1
  ) {
    precondition(number >= 0, "drops are counted from 0")
    guard rain.drops > 0 else { return nil }
    var schedule = DropSchedule(
      perMinute: rain.drops, gust: rain.gust, sampleRate: sampleRate, seed: seed)
    var arrivals: [DropSchedule.Arrival] = []
    var second = 0
    var struck = 0
    // A second at a time: within it, arrivals come layer by layer.
    while struck + arrivals.count <= number {
      struck += arrivals.count
      arrivals = []
      guard second < 24 * 3600 else { return nil }
      second += 1
      while let arrival = schedule.next(before: second * sampleRate) {
        arrivals.append(arrival)
      }
    }
    // In the order of time; drops of one frame in the order of layers.
    let order = arrivals.indices.sorted {
      (arrivals[$0].frame, $0) < (arrivals[$1].frame, $1)
    }
    let arrival = arrivals[order[number - struck]]
    onset = arrival.frame
    drop = Drop(
      key: arrival.key, in: rain,
      sizes: DropSize(intensity: rain.intensity, spread: rain.sizeSpread))
    course = drop.course(sampleRate: sampleRate)
    let gains = drop.gains(channels: channels)
    let gain = SoftClip.gain(of: rain)
    var sound = [Float](repeating: 0, count: course.frames + 16)
    var span = sound.mutableSpan
    drop.render(into: &span, sampleRate: sampleRate)
    if channels == 1 {
      samples = sound.prefix(course.frames).map { SoftClip.apply($0 * gains.left * gain) }
    } else {
      let delays = Place.delays(lag: drop.lag(sampleRate: sampleRate))
      var samples = [Float](repeating: 0, count: 2 * (course.frames + delays.left + delays.right))
      for (frame, x) in sound.prefix(course.frames).enumerated() {
        samples[2 * (frame + delays.left)] = SoftClip.apply(x * gains.left * gain)
        samples[2 * (frame + delays.right) + 1] = SoftClip.apply(x * gains.right * gain)
      }
      self.samples = samples
    }
  }
}
