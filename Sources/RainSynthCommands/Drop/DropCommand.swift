/// `drop`: one drop by itself, with the samples that it adds to the mix.
enum DropCommand: Runnable {
  static let specification = CommandSpecification(
    name: "drop", summary: "Shows one drop by itself: its waveform, its parts and its numbers",
    page: Page(PackageResources.drop_txt),
    options: [
      Option(
        "number", takes: "N", "which drop, in the order in which they fall",
        range: "1 .. \(DropRequest.numbers.upperBound)",
        standard: "the first with a loud bubble, or 1", isEveryday: true),
      Option(
        "diameter", takes: "MM",
        "a drop of this size, with a bubble if there is one, beside the theory",
        range: DropRequest.diameters.description),
      Option(
        "peak", takes: "DB", "give each drop this peak", range: DropRequest.peaks.description,
        standard: "its level in the rain"),
      ClipFlags.count(DropRequest.numbers, isEveryday: false),
      ClipFlags.folder(isEveryday: false),
      ClipFlags.sync,
      EncoderFlags.ending,
      EncoderFlags.encoder,
      Option(
        "scale", takes: "N", "amplitude at which the axis ends",
        range: DropRequest.scales.description, standard: "the drop's peak"),
      PictureFlag.option,
      Option(
        "output", short: "o", takes: "FILE", "write its sound", completion: .file,
        isEveryday: true),
    ],
    shared: SettingFlags.without(SettingFlags.notOfOneMoment),
    arguments: Argument.rain,
    absences: [
      (SettingFlags.extent, "a drop lasts as long as it sounds"),
      ([CurveFlag.name], "a drop has the settings of one moment"),
    ])

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let commandLine = try commandLine.namingRain()
    let request = try DropRequest(commandLine)
    if commandLine["count"] != nil || commandLine["output-folder"] != nil {
      return try await writeMany(request, commandLine)
    }
    let picture = commandLine.without(["output"])
    try PictureFlag.check(picture)
    let (svg, wave) = (commandLine["svg"], commandLine["output"])
    let form = try EncoderFlags.form(commandLine)
    try form.encoder?.check(request.job.job)
    if let wave { try PlaybackHint.refuseTerminal(wave, commandLine, request.job) }
    let drawing = try request.drawing()
    let (contents, samples) = try DropClips.wave(
      request.recording(of: request.job), request.number, of: request.job,
      peak: request.peak, as: form)
    request.announce()
    if request.job.layout.isSurround, svg != nil || wave == nil {
      request.settings.note(
        "the picture is that of two channels; \(request.job.layout.rawValue) goes to -o FILE")
    }
    for flag in ["format", "dither"] where wave == nil && commandLine[flag] != nil {
      request.settings.note("--\(flag) changes nothing in a picture; -o FILE writes the samples")
    }
    if wave != nil, svg == nil, commandLine["scale"] != nil {
      request.settings.note("--scale changes nothing in a WAV; --svg FILE draws the drop")
    }
    // If one output cannot be written, none is.
    let outputs = (
      svg: try PictureFlag.output(picture),
      wave: try wave.map { try contents.open($0, isForced: request.settings.isForced) }
    )
    if let svg = outputs.svg, let wave = outputs.wave, wave.isRival(of: svg) {
      throw Flaw("--svg and -o have to go to different places")
    }
    if outputs.svg != nil || outputs.wave == nil {
      try drawing.write(to: outputs.svg, isQuiet: request.settings.isQuiet)
    }
    if let output = outputs.wave {
      try output.write(contents.header + samples)
      try output.writeTrailer(contents.trailer)
      try output.commit()
      if !request.settings.isQuiet { StandardError.note(written: output.path) }
    }
  }

  private static func writeMany(
    _ request: DropRequest, _ commandLine: ParsedCommandLine
  ) async throws {
    let (settings, job) = (request.settings, request.job)
    guard commandLine["output-folder"]?.isEmpty == false,
      let count = try commandLine.number("count", in: DropRequest.numbers)
    else { throw Flaw("many drops need their number and a folder: --count N -O DIR") }
    if let flag = ["svg", "output", "scale", "diameter"].first(where: { commandLine[$0] != nil }) {
      throw Flaw("--\(flag) is for one drop; leave --count out")
    }
    var drops = try DropClips(job, settings, peak: request.peak)
    try drops.form.encoder?.check(job.job)
    // Where not one falls, no folder is made.
    _ = try request.recording(of: job)
    request.announce()
    let written = try await drops.write(
      try request.recordings(of: job).prefix(count), from: request.number)
    if written < count {
      settings.note("\(written) of \(count) drops fall within a day of this rain")
    }
  }
}
