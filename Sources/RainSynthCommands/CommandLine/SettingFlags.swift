internal import CommandLineKit
internal import RainDSP
internal import RainFiles

/// The table of the flags that all commands that render share.
enum SettingFlags {
  static let groups: [OptionGroup] =
    [OptionGroup("Settings", settings)]
    + Setting.lists.indices.map { list in
      OptionGroup(
        Setting.heading(ofList: list), Setting.lists[list].settings.map(\.option),
        topic: .settings)
    }

  /// The flags that choose a stretch of time, and shape its ends.
  static let extent = RenderJob.options.filter { $0.kind == .extent }.map(\.flagName)
  /// Flags that do not apply to a command with the settings of one moment and one thread.
  static let notOfOneMoment = Set(
    extent + [CurveFlag.name, ThreadCount.option.name, Progress.option.name])

  private static let settings =
    [
      Option(
        "preset", short: "p", takes: "NAME|FILE",
        "start from a preset or a JSON file; all other flags override it",
        standard: Preset.standardName, completion: .preset, isEveryday: true)
    ] + RenderJob.options.map(\.option) + [
      CurveFlag.option, ThreadCount.option,
      Option(
        "force", short: "f", "overwrite existing files", isEveryday: true, isNegatable: true),
      Option("quiet", short: "q", "print nothing but errors", isNegatable: true),
      Progress.option,
    ]
}

extension Completion {
  /// The shipped presets and files.
  static let preset = Completion(
    choices: Preset.shippedNames.map { name in
      Completion.Word(name, (try? Preset(named: name))?.summary ?? "")
    }, endings: [".json", "/"])
}
