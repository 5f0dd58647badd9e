internal import RainFiles
internal import Text

/// The WAVs of a batch, one for each preset and combination of values, and their manifest.
struct Batch {
  /// A file that is asked for. Messages call it by its label.
  struct Item {
    let preset: String
    let label: String
    let file: String
    let values: BatchMatrix.Values
  }

  private let settings: RenderFlags
  private let stems: StemFolder?
  private let names: CategorizedName?
  private var run: ClipRun
  private var labels: [String] = []
  private var missing: [(label: String, rendering: ClipRun.RenderedClip)] = []
  private var failed: Set<String> = []

  /// Reads the manifest of the folder. Throws if there is one that batch did not write.
  init(
    folder: String, _ settings: RenderFlags, _ waveFile: WaveWriter, _ stems: StemFolder?,
    _ names: CategorizedName?
  ) throws {
    (self.settings, self.stems, self.names) = (settings, stems, names)
    run = try ClipRun(folder: folder, .object, of: "batch", settings, waveFile)
  }

  /// Finds the files to render: all but those that exist with the same settings.
  nonisolated(nonsending) mutating func plan(
    _ items: [Item], loudness: Double?, rendersAll: Bool
  ) async throws {
    var read: [String: Preset] = [:]
    for item in items {
      labels.append(item.label)
      do {
        let preset: Preset
        if let known = read[item.preset] {
          preset = known
        } else {
          preset = try Preset(word: item.preset)
          read[item.preset] = preset
          settings.announceRevision(of: preset)
        }
        var job = try settings.rendering(
          of: preset, word: item.label, drawn: item.values.settings, seed: item.values.seed)
        if let loudness { job = try await job.leveled(to: loudness, threads: settings.threads) }
        let title = ClipRun.withoutEnding(item.file)
        var names = names
        names?.title = title
        let rendering = try run.planned(
          job, file: names?.file(of: job, ending: run.ending) ?? item.file, preset: item.preset,
          name: item.label,
          stems: stems?.inside(title),
          varied: item.values.settings.map(ClipRun.varied),
          rendersAll: rendersAll)
        if let rendering { missing.append((item.label, rendering)) }
      } catch {
        StandardError.note(Failure(error).sentence)
        failed.insert(item.label)
      }
    }
    if run.unchanged > 0, !settings.isQuiet {
      StandardError.note("\(run.unchanged) of \(labels.count) files unchanged; --all renders them")
    }
  }

  /// Renders the files, and writes the whole manifest, unless every preset failed. A failure does not stop the
  /// others.
  nonisolated(nonsending) mutating func render() async throws {
    for place in try await run.render(missing.map(\.rendering)) {
      failed.insert(missing[place].label)
    }
    if failed.count < labels.count { try run.finish() }
    guard !failed.isEmpty else { return }
    let names = labels.filter(failed.contains).map(\.quoted).joined(separator: ", ")
    throw Failure(.couldNot, "\(failed.count) of \(labels.count) presets failed: \(names)")
  }
}
