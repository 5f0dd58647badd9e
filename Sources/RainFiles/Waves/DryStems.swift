internal import Platform
internal import RainAudio
internal import RainDSP
internal import Text

/// The dry stems of a rendering, read from a folder to be mixed again.
///
/// A file is the stem that its settings say. Editors may drop them; then a word in its name says which stem it is, and
/// the settings of the other stems hold for it.
package struct DryStems {
  /// A stem and its samples.
  private struct Source {
    let path: String
    let reader: WaveReader
    let settings: StoredSettings?
    var samples: [Float] = []

    /// The first samples, which are removed. What is no number, or far beyond full scale, becomes 0, since the
    /// filters would never forget it.
    mutating func take(_ count: Int, broken: inout Int) throws(FileError) -> [Float] {
      var bytes: [UInt8] = []
      while samples.count < count, try reader.read(into: &bytes) {
        let format = reader.format
        let span = bytes.span
        for index in 0..<bytes.count / format.bytesPerSample {
          let sample = format.sample(span, index)
          if sample == nil { broken += 1 }
          samples.append(sample ?? 0)
        }
      }
      guard samples.count >= count else {
        throw .malformed(path: path, "became shorter while it was read")
      }
      defer { samples.removeFirst(count) }
      return Array(samples[..<count])
    }
  }

  /// What the stems are a rendering of.
  package let rendering: Rendering
  /// The settings that were found.
  package let settings: StoredSettings
  /// What was assumed of files that do not say which stem they are, in sentences.
  package let assumptions: [String]
  /// In the order in which they are added.
  private var sources: [Source]
  /// What each stem is multiplied by; 1 where it has no number.
  package var gains: [RainStem: Float] = [:]
  /// How many samples were no number, and were mixed as silence.
  package private(set) var brokenSamples = 0

  /// Finds the stems among the WAVs of a folder. Other WAVs may lie there, too. Where no stem has settings, those of
  /// the mix in the file `mix` hold.
  package init(folder: String, settingsOf mix: String? = nil) throws {
    let mix = try mix.map { path in (settings: try StoredSettings(contentsOf: path), path: path) }
    var found: [RainStem: Source] = [:]
    var nameless: [RainStem: Source] = [:]
    /// The error for each stem that several files could be.
    var rivals: [RainStem: FileError] = [:]
    var isWet = false
    var unreadable: FileError?
    for name in try OutputFolder.names(in: folder, ending: ".wav") {
      let path = "\(folder)/\(name)"
      let reader: WaveReader
      let stored: StoredSettings?
      do throws(FileError) {
        reader = try WaveReader(path: path)
        stored = try StoredSettings(reader, path: path)
      } catch {
        unreadable = unreadable ?? error
        continue
      }
      guard let settings = stored else {
        guard let stem = StemFolder.stem(named: name) else { continue }
        if let other = nameless[stem] {
          rivals[stem] = .malformed(
            path: path,
            "could be the stem \(stem.rawValue), as could \(other.path.quoted); leave one of them")
        }
        nameless[stem] = Source(path: path, reader: reader, settings: nil)
        continue
      }
      guard let (stem, point) = settings.stem else { continue }
      if point == .wet { isWet = true }
      guard point == .dry else { continue }
      if let other = found[stem] {
        throw FileError.malformed(
          path: path, "holds the stem \(stem.rawValue), as \(other.path.quoted) does")
      }
      found[stem] = Source(path: path, reader: reader, settings: settings)
    }
    let isKnown = !found.isEmpty || mix != nil
    if isKnown, let rival = rivals.first(where: { found[$0.key] == nil }) {
      throw rival.value
    }
    let known = found
    if isKnown { found.merge(nameless) { own, _ in own } }
    let missing = RainStem.allCases.filter { found[$0] == nil }
    sources = RainStem.allCases.compactMap { found[$0] }
    let first = sources.lazy.compactMap { source in
      source.settings.map { (settings: $0, path: source.path) }
    }
    .first
    guard missing.isEmpty, let (settings, path) = mix ?? first else {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      let hint =
        if let unreadable {
          "; \(unreadable)"
        } else if let file = nameless.values.first {
          "; no settings are stored in \(file.path.quoted) and its neighbors; --settings takes them from the mix"
        } else {
          isWet ? "; stems taken with --stems-wet are a mix without this command" : ""
        }
      throw FileError.malformed(path: folder, "holds no stem of \(names)\(hint)")
    }
    self.settings = settings
    rendering = try settings.rendering()
    assumptions = RainStem.allCases.compactMap { stem in
      guard let source = nameless[stem] else { return nil }
      if let other = known[stem] {
        return "\(source.path.quoted) is left out: \(other.path.quoted) says that it is the stem "
          + stem.rawValue
      }
      return "\(source.path.quoted) does not say which stem it is: by its name \(stem.rawValue), "
        + "with the settings in \(path.quoted)"
    }
    for source in sources {
      try check(source, like: path)
    }
  }

  /// Throws unless a stem has the settings, the length and the rate of the rendering. Editors may change its
  /// format.
  private func check(_ source: Source, like path: String) throws {
    guard try source.settings.map({ try $0.rendering().job == rendering.job }) ?? true else {
      throw FileError.malformed(
        path: source.path,
        "has other settings than \(path.quoted): they come from different renderings")
    }
    let reader = source.reader
    guard reader.format.sampleRate == rendering.sampleRate,
      reader.format.channels == rendering.channels, reader.frames == rendering.frames.count,
      reader.missingByteCount == 0
    else {
      throw FileError.malformed(
        path: source.path,
        "has another length, rate or number of channels than it was written with; "
          + "render the stems again")
    }
  }

  /// Adds the stems and finishes their mix: hands the bytes of the rendering to `sink`, in order.
  package mutating func mix(to sink: ([UInt8]) throws -> Void) throws {
    var mixer = StemMixer(rendering)
    while mixer.framesWanted > 0 {
      let wanted = mixer.framesWanted * rendering.channels
      var stems: [[Float]] = []
      // In the order of the sources.
      for (index, stem) in RainStem.allCases.enumerated() {
        let samples = try sources[index].take(wanted, broken: &brokenSamples)
        stems.append(gains[stem].map { gain in samples.map { $0 * gain } } ?? samples)
      }
      try sink(mixer.finish(stems))
    }
  }
}
