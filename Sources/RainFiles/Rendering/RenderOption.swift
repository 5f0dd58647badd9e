internal import RainAudio
package import RainDSP

/// One option of a ``RenderJob``, with its name, range and help. ``/RainDSP/Setting`` is the same for
/// a setting of the rain.
///
/// The table ``RenderJob/options`` is the only place where options are written down. Flags, help,
/// manual page, completions, manifests, hash lines and the settings in a WAV are made from it.
package struct RenderOption: Sendable {
  /// The values of an option, and the property that holds it.
  package enum Domain: Sendable {
    case seed(Property<UInt64>)
    /// A whole number with a unit; people often choose one of the `examples`.
    case number(
      Setting.Unit, ClosedRange<Int>, examples: [Int],
      Property<Int>)
    case choice(
      [String], get: @Sendable (RenderJob) -> String,
      set: @Sendable (inout RenderJob, String) -> Void)
    case toggle(Property<Bool>)
    case time(Property<Duration>)
    /// A time that may be nil; other options then give the `frame`.
    case end(Property<Duration?>, frame: @Sendable (RenderJob) -> Int)
  }

  /// A property of a job, as a key path would name it: Embedded Swift has none.
  package struct Property<Value: Sendable>: Sendable {
    fileprivate let get: @Sendable (RenderJob) -> Value
    fileprivate let set: @Sendable (inout RenderJob, Value) -> Void

    fileprivate init(
      _ get: @escaping @Sendable (RenderJob) -> Value,
      _ set: @escaping @Sendable (inout RenderJob, Value) -> Void
    ) {
      self.get = get
      self.set = set
    }
  }

  /// Where an option belongs.
  package enum Kind: Sendable {
    /// To the samples of a frame. Presets may set it, so that a take sounds the same again.
    case sound
    /// To the stretch of time that is rendered, and the shape of its ends.
    case extent
  }

  /// The key in JSON, in camelCase. The flag is the same in kebab-case.
  package let name: String
  /// The letter of the short flag, if there is one.
  package let short: Character?
  /// The value as help shows it, such as HZ; nil for a switch.
  package let placeholder: String?
  package let kind: Kind
  package let domain: Domain
  /// One line that says what the option does.
  package let summary: String
  /// The default in words; nil if it is the value of a new job.
  package let standard: String?
  /// Whether the short help lists it.
  package let isEveryday: Bool

  fileprivate init(
    _ name: String, _ kind: Kind, short: Character? = nil, takes placeholder: String? = nil,
    _ domain: Domain,
    _ summary: String, standard: String? = nil, isEveryday: Bool = false
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.kind = kind
    self.domain = domain
    self.summary = summary
    self.standard = standard
    self.isEveryday = isEveryday
  }

  static let seedName = "seed"

  /// The values that it takes; nil for a switch, or where the placeholder is enough.
  package var range: String? {
    switch domain {
    case .seed: "0 .. \(UInt64.max)"
    case .number(let unit, let range, _, _):
      "\(range.lowerBound) .. \(range.upperBound) \(unit.rawValue)"
    case .choice(let names, _, _): names.joined(separator: ", ")
    case .time, .end: "0 .. 1000000000 h"
    case .toggle: nil
    }
  }

  /// Whether the job holds a value that the option can have.
  func isInRange(_ job: RenderJob) -> Bool {
    switch domain {
    case .number(_, let range, _, let property): range.contains(job[property])
    case .choice(let names, let get, _): names.contains(get(job))
    case .time(let property): RenderOption.times.contains(job[property])
    case .end(let property, _): job[property].map(RenderOption.times.contains) ?? true
    case .seed, .toggle: true
    }
  }

  private static let times = Duration.zero...Extent.longest
}

extension RenderJob {
  /// The value of a property.
  package subscript<Value>(_ property: RenderOption.Property<Value>) -> Value {
    get { property.get(self) }
    set { property.set(&self, newValue) }
  }

  /// Every option, in the order of help.
  package static let options: [RenderOption] = [
    RenderOption(
      "duration", .extent, short: "d", takes: "TIME",
      .end(.init({ $0.extent.duration }, { $0.extent.duration = $1 }), frame: { $0.totalFrames }),
      "length of the whole, as 90, 90s, 10m, 1h30m, 5:00 or 1:30:00",
      standard: "that of the preset; 60s; hash 10s; stream endless", isEveryday: true),
    RenderOption(
      RenderOption.seedName, .sound, short: "s", takes: "N|WORD",
      .seed(.init({ $0.seed }, { $0.seed = $1 })),
      "random seed; random picks one and prints it",
      isEveryday: true),
    RenderOption(
      "rate", .sound, short: "r", takes: "HZ",
      .number(
        .hertz, RainRenderer.sampleRates, examples: [22_050, 44_100, 48_000, 96_000, 192_000],
        .init({ $0.sampleRate }, { $0.sampleRate = $1 })),
      "sample rate"),
    RenderOption(
      "channels", .sound, short: "c", takes: "LAYOUT",
      .choice(
        ChannelLayout.allCases.map { $0.optionName },
        get: { $0.channelName },
        set: { job, name in
          job.layout = ChannelLayout.allCases.first { $0.optionName == name } ?? job.layout
        }),
      "1 or mono, 2 or stereo, speakers all around, or ambisonics (AmbiX: foa and 3oa)"),
    RenderOption(
      "format", .sound, short: "b", takes: "FORMAT",
      .choice(
        SampleFormat.allCases.map { $0.rawValue }, get: { $0.format.rawValue },
        set: { $0.format = SampleFormat(rawValue: $1) ?? $0.format }),
      "samples, little-endian"),
    RenderOption(
      "dither", .sound, .toggle(.init({ $0.isDithered }, { $0.isDithered = $1 })),
      "dither s16 and s24"),
    RenderOption(
      "from", .extent, takes: "TIME", .time(.init({ $0.extent.from }, { $0.extent.from = $1 })),
      "start of the excerpt; joined excerpts equal the whole"),
    RenderOption(
      "to", .extent, takes: "TIME",
      .end(.init({ $0.extent.to }, { $0.extent.to = $1 }), frame: { $0.frames.upperBound }),
      "end of the excerpt", standard: "the end"),
    RenderOption(
      "loop", .extent, .toggle(.init({ $0.extent.isLoop }, { $0.extent.isLoop = $1 })),
      "make a loop without a seam; its --duration is 1 s or more"),
    RenderOption(
      "fadeIn", .extent, takes: "TIME",
      .time(.init({ $0.extent.fadeIn }, { $0.extent.fadeIn = $1 })),
      "rise from silence at the beginning"
    ),
    RenderOption(
      "fadeOut", .extent, takes: "TIME",
      .time(.init({ $0.extent.fadeOut }, { $0.extent.fadeOut = $1 })),
      "fall to silence at the end of --duration"),
  ]

  /// The row of the table with this name.
  package static func option(_ name: String) -> RenderOption? {
    options.first { $0.name == name }
  }
}
