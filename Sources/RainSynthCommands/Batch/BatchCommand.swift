/// `batch`: one WAV for each preset, and a manifest that lists them.
enum BatchCommand: Runnable {
  static let specification = CommandSpecification(
    name: "batch", summary: "Writes one WAV file per preset, and manifest.jsonl",
    page: Page(PackageResources.batch_txt),
    options: [
      ClipFlags.folder(isEveryday: true),
      ClipFlags.sync,
      EncoderFlags.ending,
      EncoderFlags.encoder,
      BatchMatrix.seeds,
      LevelFlags.loudnessOption,
      Option("all", "render all, also what has not changed", isNegatable: true),
    ] + SettingFlags.labels,
    shared: [NameFlags.group.without([NameFlags.title]), StemFlags.group]
      + SettingFlags.without(["preset"]),
    arguments: [Argument(.preset, repeats: true)],
    absences: [
      (["preset"], "its presets stand by themselves, as in 'rainsynth batch light -O DIR'"),
      ([NameFlags.title], "each preset names its own file"),
      (["output"], "-O is the folder for its files"),
    ],
    defaults: ["duration": "60s"])

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let matrix = try BatchMatrix(commandLine)
    let settings = matrix.settings
    // A mistake in the flags is said once, not for each preset.
    let rendering = try settings.rendering(of: nil, word: Preset.standardName)
    let levels = try LevelFlags(commandLine)
    try levels.check(rendering)
    if levels.setsGain, settings.lots.settings.contains(.gain) {
      throw Flaw("--loudness sets the gain, which has several values here")
    }
    let names = try NameFlags.names(commandLine)
    let stems = try StemFlags.folder(commandLine, names)
    var run = try ClipRun(settings)
    var words = try commandLine.presetArguments().flatMap { try presetFiles($0) }
    // A matrix of one preset may leave it out.
    if words.isEmpty, matrix.combinations.count > 1 { words = [Preset.standardName] }
    guard !words.isEmpty else {
      throw Flaw("batch needs presets; '\(ThisProgram.name) preset list' names some")
    }
    let form = run.form
    let items = try items(words, matrix, names, ending: form.ending)
    settings.announceInputs()
    form.encoder?.gapSentence(of: rendering).map(settings.note)
    var presets: [String: Preset] = [:]
    try await run.render(
      items.indices, named: { items[$0].label }, rendersAll: commandLine["all"] != nil
    ) { number in
      let item = items[number]
      let preset = try presets[item.preset] ?? Preset(word: item.preset)
      let isFirst = presets.isEmpty
      var job = try settings.rendering(of: preset, word: item.label, values: item.values)
      if presets.updateValue(preset, forKey: item.preset) == nil {
        settings.announce(preset)
        settings.announceIdle(in: job, of: preset, isFirst: isFirst)
        settings.announceUnused(by: job.use(free: settings.lots.settings), in: item.preset)
      }
      try RenderFlags.requireFrames(of: job)
      let measured: Levels?
      (job, measured) = try await levels.announced(job, settings, in: item.label)
      let title = Clip.withoutEnding(item.file)
      var names = names
      names?.title = title + (job.job.placeTitle.map { " \($0)" } ?? "")
      return try Clip(
        job, as: form, file: names?.file(of: job, ending: form.ending) ?? item.file, number: nil,
        preset: item.preset, name: item.label, stems: stems?.inside(title),
        levels: measured?.broadcastLevels ?? [], varied: item.values.varied)
    }
  }

  /// A file that is asked for. Messages call it by its label.
  private typealias Item = (preset: String, label: String, file: String, values: ClipValues)

  /// A preset itself; of a folder, its preset files.
  private static func presetFiles(_ word: String) throws -> [String] {
    guard !Preset.shippedNames.contains(word),
      Preset.baseName(of: word).contains(where: { $0 != "." && $0 != "/" }),
      let all = folderNames(word)
    else { return [word] }
    let folder = word.hasSuffix("/") ? word : word + "/"
    let names = all.filter { $0.hasSuffix(".json") }.sorted()
    guard !names.isEmpty else {
      throw Failure(.couldNot, "\(word.quoted) has no preset: no file ends in .json")
    }
    return names.map { folder + $0 }
  }

  /// The files: each preset with all combinations of values, under names that differ in any case.
  private static func items(
    _ presets: [String], _ matrix: BatchMatrix, _ names: CategorizedName?, ending: String
  ) throws -> [Item] {
    var taken: [String: String] = [:]
    var items: [Item] = []
    for preset in presets {
      let base = Preset.baseName(of: preset)
      guard !base.isEmpty, base != ".", base != "..", !base.contains("/") else {
        throw Flaw("\(preset.quoted) gives no name to a file")
      }
      for (suffix, values) in matrix.combinations {
        let title = base + suffix
        let name = (names == nil ? title : CategorizedName.field(title)) + ".\(ending)"
        let label = suffix.isEmpty ? preset : title
        // Both, since some letters change in one conversion only: ß becomes SS, and ς becomes Σ.
        if let other = taken.updateValue(label, forKey: name.lowercased().uppercased()) {
          throw Flaw("\(other.quoted) and \(label.quoted) would both be written to \(name.quoted)")
        }
        items.append((preset, label, name, values))
      }
    }
    return items
  }
}
