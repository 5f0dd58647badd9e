internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// Compares the samples of a job with those of a WAV.
struct Comparison {
  /// The job up to the end of the WAV: nothing is compared with what comes after it.
  let job: Rendering
  private let ownFrames: Int
  private let path: String
  private let wave: WaveReader

  init(_ job: Rendering, with path: String) throws {
    self.path = path
    ownFrames = job.frames.count
    wave = try WaveReader(path: path)
    let format = wave.format
    guard format.sampleRate == job.sampleRate, format.channels == job.channels,
      format.layout == nil || format.layout == job.layout
    else {
      throw Failure(
        .couldNot,
        "\(path.quoted) cannot be compared: --rate \(format.sampleRate) --channels "
          + "\(format.layout?.optionName ?? "\(format.channels)") would be needed")
    }
    self.job = job.prefix(frames: wave.frames)
  }

  /// Prints whether both are the same, and throws if not.
  nonisolated(nonsending) func run(_ settings: RenderFlags) async throws {
    let format = WaveFormat(
      job.format, layout: job.layout, sampleRate: job.sampleRate)
    var theirs: [UInt8] = []
    var place = 0
    var samples = 0
    var first: Int?
    var brokenSamples = 0
    var peak = 0.0
    var squares = 0.0
    _ = try await job.deliver(threads: settings.threads) { bytes in
      for index in 0..<bytes.count / format.bytesPerSample {
        if (place + 1) * wave.format.bytesPerSample > theirs.count {
          guard try wave.read(into: &theirs) else { return }
          place = 0
        }
        let kept = wave.format.amplitude(place, of: theirs.span)
        if !kept.isFinite {
          brokenSamples += 1
          if first == nil { first = samples / format.channels }
        }
        let difference = format.amplitude(index, of: bytes.span) - (kept.isFinite ? kept : 0)
        if difference != 0, first == nil { first = samples / format.channels }
        peak = max(peak, difference.magnitude)
        squares += difference * difference
        samples += 1
        place += 1
      }
    }

    let (own, kept) = (ownFrames, wave.frames)
    var findings: [String] = []
    if let first {
      let seconds = Double(job.frames.lowerBound + first) / Double(job.sampleRate)
      findings.append("from \(FixedPoint.trimmed(seconds, decimals: 6)) s on")
    }
    if peak > 0 {
      let rms = (squares / Double(samples)).squareRoot()
      findings.append(
        "the difference has a peak of \(decibels(peak)) and an RMS of \(decibels(rms))")
    }
    if brokenSamples > 0 {
      findings.append(
        "\(brokenSamples) \(brokenSamples == 1 ? "sample is" : "samples are") not a number")
    }
    if own != kept { findings.append("\(kept) frames, not \(own)") }
    guard !findings.isEmpty else {
      if !settings.isQuiet { try StandardOutput.print("\(PlainText.path(path)): OK\n") }
      return
    }
    try StandardOutput.print(
      "\(PlainText.path(path)): FAILED \(findings.joined(separator: "; "))\n")
    throw Failure(.couldNot, "WARNING: the sound differs from \(path.quoted)")
  }

  private func decibels(_ amplitude: Double) -> String {
    "\(FixedPoint.text(Levels.decibels(amplitude) ?? 0, decimals: 1)) dBFS"
  }
}

extension WaveFormat {
  /// The amplitude of sample number `index` of the bytes; NaN or infinite if the sample is.
  fileprivate func amplitude(_ index: Int, of bytes: Span<UInt8>) -> Double {
    let word = word(bytes, index)
    guard isFloat else { return Double(word) * 0x1p-31 }
    return Double(Float(bitPattern: UInt32(bitPattern: word)))
  }
}
