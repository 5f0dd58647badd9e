package import Platform

/// An archive in the ustar format of POSIX.1-1988: for each file a header of 512 bytes, its bytes, and zeros up to
/// the next 512; then 1,024 zeros. Owner, group and time are 0, so that equal files make equal archives.
package enum TarArchive {
  private static let bytesPerBlock = 512
  /// Where the fields of a header begin, and how long they are.
  private static let (name, size, checksum, magic) = (0..<100, 124..<136, 148..<156, 257..<265)

  /// The longest name of a file, in bytes of UTF-8.
  package static let longestName = name.count
  /// The longest file, in bytes: eleven octal digits.
  package static let longestFile = 1 << 33 - 1
  /// What follows the last file.
  package static let end = [UInt8](repeating: 0, count: 2 * bytesPerBlock)

  /// The header of a file with that name and length.
  package static func header(name: String, bytes: Int) -> [UInt8] {
    precondition(name.utf8.count <= longestName && bytes <= longestFile, "the file fits an archive")
    var header = [UInt8](repeating: 0, count: bytesPerBlock)
    func set(_ text: String, at place: Int) {
      for (index, byte) in text.utf8.enumerated() { header[place + index] = byte }
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: digits - text.utf8.count) + text
    }
    set(name, at: Self.name.lowerBound)
    for (place, number) in [(100, 0o644), (108, 0), (116, 0)] {  // mode, owner, group
      set(octal(number, digits: 7), at: place)
    }
    set(octal(bytes, digits: 11), at: size.lowerBound)
    set(octal(0, digits: 11), at: 136)  // time
    header[156] = UInt8(ascii: "0")  // a regular file
    set("ustar\u{0}00", at: magic.lowerBound)
    set(octal(sum(of: header), digits: 6) + "\u{0} ", at: checksum.lowerBound)
    return header
  }

  /// The zeros behind so many bytes of a file.
  package static func padding(after bytes: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: -bytes & (bytesPerBlock - 1))
  }

  /// The sum of the bytes of a header, with blanks for its own field.
  private static func sum(of header: [UInt8]) -> Int {
    header.indices.reduce(0) { $0 + (checksum.contains($1) ? 0x20 : Int(header[$1])) }
  }

  /// The files of an archive, in order, and whether it is whole up to its end; nil where it is no archive.
  package static func files(
    in file: FileReader
  ) throws(FileError) -> (files: [(name: String, range: Range<Int>)], isWhole: Bool)? {
    var files: [(name: String, range: Range<Int>)] = []
    var place = 0
    while true {
      let header = try file.read(bytesPerBlock, at: place)
      if header.elementsEqual(end.prefix(bytesPerBlock)) {
        // Only its length tells an archive without files from other zeros.
        return files.isEmpty && file.length != end.count ? nil : (files, true)
      }
      func text(_ field: Range<Int>) -> String {
        String(decoding: header[field].prefix { $0 != 0 }, as: UTF8.self)
      }
      func octal(_ field: Range<Int>) -> Int? {
        Int(text(field).prefix { $0 != " " }, radix: 8)
      }
      place += bytesPerBlock
      guard header.count == bytesPerBlock, text(magic).hasPrefix("ustar"),
        octal(checksum) == sum(of: header), let bytes = octal(size), bytes >= 0,
        bytes <= file.length - place
      else { return files.isEmpty ? nil : (files, false) }
      files.append((text(name), place..<place + bytes))
      place += bytes + (-bytes & (bytesPerBlock - 1))
    }
  }
}
