// The fuzzer calls this with each input. The first byte selects what the rest is: a preset, a file of checksums,
// a manifest, a file of a gauge, a curve or a variation, the keys of a terminal, a WAV, a command and its command
// line, or a preset that is also rendered. With any input, an error is one short line.

import Platform
import RainAudio
import RainDSP
@testable import RainFiles
@testable import RainGauges
@testable import RainPresets
@testable import RainSynthCommands
import Text

/// The entry that the fuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let kind = bytes.first else { return 0 }
  let input = Array(bytes.dropFirst())
  switch kind % 8 {
  case 0...2: preset(input)
  case 3:
    switch kind & 56 {
    case 32...: keys(input)
    case 0: checksums(input)
    case 8: manifest(input)
    case 16: gauge(input)
    default:
      curve(input)
      variation(input)
    }
  case 4, 5: wave(input)
  case 6: commandLine(input, of: commands[Int(kind / 8) % commands.count])
  default: rendering(input)
  }
  return 0
}

/// A path in a sentence may have 200 characters, each an escape of up to ten bytes.
func expectOneLine(_ sentence: String, limit: Int = 3000) {
  precondition(sentence.utf8.count < limit, sentence)
  for scalar in sentence.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: fatalError(sentence)
    default: break
    }
  }
}

func preset(_ input: [UInt8]) {
  do throws(PresetError) {
    let preset = try Preset(json: input, file: "p.json")
    // What is written is what was read.
    let again = try Preset(json: Array(preset.json.utf8), file: "p.json")
    precondition(
      again.json == preset.json && again.automation == preset.automation
        && again.options == preset.options && again.seed == preset.seed)
    do throws(InvalidJob) {
      _ = try Rendering(RenderJob(preset, duration: preset.duration ?? .seconds(60)))
    } catch {
      expectOneLine("\(error)")
    }
  } catch {
    expectOneLine("\(error)")
  }
}

/// The keys move the state of live, and its screen is drawn.
func keys(_ input: [UInt8]) {
  var reader = KeyReader()
  var state = LiveState(seed: 1, columns: 40, lines: 12)
  for key in reader.keys(input) + reader.flush() { _ = state.take(.key(key)) }
  do {
    try state.rain.validate()
  } catch {
    fatalError("\(error)")
  }
  expectOneLine(state.message)
  let grid = LiveScreen.grid(state, drop: nil, isUnicode: true)
  precondition(grid.columns == 40 && grid.lines == 12)
}

func gauge(_ input: [UInt8]) {
  for unit in [nil, "total", "mm"] {
    do {
      var options = GaugeOptions()
      options.unit = unit
      let record = try Gauge(input, path: "g.csv", options)
      precondition(record.seconds > 0 && record.seconds.isFinite && record.millimeters >= 0)
      precondition((record.findings.map(\.text) + record.notes).allSatisfy { !$0.contains("\n") })
      for speed in [1.0, 60] {
        do {
          _ = try WrittenAutomation(Rain(), curves: record.curves(speed: speed, gain: 0))
            .automation(lasting: nil)
        } catch {
          fatalError("\(error)")
        }
      }
      let measured = record.pieces.reduce(0) { $0 + $1.millimeters }
      // What was clipped is lost, and what is shorter than a piece can be.
      precondition(measured <= record.millimeters * 1.001 + 1e-6)
    } catch {
      expectOneLine("\(error)")
    }
  }
}

func curves(_ text: String) throws -> [WrittenCurve] {
  var layer = RainLayer()
  try CurveFlag.read(text, into: &layer)
  return layer.curves
}

func curve(_ input: [UInt8]) {
  let text = PathString.string(input)
  do {
    for curve in try curves(text) {
      // What is written is what was read.
      let (writtenAgain, unpacked) = (try curves(CurveFlag.text(of: curve, limit: .max)), [curve])
      precondition(writtenAgain == unpacked)
      // Without blanks it means the same.
      let letters = text.utf8.filter { $0 != 0x20 && !(0x09...0x0D ~= $0) }
      let withoutBlanks = try curves(String(decoding: letters, as: UTF8.self))
      precondition(withoutBlanks == unpacked)
      var automation = WrittenAutomation()
      do throws(InvalidSetting) {
        try automation.set(curve)
      } catch {
        fatalError("\(error)")
      }
      let preset = Preset(name: "x", automation: automation)
      precondition(
        (try? Preset(json: Array(preset.json.utf8), file: "x.json"))?.automation == automation)
    }
  } catch {
    expectOneLine(Failure(error).sentence)
  }
}

