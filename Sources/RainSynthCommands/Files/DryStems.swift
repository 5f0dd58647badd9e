internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// The dry stems of a rendering, read from a folder to be mixed again.
struct DryStems {
  let job: Rendering
  /// In the order in which they are added.
  private let readers: [WaveReader]
  private let paths: [String]

  /// Finds the stems among the WAVs of a folder. Other WAVs may lie there, too.
  init(folder: String, quiet: Bool) throws(Failure) {
    let names: [String]
    do {
      names = try OutputFolder.names(in: folder, ending: ".wav")
    } catch {
      throw Failure(error)
    }
    var found: [RainStem: (path: String, settings: EmbeddedSettings, reader: WaveReader)] = [:]
    var isWet = false
    for name in names {
      let path = "\(folder)/\(name)"
      guard let reader = try? WaveReader(path: path),
        let settings = try EmbeddedSettings(reader, path: path), let (stem, point) = settings.stem
      else { continue }
      guard point == .dry else {
        isWet = true
        continue
      }
      if let other = found[stem] {
        throw Failure(
          .couldNot, "\(other.path.quoted) and \(path.quoted) both hold the stem \(stem.rawValue)"
        )
      }
      found[stem] = (path, settings, reader)
    }
    let missing = RainStem.allCases.filter { found[$0] == nil }
    guard let first = found[.drops], missing.isEmpty else {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      let hint = isWet ? "; stems taken with --stems-wet are a mix without this command" : ""
      throw Failure(.couldNot, "\(PlainText.path(folder)): holds no stem of \(names)\(hint)")
    }
    if !quiet { first.settings.announceOtherRevision() }
    job = try first.settings.rendering()
    paths = RainStem.allCases.compactMap { found[$0]?.path }
    readers = RainStem.allCases.compactMap { found[$0]?.reader }
    let format = WaveFormat(.f32, channels: job.channels, sampleRate: job.sampleRate)
    for (path, reader) in zip(paths, readers) {
      guard try found.values.first(where: { $0.path == path })?.settings.rendering().job == job.job
      else {
        throw Failure(
          .couldNot, "\(path.quoted) and \(first.path.quoted) come from different renderings")
      }
      guard reader.format == format, reader.frames == job.frames.count,
        reader.missingByteCount == 0
      else {
        throw Failure(
          .couldNot,
          "\(path.quoted) has another length or format than it was written with; "
            + "render the stems again")
      }
    }
  }

  /// Adds the stems and finishes their mix: hands the bytes of the rendering to `sink`, in order; returns how
  /// many samples the soft clip has bent by more than 1 dB.
  func finish(to sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Int {
    var mixer = StemMixer(job)
    var buffers = [[UInt8]](repeating: [], count: readers.count)
    while mixer.framesWanted > 0 {
      let wanted = mixer.framesWanted * job.channels * MemoryLayout<Float>.size
      for index in readers.indices {
        var piece: [UInt8] = []
        do {
          while buffers[index].count < wanted, try readers[index].read(into: &piece) {
            buffers[index] += piece
          }
        } catch {
          throw Failure(error)
        }
        guard buffers[index].count >= wanted else {
          throw Failure(.couldNot, "\(paths[index].quoted) became shorter while it was read")
        }
      }
      try sink(mixer.finish(buffers.map { $0[..<wanted] }))
      for index in buffers.indices { buffers[index].removeFirst(wanted) }
    }
    return mixer.limitedSamples
  }
}
