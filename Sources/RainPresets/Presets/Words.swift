/// The words by which people and other programs call what has another name here, or is not there.
package struct Words: Sendable {
  /// Words, with commas between them, and what they mean here.
  private let rows: [(words: String, meaning: String)]

  private init(_ rows: [(words: String, meaning: String)]) { self.rows = rows }

  /// The words of a text with a row on each line: `--end,--until = to`.
  package init(_ text: [UInt8]) {
    self.init(
      text.split(separator: UInt8(ascii: "\n")).compactMap { line in
        String(decoding: line, as: UTF8.self).halves(at: " = ").map { (String($0.0), String($0.1)) }
      })
  }

  /// The meaning of a word; nil: it has none.
  package subscript(word: String) -> String? {
    rows.first { row in
      row.words.utf8.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(word.utf8) }
    }?.meaning
  }

  static let presets = Words([
    ("rain,normal,moderate", "steady"), ("heavy,heavy rain", "downpour"),
    ("light rain,soft", "light"), ("thunder,thunderstorm", "storm"), ("monsoon", "tropical"),
    ("sleep", "night"),
  ])

  static let places = Words([
    ("indoors,inside,house,home,room,cabin,balcony", "window"), ("roof", "tin-roof"),
    ("outdoors,outside,field,garden", "open"), ("woods,trees,jungle", "forest"),
    ("city,road", "street"), ("pond,water", "puddles"), ("van", "car"), ("camping", "tent"),
  ])

  static let surfaces = Words([
    ("grass,soil,sand", "ground"), ("asphalt,stone,street", "concrete"), ("tin", "metal"),
    ("window", "glass"), ("tent,umbrella", "fabric"), ("car", "roof"), ("trees,forest", "leaves"),
    ("puddle,pond", "water"),
  ])

  static let channels = Words([("mono", "1"), ("stereo", "2")])

  static let formats = Words([
    ("16,16bit,16-bit,s16le", "s16"), ("24,24bit,24-bit,s24le", "s24"),
    ("32,32bit,32-bit,s32le", "s32"), ("float,32f,f32le", "f32"),
  ])
}
