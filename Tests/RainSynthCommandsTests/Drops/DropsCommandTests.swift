import Foundation
@testable import RainDSP
import RainFiles
import RainTestSupport
import Testing

/// The log of drops, as the program writes it.
@Suite struct DropsCommandTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  private func text(_ words: String...) throws -> String {
    let run = try program.run(["drops", "-q"] + words)
    #expect(run.status == 0, "\(words): \(run.errors)")
    return run.text
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("has a row for each drop, in the order in which the drops strike")
  func rows() throws {
    let lines = lines(try text("-d", "20", "-p", "puddles", "-s", "9"))
    #expect(
      lines[0]
        == "frame,seconds,diameter_mm,speed_m_s,distance_m,azimuth_deg,elevation_deg,surface,"
        + "impact_db,bubble_hz,bubble_db,bubble_delay_ms,left_db,right_db")
    #expect(lines.last == "")
    let rows = lines.dropFirst().dropLast().map { $0.components(separatedBy: ",") }
    let rain = try Preset(named: "puddles").rain
    let drops = Array(try Drops(rain, in: 0..<20 * 44_100, seed: 9))
    #expect(rows.count == drops.count)
    for (row, (frame, drop)) in zip(rows, drops) {
      #expect(row.count == 14)
      #expect(row[0] == "\(frame)")
      #expect(abs((Double(row[1]) ?? 0) - Double(frame) / 44_100) < 1e-6)
      #expect(abs((Double(row[2]) ?? 0) - drop.diameter) < 1e-3)
      #expect(abs((Double(row[6]) ?? 0) - 360 * drop.elevation) < 0.06)
      #expect(row[7] == drop.surface.name)
      #expect(row[9].isEmpty == (drop.timing(sampleRate: 44_100).bubble.isEmpty))
      if let bubble = drop.bubble, !row[9].isEmpty {
        #expect(abs((Double(row[9]) ?? 0) - bubble.frequency) < 0.1)
        let start = Double(drop.timing(sampleRate: 44_100).bubble.lowerBound) / 44.1
        #expect(abs((Double(row[11]) ?? 0) - start) < 0.5 / 44.1 + 1e-3)
      }
    }
  }

  @Test(
    "excerpts join to the whole, with any number of threads",
    arguments: ["csv", "jsonl", "labels"])
  func excerpts(format: String) throws {
    let settings = [
      "-d", "10", "--format", format, "--drops", "3000", "--curve", "drops=0=60;10=9000",
    ]
    func text(_ words: String...) throws -> String {
      let run = try program.run(["drops", "-q"] + settings + words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      return run.text
    }
    let whole = try text()
    #expect(whole == (try text("-j", "1")))
    #expect(
      whole == (try text("--to", "3.3")) + (try text("--from", "3.3", "--to", "7"))
        + (try text("--from", "7")))
    #expect(lines(whole).count > 300)
    #expect(whole == (try text("--from", "0", "--to", "0")) + (try text("--from", "0")))
  }

  @Test("a loud drop stays, and a faint one goes")
  func threshold() throws {
    let all = lines(try text("-d", "60")).dropFirst().dropLast()
    let loud = lines(try text("-d", "60", "--louder-than", "-15.005")).dropFirst().dropLast()
    func level(_ row: String) -> Double {
      row.components(separatedBy: ",").suffix(2).compactMap(Double.init).max() ?? -.infinity
    }
    #expect(Array(loud) == all.filter { level($0) >= -15.005 })
    #expect(loud.count > 10 && loud.count < all.count / 2)
    let softer = lines(try text("-d", "60", "--gain", "-6")).dropFirst().dropLast()
    for (row, soft) in zip(all, softer) { #expect(abs(level(row) - level(soft) - 6) < 0.011) }
  }

  @Test("labels are those of Audacity, and JSON has a line a drop")
  func otherForms() throws {
    let labels = lines(try text("-d", "5", "--format", "labels")).dropLast()
    var count = 0
    for line in labels {
      let fields = line.components(separatedBy: "\t")
      #expect(fields.count == 3)
      if fields[0] == "\\" {
        let (low, high) = (try #require(Double(fields[1])), try #require(Double(fields[2])))
        #expect(low > 0 && high >= low)
      } else {
        count += 1
        let (start, end) = (try #require(Double(fields[0])), try #require(Double(fields[1])))
        #expect(end > start)
      }
    }
    let objects = try lines(text("-d", "5", "--format", "jsonl")).dropLast().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.count == count)
    let csv = lines(try text("-d", "5"))
    let keys = csv[0].components(separatedBy: ",")
    for (object, row) in zip(objects, csv.dropFirst()) {
      #expect(Set(object.keys) == Set(keys))
      for (key, field) in zip(keys, row.components(separatedBy: ",")) {
        if let number = object[key] as? Double {
          #expect(number == Double(field))
        } else if let word = object[key] as? String {
          #expect(word == field)
        } else {
          #expect(field == "")
        }
      }
    }
  }

  /// The events of a file of format 0, as the specification of MIDI files describes it: ticks, status, data.
  private func events(_ file: [UInt8]) throws -> (division: Int, [(tick: Int, event: [UInt8])]) {
    func number(_ range: Range<Int>) -> Int { file[range].reduce(0) { $0 << 8 | Int($1) } }
    #expect(Array(file[0..<4]) == Array("MThd".utf8) && number(4..<8) == 6)
    #expect(number(8..<10) == 0 && number(10..<12) == 1)
    #expect(Array(file[14..<18]) == Array("MTrk".utf8) && number(18..<22) == file.count - 22)
    var place = 22
    var tick = 0
    var events: [(tick: Int, event: [UInt8])] = []
    while place < file.count {
      var delta = 0
      repeat {
        delta = delta << 7 | Int(file[place] & 0x7F)
        place += 1
      } while file[place - 1] & 0x80 != 0
      tick += delta
      let length = file[place] == 0xFF ? 3 + Int(file[place + 2]) : 3
      events.append((tick, Array(file[place..<place + length])))
      place += length
    }
    return (number(12..<14), events)
  }

  @Test(
    "a MIDI file has a note for each drop, at its frame", arguments: ["44100", "48000", "8000"])
  func midi(rate: String) throws {
    let run = try program.run(
      ["drops", "-q", "-d", "20", "--drops", "900", "-r", rate, "--format", "midi"])
    #expect(run.status == 0)
    let (division, events) = try events(run.output)
    #expect(division == (try #require(Int(rate))) / 2)
    #expect(events.first?.event == [0xFF, 0x51, 3, 7, 0xA1, 0x20])
    #expect(events.last?.event == [0xFF, 0x2F, 0])
    let rows = lines(try text("-d", "20", "--drops", "900", "-r", rate)).dropFirst().dropLast()
      .map { $0.components(separatedBy: ",") }
    let notes = events.filter { $0.event[0] & 0xF0 == 0x90 }
    #expect(notes.map { "\($0.tick)" } == rows.map { $0[0] })
    var sounding: Set<[UInt8]> = []
    for (_, event) in events where event[0] != 0xFF {
      let key = [event[0] & 0xF, event[1]]
      #expect(event[0] & 0xF0 == 0x90 ? sounding.insert(key).inserted : sounding.remove(key) != nil)
    }
    #expect(sounding.isEmpty)
    for (note, row) in zip(notes, rows) {
      #expect((note.event[0] == 0x90) == !row[9].isEmpty)
      if let pitch = Double(row[9]) {
        let key = Int((69 + 12 * Foundation.log2(pitch / 440)).rounded())
        #expect(Int(note.event[1]) == min(127, key))
      }
    }
  }

  @Test("what cannot be is told in a sentence")
  func refusals() throws {
    for (words, sentence) in [
      (["--format", "xml"], "--format takes one of csv, jsonl, labels, midi, not 'xml'"),
      (["--format", "s16"], "--format takes one of csv, jsonl, labels, midi, not 's16'"),
      (["--louder-than", "loud"], "--louder-than takes -200 .. 20 dB, not 'loud'"),
      (["-o", "drops.csv"], "a file has an end; add --duration"),
      (["--format", "midi"], "a MIDI file has an end; add --duration"),
      (["--fade-in", "3"], "it renders no sound"),
      (["-d", "1", "-o", "rain.wav"], "-o writes a list of drops, and 'rain.wav' is the name of"),
    ] {
      let run = try program.run(["drops"] + words)
      #expect(run.status == 2, "\(words)")
      #expect(run.errors.contains(sentence), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
    try program.write("mine", to: "drops.csv")
    let run = try program.run("drops", "-d", "1", "-o", "drops.csv")
    #expect(run.status == 1 && run.errors.contains("exists"))
    #expect(try program.contents(of: "drops.csv") == Array("mine".utf8))
    #expect(try program.run("drops", "-d", "1", "-f", "-o", "drops.csv").status == 0)
    #expect(try program.contents(of: "drops.csv") == Array(try text("-d", "1").utf8))
    // The ending of a name says what to write.
    #expect(try program.run("drops", "-d", "1", "-o", "drops.mid").status == 0)
    #expect(try program.contents(of: "drops.mid").starts(with: "MThd".utf8))
  }
}
