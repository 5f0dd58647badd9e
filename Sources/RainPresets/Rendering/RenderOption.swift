internal import RainAudio

/// One option of a ``RenderJob``, with its name, range and help. ``/RainDSP/Setting`` is the same for
/// a setting of the rain.
///
/// Options are written down in the table ``RenderJob/options`` alone. Flags, help,
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
    /// A time, which may be nil where it is so in a new job; other options then give the `frame`.
    case time(Property<Duration?>, frame: (@Sendable (RenderJob) -> Int)? = nil)
  }

  /// A property of a job, as a key path would name it: Embedded Swift has none.
  package struct Property<Value: Sendable>: Sendable {
    fileprivate let get: @Sendable (RenderJob) -> Value
    fileprivate let set: @Sendable (inout RenderJob, Value) -> Void
  }

  /// Where an option belongs.
  package enum Kind: Sendable {
    /// To the samples of a frame. Presets may set it, so that a take sounds the same again.
    case sound
    /// To the stretch of time that is rendered, and the shape of its ends.
    case extent
    /// To what a WAV says of itself, and stores where it is not 0.
    case label
  }

  /// The key in JSON, in camelCase. The flag is the same in kebab-case.
  package let name: String
  package let kind: Kind
  /// The letter of the short flag, if there is one.
  package fileprivate(set) var short: Character?
  /// The value as help shows it, such as HZ; nil for a switch.
  package fileprivate(set) var placeholder: String?
  package let domain: Domain
  /// One line that says what the option does.
  package let summary: String
  /// The default in words; nil if it is the value of a new job.
  package fileprivate(set) var standard: String?
  /// Whether the short help lists it.
  package fileprivate(set) var isEveryday = false

  /// Gives a job what another one has of the option.
  package func copy(from other: RenderJob, to job: inout RenderJob) {
    switch domain {
    case .seed(let property): job[property] = other[property]
    case .number(_, _, _, let property): job[property] = other[property]
    case .choice(_, let get, let set): set(&job, get(other))
    case .toggle(let property): job[property] = other[property]
    case .time(let property, _): job[property] = other[property]
    }
  }

  package static let seedName = "seed"
  package static let durationName = "duration"

  /// The values that it takes; nil for a switch, or where the placeholder is enough.
  package var range: String? {
    switch domain {
    case .seed: "0 .. \(UInt64.max)"
    case .number(let unit, let range, _, _):
      "\(range.lowerBound) .. \(range.upperBound) \(unit.rawValue)"
    case .choice(let names, _, _): names.joined(separator: ", ")
    case .time: "0 .. 1000000000 h"
    case .toggle: nil
    }
  }

  /// Whether the job holds a value that the option can have.
  func isInRange(_ job: RenderJob) -> Bool {
    switch domain {
    case .number(_, let range, _, let property): range.contains(job[property])
    case .time(let property, _): job[property].map { times(in: job).contains($0) } ?? true
    case .seed, .choice, .toggle: true
    }
  }

  /// The times of the option in a job. A label is no number of frames that are rendered.
  private func times(in job: RenderJob) -> ClosedRange<Duration> {
    .zero...(kind == .label ? Extent.longest : Extent.longest(sampleRate: job.sampleRate))
  }

  /// The values that it takes in a job: in WebAssembly, an Int counts fewer frames.
  func range(in job: RenderJob) -> String? {
    guard case .time = domain else { return range }
    let hours = times(in: job).upperBound.components.seconds / 3600
    return "0 .. \(hours) h\(hours < 1_000_000_000 ? " here; the command has no limit" : "")"
  }
}

extension RenderJob {
  package subscript<Value>(_ property: RenderOption.Property<Value>) -> Value {
    get { property.get(self) }
    set { property.set(&self, newValue) }
  }

  /// Every option, in the order of help.
  package static let options: [RenderOption] = [
    RenderOption(
      name: RenderOption.durationName, kind: .extent, short: "d", placeholder: "TIME",
      domain: .time(
        .init(get: { $0.extent.duration }, set: { $0.extent.duration = $1 }),
        frame: { $0.totalFrames }),
      summary: "length of the whole, as 90, 90s, 10m, 1h30m, 5:00 or 1:30:00",
      standard: "that of the preset; 60s; hash 10s; stream endless", isEveryday: true),
    RenderOption(
      name: RenderOption.seedName, kind: .sound, short: "s", placeholder: "N|WORD",
      domain: .seed(.init(get: { $0.seed }, set: { $0.seed = $1 })),
      summary: "random seed; random picks one and prints it",
      isEveryday: true),
    RenderOption(
      name: "rate", kind: .sound, short: "r", placeholder: "HZ",
      domain: .number(
        .hertz, RainRenderer.sampleRates, examples: [22_050, 44_100, 48_000, 96_000, 192_000],
        .init(get: { $0.sampleRate }, set: { $0.sampleRate = $1 })),
      summary: "sample rate"),
    RenderOption(
      name: "channels", kind: .sound, short: "c", placeholder: "LAYOUT",
      domain: .choice(
        ChannelLayout.allCases.map { $0.optionName },
        get: { $0.layout.optionName },
        set: { job, name in
          job.layout = ChannelLayout.allCases.first { $0.optionName == name } ?? job.layout
        }),
      summary: "1 or mono, 2 or stereo, binaural for headphones, speakers, or AmbiX (foa and 3oa)"),
    RenderOption(
      name: "format", kind: .sound, short: "b", placeholder: "FORMAT",
      domain: .choice(
        SampleFormat.allCases.map { $0.rawValue }, get: { $0.format.rawValue },
        set: { $0.format = SampleFormat(rawValue: $1) ?? $0.format }),
      summary: "samples, little-endian"),
    RenderOption(
      name: "dither", kind: .sound,
      domain: .toggle(.init(get: { $0.isDithered }, set: { $0.isDithered = $1 })),
      summary: "dither s16 and s24"),
    RenderOption(
      name: "from", kind: .extent, placeholder: "TIME",
      domain: .time(.init(get: { $0.extent.from }, set: { $0.extent.from = $1 ?? .zero })),
      summary: "start of the excerpt; joined excerpts equal the whole"),
    RenderOption(
      name: "to", kind: .extent, placeholder: "TIME",
      domain: .time(
        .init(get: { $0.extent.to }, set: { $0.extent.to = $1 }), frame: { $0.frames.upperBound }),
      summary: "end of the excerpt", standard: "the end"),
    RenderOption(
      name: "loop", kind: .extent,
      domain: .toggle(.init(get: { $0.extent.isLoop }, set: { $0.extent.isLoop = $1 })),
      summary: "make a loop without a seam; its --duration is 1 s or more"),
    RenderOption(
      name: "fadeIn", kind: .extent, placeholder: "TIME",
      domain: .time(.init(get: { $0.extent.fadeIn }, set: { $0.extent.fadeIn = $1 ?? .zero })),
      summary: "rise from silence at the beginning"
    ),
    RenderOption(
      name: "fadeOut", kind: .extent, placeholder: "TIME",
      domain: .time(.init(get: { $0.extent.fadeOut }, set: { $0.extent.fadeOut = $1 ?? .zero })),
      summary: "fall to silence at the end of --duration"),
    RenderOption(
      name: "timeReference", kind: .label, placeholder: "TIME",
      domain: .time(
        .init(get: { $0.extent.timeReference }, set: { $0.extent.timeReference = $1 ?? .zero })),
      summary: "when the whole begins in a session, as 1:00:00 or 10:00:00:12@25, for editors"),
  ]

  /// The row of the table with this name.
  package static func option(_ name: String) -> RenderOption? { options.first { $0.name == name } }
}