func variation(_ input: [UInt8]) {
  do {
    let variation = try Variation(PathString.string(input))
    let draws = ClipDraws(seed: 1)
    for clip in 0..<20 {
      let number = draws.values(ofClip: clip, [variation])[0].number
      // What is drawn can be written as a flag.
      let text = variation.setting.text(number)
      let again = try Variation("\(variation.setting.name)=\(text)")
      precondition(draws.values(ofClip: clip, [again])[0].number == number, text)
    }
  } catch {
    expectOneLine(Failure(error).sentence)
  }
}

func manifest(_ input: [UInt8]) {
  for entry in ChecksumFile(input).entries {
    guard let clip = entry.clip else { continue }
    precondition(clip.bytes ?? 0 >= 0 && !clip.file.contains("/"))
    // What is written is what was read.
    guard let again = ClipEntry(json: Array(clip.json.utf8)) else { fatalError(clip.json) }
    precondition(again.recipe == clip.recipe && again.json == clip.json)
  }
}

func checksums(_ input: [UInt8]) {
  for entry in ChecksumFile(input).entries {
    let line = ChecksumLine(String(entry.line.text.dropLast()))
    precondition(line == entry.line)
    precondition(!entry.line.shownName.contains("\n"))
    // What --check does with the name, but for opening files.
    let isFile = entry.line.name.contains("/") || entry.line.name.hasSuffix(".json")
    do {
      _ = try Preset(word: isFile ? "/dev/null/\(entry.line.name)" : entry.line.name)
    } catch {
      expectOneLine(Failure(error).sentence)
    }
    // 200 characters of a path and 200 of flags, each an escape of up to ten bytes.
    expectOneLine(entry.name, limit: 5000)
    do throws(Flaw) {
      let flags = try ParsedCommandLine(
        entry.line.rendering?.flags ?? [], options: hashOptions)
      _ = try? RenderFlags(flags, length: .ofInputs(orElse: .seconds(10))).rendering(of: nil)
    } catch {
      expectOneLine(error.sentence)
    }
  }
}

/// The options of the commands that render: to make them anew takes longer than most inputs.
let renderOptions = RenderCommand.specification.allOptions
let hashOptions = HashCommand.specification.allOptions
let commands = [
  renderOptions, hashOptions, BatchCommand.specification.allOptions,
  DropCommand.specification.allOptions,
]

func commandLine(_ input: [UInt8], of options: [Option]) {
  let words = input.split(separator: 0, omittingEmptySubsequences: false)
    .map { PathString.string(Array($0)) }
  do throws(Flaw) {
    let line = try ParsedCommandLine(words, options: options)
    do {
      let job = try RenderFlags(line, length: .ofInputs(orElse: .seconds(1))).rendering(of: nil)
      precondition(job.frames.lowerBound <= job.frames.upperBound)
    } catch {
      expectOneLine(Failure(error).sentence)
    }
  } catch {
    expectOneLine(error.sentence)
  }
}

/// A file in memory, under a path.
let file = memoryFile("fuzz", 0)
let path = "/proc/self/fd/\(file)"

@_silgen_name("memfd_create")
func memoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32

func wave(_ input: [UInt8]) {
  ftruncate(file, 0)
  pwrite(file, input, input.count, 0)
  do throws(FileError) {
    let wave = try WaveReader(FileReader(path: path))
    var levels = Levels(wave.format)
    var bytes: [UInt8] = []
    var total = 0
    while try wave.read(into: &bytes) {
      total += bytes.count
      bytes.removeLast(bytes.count % wave.format.bytesPerFrame)
      levels.update(bytes.span)
    }
    precondition(total == wave.audioByteCount && wave.frames >= 0)
    _ = levels.members
    do {
      _ = try StoredSettings(contentsOf: path).rendering()
    } catch {
      expectOneLine(Failure(error).sentence)
    }
  } catch {
    expectOneLine("\(error)")
  }
}

func rendering(_ input: [UInt8]) {
  guard let preset = try? Preset(json: input, file: "p.json") else { return }
  // An automation may not fit the length.
  guard let automation = try? Rendering(RenderJob(preset, duration: .seconds(60))).automation else {
    return
  }
  guard var renderer = try? RainRenderer(.init(automation, sampleRate: 8000, seed: 1))
  else { preconditionFailure("a preset that was read is valid") }
  var samples = [Float](repeating: 0, count: 2 * 512)
  var span = samples.mutableSpan
  renderer.render(into: &span)
  precondition(samples.allSatisfy { abs($0) <= 1 })
}
