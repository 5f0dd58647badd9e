internal import RainAudio
internal import RainDSP
internal import RainFiles

extension Rendering {
  /// What its samples measure, before dither.
  nonisolated(nonsending) func levels(threads: Int) async throws -> Levels {
    var job = job
    job.format = .f32
    var levels = Levels(WaveFormat(.f32, layout: job.layout, sampleRate: job.sampleRate))
    _ = await (try Rendering(job)).deliver(threads: threads) { bytes in levels.update(bytes.span) }
    return levels
  }

  /// The rendering with a lower setting `gain`, where its true peak would exceed a ceiling in dBTP.
  nonisolated(nonsending) func lowered(
    toTruePeak ceiling: Double, threads: Int
  ) async throws -> Rendering {
    // By the secant, then by halves between a gain that is too high and one that is not: the limiter gives back a
    // part of what the gain takes.
    let lowest = Setting.gain.row.range.lowerBound
    var rendering = self
    var high: (gain: Double, peak: Double)?
    var low: Rendering?
    while true {
      let gain = rendering.job.rain.gain
      let levels = try await rendering.levels(threads: threads)
      var wanted = gain
      if let peak = Levels.decibels(Double(levels.truePeak)), peak > ceiling {
        guard gain > lowest else {
          throw Failure(
            .couldNot, "no gain holds this rain below \(Setting.gain.text(ceiling)) dBTP")
        }
        let slope = high.map { ($0.peak - peak) / ($0.gain - gain) } ?? 1
        high = (gain, peak)
        wanted = gain - (peak - ceiling) / max(0.1, min(1, slope))
      } else {
        low = rendering
      }
      guard let high else { return rendering }
      if let low {
        if high.gain - low.job.rain.gain < 0.1 { return low }
        wanted = (high.gain + low.job.rain.gain) / 2
      }
      var job = rendering.job
      job.writtenAutomation.set(.gain, to: max(lowest, (wanted * 100).rounded(.down) / 100))
      rendering = try Rendering(job)
    }
  }

  /// The rendering with the setting `gain` that gives it a loudness in LUFS.
  nonisolated(nonsending) func leveled(
    to loudness: Double, threads: Int
  ) async throws -> Rendering {
    let (gain, range) = (Setting.gain, Setting.gain.row.range)
    var job = job
    // Twice, since the limiter takes a part of what is added.
    for _ in 0..<2 {
      let levels = try await Rendering(job).levels(threads: threads)
      guard let measured = levels.loudness, measured.isFinite else {
        throw Failure(
          .couldNot,
          "this rain has no loudness that --loudness could set: it is silent, below -70 LUFS or "
            + "shorter than 0.4 s")
      }
      let number = ((job.rain.gain + loudness - measured) * 100).rounded() / 100
      guard range.contains(number) else {
        throw Failure(
          .couldNot,
          "no gain within \(gain.text(range.lowerBound)) .. "
            + "\(gain.text(range.upperBound)) dB gives this rain \(gain.text(loudness)) LUFS")
      }
      job.writtenAutomation.set(gain, to: number)
    }
    return try Rendering(job)
  }
}
