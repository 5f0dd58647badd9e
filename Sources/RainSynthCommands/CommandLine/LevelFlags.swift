/// The flags that find the gain of a rendering by its levels.
struct LevelFlags {
  private static let loudness = Quantity(Text.Unit("LUFS"), -60...(-10))
  private static let truePeak = Quantity(Text.Unit("dBTP"), -60...0)

  static let loudnessOption = Option(
    "loudness", takes: "LUFS|keep",
    "set the gain that gives each file this loudness (EBU R 128); keep: leave it as it is",
    range: loudness.description, standard: "keep", completion: Completion(words: ["keep"]))

  static let group = OptionGroup(
    title: "Level",
    options: [
      loudnessOption,
      Option(
        "true-peak", takes: "DBTP|keep", "lower the gain until no true peak exceeds this",
        range: truePeak.description, standard: "keep", completion: Completion(words: ["keep"])),
    ])

  /// nil: that of the settings.
  let loudness: Double?
  /// nil: no ceiling but that of the limiter.
  let truePeak: Double?

  init(_ commandLine: ParsedCommandLine) throws {
    loudness = try Self.number("loudness", Self.loudness, commandLine)
    truePeak = try Self.number("true-peak", Self.truePeak, commandLine)
  }

  private static func number(
    _ flag: String, _ quantity: Quantity, _ commandLine: ParsedCommandLine
  ) throws -> Double? {
    guard let text = commandLine[flag], text != "keep" else { return nil }
    guard let number = try? quantity.parse(text, for: flag) else {
      throw Flaw("--\(flag) takes keep or \(quantity), not \(text.quoted)")
    }
    return number
  }

  var setsGain: Bool { loudness != nil || truePeak != nil }

  /// Throws where the gain moves, which follows from levels.
  func check(_ rendering: Rendering) throws {
    guard setsGain, rendering.writtenAutomation.moves(.gain) else { return }
    throw Flaw(
      "--\(loudness == nil ? "true-peak" : "loudness") sets the gain, which has a curve here")
  }

  /// The rendering with the gain that they ask for, where the ceiling has the last word, and its
  /// levels; those of another rendering if it `measures` them. Says what they miss or overdo, and
  /// of which `file`, if there are several, or else the gain.
  func announced(
    _ rendering: Rendering, _ flags: RenderFlags, measures: Bool = false, in file: String? = nil
  ) async throws -> (Rendering, Levels?) {
    let threads = flags.threads(for: rendering)
    guard setsGain else {
      return (rendering, measures ? try await rendering.levels(threads: threads) : nil)
    }
    try check(rendering)
    let before = rendering.job.rain[.gain]
    var rendering = rendering
    if let loudness { rendering = try await rendering.leveled(to: loudness, threads: threads) }
    if let truePeak {
      rendering = try await rendering.lowered(toTruePeak: truePeak, threads: threads)
    }
    let gain = rendering.job.rain[.gain]
    if file == nil {
      flags.note("the gain \(gain == before ? "stays at" : "is") \(NumberText.shortest(gain)) dB")
    }
    let levels = try await rendering.levels(threads: threads)
    for sentence in sentences(of: levels) {
      flags.note((file.map { "\($0.quoted): " } ?? "") + sentence)
    }
    return (rendering, levels)
  }

  /// Loudness is met to so many LU: a tenth is what meters show, and the limiter may cost as much again.
  private static let tolerance = 0.2

  /// The sentences on levels that a rendering has missed, or overdone.
  private func sentences(of levels: Levels) -> [String] {
    func text(_ number: Double) -> String { FixedPoint.text(number, decimals: 1) }
    var sentences: [String] = []
    if let loudness, let measured = levels.loudness,
      (measured - loudness).magnitude > Self.tolerance
    {
      let (missed, isBelow) = ((measured - loudness).magnitude, measured < loudness)
      let reason =
        isBelow && truePeak != nil ? "--true-peak allows no more" : "the limiter holds it there"
      sentences.append(
        "the loudness is \(text(measured)) LUFS, \(text(missed)) LU \(isBelow ? "below" : "above") --loudness: \(reason)"
      )
    }
    if truePeak == nil, let peak = Levels.decibels(Double(levels.truePeak)), peak > 0.05 {
      sentences.append(
        "the true peak is +\(text(peak)) dBTP, beyond full scale; --true-peak -1 of render keeps it below"
      )
    }
    return sentences
  }
}

extension Rendering {
  /// The levels of its samples, before dither.
  fileprivate func levels(threads: Int) async throws -> Levels {
    var job = job
    job.format = .f32
    let rendering = try Rendering(job)
    var levels = Levels(rendering.waveFormat)
    _ = await rendering.deliver(threads: threads) { bytes in levels.update(bytes.span) }
    return levels
  }

  /// The rendering with a lower setting `gain`, where its true peak would exceed a ceiling in dBTP.
  fileprivate func lowered(toTruePeak ceiling: Double, threads: Int) async throws -> Rendering {
    // By the secant, then by halves between a gain that is too high and one that is not, since the
    // limiter gives back a part of what the gain takes.
    let lowest = Setting.gain.row.range.lowerBound
    var (rendering, low) = (self, Rendering?.none)
    var high: (gain: Double, peak: Double)?
    // Each round halves a range of 84 dB at most, once the secant has found both ends of it.
    for _ in 0..<40 {
      let gain = rendering.job.rain[.gain]
      let levels = try await rendering.levels(threads: threads)
      var wanted = gain
      if let peak = Levels.decibels(Double(levels.truePeak)), peak > ceiling {
        if gain <= lowest { break }
        let slope = high.map { ($0.peak - peak) / ($0.gain - gain) } ?? 1
        high = (gain, peak)
        wanted = gain - (peak - ceiling) / max(0.1, min(1, slope))
      } else {
        low = rendering
      }
      guard let high else { return rendering }
      if let low {
        if high.gain - low.job.rain[.gain] < 0.1 { return low }
        wanted = (high.gain + low.job.rain[.gain]) / 2
      }
      var job = rendering.job
      job.writtenAutomation.set(.gain, to: max(lowest, (wanted * 100).rounded(.down) / 100))
      rendering = try Rendering(job)
    }
    if let low { return low }
    throw Failure(.couldNot, "no gain holds this rain below \(Setting.gain.text(ceiling)) dBTP")
  }

  /// The rendering with the setting `gain` that gives it a loudness in LUFS.
  fileprivate func leveled(to loudness: Double, threads: Int) async throws -> Rendering {
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
      let number = ((job.rain[.gain] + loudness - measured) * 100).rounded() / 100
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
