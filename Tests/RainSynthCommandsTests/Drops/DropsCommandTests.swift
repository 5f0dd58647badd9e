import Foundation
@testable import RainDSP
import RainFiles
import RainTestSupport
import Testing

/// The log of drops, as the program writes it.
@Suite struct DropsCommandTests {
  private let program = BuiltProgram()

  private func text(_ words: String...) async throws -> String {
    let run = try await program.call(["drops", "-q"] + words)
    #expect(run.status == 0, "\(words): \(run.errors)")
    return run.text
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(
    "has a level for each channel of a layout that hears directions, together those of one channel")
  func layouts() async throws {
    let words = "drops -q -d 5 -r 8000 -p light".words
    func rows(_ layout: String) async throws -> [[String]] {
      lines(try await program.call(words + ["-c", layout]).text).dropLast().map {
        $0.components(separatedBy: ",")
      }
    }
    let mono = try await rows("1")
    for (layout, names) in [
      ("quad", ["fl", "fr", "bl", "br"]), ("5.1", ["fl", "fr", "fc", "bl", "br"]),
      ("5.1.4", ["fl", "fr", "fc", "bl", "br", "tfl", "tfr", "tbl", "tbr"]),
      ("7.1.2", ["fl", "fr", "fc", "bl", "br", "sl", "sr", "tfl", "tfr"]),
      ("7.1.4", ["fl", "fr", "fc", "bl", "br", "sl", "sr", "tfl", "tfr", "tbl", "tbr"]),
      ("foa", ["acn0", "acn1", "acn2", "acn3"]),
    ] {
      let rows = try await rows(layout)
      #expect(rows[0].dropFirst(12).elementsEqual(names.map { "\($0)_db" }), "\(rows[0])")
      #expect(rows.count == mono.count && rows.allSatisfy { $0.count == 12 + names.count })
      for (row, one) in zip(rows, mono).dropFirst().prefix(50) {
        func power(_ levels: some Sequence<String>) -> Double {
          levels.reduce(0) { $0 + (Double($1).map { exp($0 * log(10) / 10) } ?? 0) }
        }
        // Speakers together have the power 2, the parts of ambisonics of the first order too.
        let share = power(row.dropFirst(12)) / power([one[12]])
        #expect(abs(share - 2) < 0.02, "\(layout): \(share)")
      }
    }
  }

  @Test("lists what falls on so many square meters, in every form, thread and slice")
  func ground() async throws {
    let words = "drops --rainfall 10 --drift 0 --ground 0.5 -d 40 -s 3".words
    let whole = try await program.call(words)
    #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
    let rows = lines(whole.text)
    #expect(rows[0] == "frame,seconds,diameter_mm,speed_m_s")
    let sizes = rows.dropFirst().dropLast().compactMap {
      Double($0.components(separatedBy: ",")[2])
    }
    let water = sizes.reduce(0) { $0 + $1 * $1 * $1 }
    #expect(abs(0.0036 * Double.pi / 6 * water / 40 / 0.5 / 10 - 1) < 0.05)
    let excerpts =
      try await program.call(words + ["--to", "13"]).text
      + program.call(words + ["--from", "13", "-j", "3"]).text
    #expect(excerpts == whole.text)
    let labels = lines(try await program.call(words + ["--format", "labels"]).text)
    let objects = lines(try await program.call(words + ["--format", "jsonl"]).text)
    #expect(labels.count == rows.count - 1 && objects.count == rows.count - 1)
    #expect(objects[0].hasPrefix("{\"frame\":") && objects[0].contains("\"diameter_mm\":"))
  }

  @Test(
    "says what the list is a sample of, and which flags change nothing",
    arguments: [
      ("drops -d 1", "--ground 1 lists that"),
      ("drops -d 1 --ground 1 --distance 3 --place tent", "--drift, and not --distance, --place"),
      ("drops -d 1 --ground 1 --louder-than -20", "leave one out"),
      ("drops -d 1 --ground 0", "0.0001 .. 100 m2"), ("drops -d 1 --ground nan", "not 'nan'"),
    ])
  func samples(line: String, sentence: String) async throws {
    let run = try await program.call(line.words)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try await program.call(line.words + ["-q"]).text == run.text)
  }

  @Test("has a row for each drop, in the order in which the drops strike")
  func rows() async throws {
    let lines = lines(try await text("-d", "20", "-p", "puddles", "-s", "9"))
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
  func excerpts(format: String) async throws {
    let settings = [
      "-d", "10", "--format", format, "--drops", "3000", "--curve", "drops=0=60;10=9000",
    ]
    func text(_ words: String...) async throws -> String {
      let run = try await program.call(["drops", "-q"] + settings + words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      return run.text
    }
    let whole = try await text()
    #expect(whole == (try await text("-j", "1")))
    #expect(
      whole == (try await text("--to", "3.3")) + (try await text("--from", "3.3", "--to", "7"))
        + (try await text("--from", "7")))
    #expect(lines(whole).count > 300)
    #expect(whole == (try await text("--from", "0", "--to", "0")) + (try await text("--from", "0")))
  }

  @Test("a loud drop stays, and a faint one goes")
  func threshold() async throws {
    let all = lines(try await text("-d", "60")).dropFirst().dropLast()
    let loud = lines(try await text("-d", "60", "--louder-than", "-15.005")).dropFirst().dropLast()
    func level(_ row: String) -> Double {
      row.components(separatedBy: ",").suffix(2).compactMap(Double.init).max() ?? -.infinity
    }
    #expect(Array(loud) == all.filter { level($0) >= -15.005 })
    #expect(loud.count > 10 && loud.count < all.count / 2)
    let softer = lines(try await text("-d", "60", "--gain", "-6")).dropFirst().dropLast()
    for (row, soft) in zip(all, softer) { #expect(abs(level(row) - level(soft) - 6) < 0.011) }
  }

  @Test("labels are those of Audacity, and JSON has a line a drop")
  func otherForms() async throws {
    let labels = lines(try await text("-d", "5", "--format", "labels")).dropLast()
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
    let objects = try await lines(text("-d", "5", "--format", "jsonl")).dropLast().map {
      try json($0.utf8)
    }
    #expect(objects.count == count)
    let csv = lines(try await text("-d", "5"))
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

  @Test("a list goes to a file that is free or may be replaced, and its ending says the format")
  func files() async throws {
    try program.write("mine", to: "drops.csv")
    let run = try await program.call("drops -d 1 -o drops.csv")
    #expect(run.status == 1 && run.errors.contains("exists"))
    #expect(try program.contents(of: "drops.csv") == Array("mine".utf8))
    #expect(try await program.call("drops -d 1 -f -o drops.csv").status == 0)
    #expect(try program.contents(of: "drops.csv") == Array(try await text("-d", "1").utf8))
    // The ending of a name says what to write.
    #expect(try await program.call("drops -d 1 -o drops.jsonl").status == 0)
    #expect(try program.contents(of: "drops.jsonl").starts(with: "{".utf8))
  }
}
