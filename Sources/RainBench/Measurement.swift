internal import Platform
internal import SwiftOverlayShims
internal import Text

/// The times of several runs of the same work.
struct Measurement {
  let median: Double
  let least: Double
  let most: Double

  private static let runs = 5

  /// Runs `work` once without measuring, then five times. `work` does `units` units of work; the times
  /// are in nanoseconds per unit.
  @MainActor
  init(units: Int, _ work: @MainActor () async throws -> Void) async rethrows {
    try await work()
    var times: [Double] = []
    for _ in 0..<Self.runs {
      let start = ContinuousClock.now
      try await work()
      times.append((.now - start) / .nanoseconds(units))
    }
    self.init(times)
  }

  /// - Parameter times: at least one.
  init(_ times: [Double]) {
    let times = times.sorted()
    median = times[times.count / 2]
    least = times[0]
    most = times[times.count - 1]
  }
}

/// Compares the program with a renderer in C, whole processes, both writing s16 stereo at 44.1 kHz with dither to
/// /dev/null, on one core.
///
/// The programs in C take the words MODE DROPS SECONDS CHANNELS FILE NOISE DITHER. `rain-plain p` computes each
/// drop with a rotating phasor, `rain-avx2 w` with 32 of them by AVX2 and its noise, 3, as well. Their drops are
/// a pulse of 44 frames, 5 to 20 ms of silence and a sine of about 47 ms, over pink noise.
struct Comparison {
  let program: String
  /// The folder with the programs in C.
  let folder: String

  /// Near drops as those programs make them, over pink noise: all alike, with a blow of 1 ms and a bubble of
  /// 47 ms at 1.5 kHz, which neither vary nor rise, and nothing else.
  private static let drops = """
    --impact-duration .29 --delay 12.5 --bubble-probability 1 \
    --bubble-frequency 1500 --bubble-decay 198 --chirp 0 --variation 0 --size-spread 0 --splash 0 \
    --puddles 0 --gust 0 --patter-level 0 --pink .1 --bed-highpass 20 --bed-lowpass 20000 \
    --bed-correlation 0 --bed-modulation 0 --echo-time 0
    """

  /// The ratios of the times of plain C and of AVX2 to ours, of runs that alternate.
  func run(_ report: inout Report) throws {
    try report.begin("Near drops, all with bubbles", in: "times the speed of C")
    for (rate, seconds) in [(600, 600), (4000, 300), (60_000, 60), (1_000_000, 8)] {
      let ours = ProgramRun.words("--drops \(rate) \(Self.drops)")
      try report.add("\(rate)/min, plain C", ratio(to: plain(rate, seconds), ours, seconds))
      try report.add("\(rate)/min, AVX2 C", ratio(to: avx2(rate, seconds), ours, seconds))
    }
    try report.begin("Presets, against 600 drops a minute", in: "times the speed of plain C")
    for name in ["steady", "downpour"] {
      try report.add(name, ratio(to: plain(600, 600), ["-p", name], 600))
    }
  }

  private func plain(_ rate: Int, _ seconds: Int) -> [String] {
    ["\(folder)/rain-plain", "p", "\(rate)", "\(seconds)", "2", "/dev/null", "1", "1"]
  }

  private func avx2(_ rate: Int, _ seconds: Int) -> [String] {
    ["\(folder)/rain-avx2", "w", "\(rate)", "\(seconds)", "2", "/dev/null", "3", "1"]
  }

  private func ratio(to other: [String], _ settings: [String], _ seconds: Int) -> Measurement {
    let ours = [program, "stream", "-q", "-j", "1", "-d", "\(seconds)"] + settings
    return Measurement((0..<7).map { _ in ProgramRun(other).seconds / ProgramRun(ours).seconds })
  }
}

/// Prints measurements: a table for people, or a line of JSON for each row.
struct Report {
  let isJSON: Bool
  var section = ""

  /// Begins a part of the table with numbers in `unit`.
  mutating func begin(_ title: String, in unit: String) throws {
    section = "\(title), \(unit)"
    if !isJSON {
      try StandardOutput.write(
        Array("\n\(Self.left(section))\(Self.columns(["median", "least", "most"]))\n".utf8).span)
    }
  }

  /// Adds a row to the current part.
  func add(_ name: String, _ measurement: Measurement) throws {
    let numbers = [measurement.median, measurement.least, measurement.most].map {
      FixedPoint.text($0, decimals: 2)
    }
    let row =
      isJSON
      ? "{\"part\":\"\(section)\",\"name\":\"\(name)\",\"median\":\(numbers[0]),"
        + "\"least\":\(numbers[1]),\"most\":\(numbers[2])}\n"
      : "\(Self.left(name))\(Self.columns(numbers))\n"
    try StandardOutput.write(Array(row.utf8).span)
  }

  private static func left(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, 44 - text.count))
  }

  private static func columns(_ texts: [String]) -> String {
    texts.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }
}

/// A run of a program to its end. Its output is discarded.
struct ProgramRun {
  let seconds: Double
  /// The time of all processors, also that of the system.
  let processorSeconds: Double
  /// The peak of resident memory. It is at least as high as in the program that started this one.
  let residentBytes: Int

  /// The words of a command line, between spaces.
  static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// - Parameter words: the path of the program and its arguments. It has to succeed.
  init(_ words: [String]) {
    var actions = unsafe posix_spawn_file_actions_t()
    _ = unsafe posix_spawn_file_actions_init(&actions)
    _ = unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    var process = pid_t()
    var status: Int32 = -1
    var usage = rusage()
    let start = ContinuousClock.now
    let failure = unsafe posix_spawn(&process, words[0], &actions, nil, arguments, nil)
    if failure == 0 { _ = unsafe wait4(process, &status, 0, &usage) }
    seconds = (.now - start) / .seconds(1)
    precondition(failure == 0 && status == 0, "\(words.joined(separator: " ")) succeeds")
    let wholeSeconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    processorSeconds = wholeSeconds + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    residentBytes = usage.residentBytes
    for index in words.indices { unsafe free(arguments[index]) }
    _ = unsafe posix_spawn_file_actions_destroy(&actions)
  }
}
