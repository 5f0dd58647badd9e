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
    --gust 0 --patter-level 0 --pink .1 --bed-highpass 20 --bed-lowpass 20000 --bed-correlation 0 \
    --bed-modulation 0 --echo-time 0
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
