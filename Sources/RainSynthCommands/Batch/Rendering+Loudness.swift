internal import RainAudio
internal import RainDSP
internal import RainFiles

extension Rendering {
  /// The rendering with the setting `gain` that gives it a loudness in LUFS.
  nonisolated(nonsending) func leveled(
    to loudness: Double, threads: Int
  ) async throws -> Rendering {
    let (gain, range) = (Setting.gain, Setting.gain.row.range)
    guard !self.writtenAutomation.moves(gain) else {
      throw Failure(.wrongUsage, "--loudness sets the gain, which has a curve here")
    }
    var job = job
    // Twice, since the limiter takes a part of what is added.
    for _ in 0..<2 {
      var floats = job
      floats.format = .f32
      let measured = try Rendering(floats)
      var levels = Levels(
        WaveFormat(.f32, layout: job.layout, sampleRate: job.sampleRate))
      _ = await measured.deliver(threads: threads) { bytes in levels.update(bytes.span) }
      guard let own = levels.loudness, own.isFinite else {
        throw Failure(
          .couldNot,
          "this rain has no loudness that --loudness could set: it is silent, below -70 LUFS or "
            + "shorter than 0.4 s")
      }
      let number = ((job.rain.gain + loudness - own) * 100).rounded() / 100
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
