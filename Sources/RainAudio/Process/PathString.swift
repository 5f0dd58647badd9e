/// The arguments of the command as strings that lose no byte.
///
/// A file name is any bytes but NUL and /, a Swift string is Unicode, and `CommandLine.arguments`
/// puts U+FFFD where an argument is not UTF-8: another name. Here, every byte that is not part of
/// valid UTF-8 becomes a scalar of the private use area, U+10FE80 for 80 to U+10FEFF for FF; these
/// scalars themselves, if someone uses them, are escaped byte by byte, and so is every 31st mark on
/// a character, where there are so many. All paths that this module takes are such strings, and
/// ordinary strings are.
package enum PathString {
  private static let escape: UInt32 = 0x10FE00
  private static let escaped: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  /// The arguments, without the name of the command.
  package static func arguments() -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
      var bytes: [UInt8] = []
      var position = 0
      while unsafe argument[position] != 0 {
        unsafe bytes.append(UInt8(bitPattern: argument[position]))
        position += 1
      }
      arguments.append(string(bytes))
    }
    return arguments
  }

  /// The string that stands for `bytes`.
  package static func string(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasEndlessCharacter,
      !text.unicodeScalars.contains(where: { escaped ~= $0.value })
    {
      return text
    }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    var marks = 0
    while let byte = rest.first {
      let scalar = firstScalar(rest)
      marks = scalar?.isMark == true ? marks + 1 : 0
      if let scalar, marks <= String.mostMarks {
        scalars.append(scalar)
        rest.removeFirst(UTF8.width(scalar))
      } else if let scalar = Unicode.Scalar(escape + UInt32(byte)) {
        scalars.append(scalar)
        rest.removeFirst()
      }
    }
    return String(scalars)
  }

  /// The bytes that a string stands for.
  package static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      escaped ~= scalar.value
        ? [UInt8(scalar.value - escape)] : Array(String(scalar).utf8)
    }
  }

  /// The scalar at the front of `bytes`, if it is one that stands for itself.
  private static func firstScalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for width in 1...4 {
      if let text = String(validating: bytes.prefix(width), as: UTF8.self) {
        return text.unicodeScalars.first.flatMap { escaped ~= $0.value ? nil : $0 }
      }
    }
    return nil
  }
}
