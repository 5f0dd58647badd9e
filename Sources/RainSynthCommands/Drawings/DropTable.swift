internal import Text

/// One drop as CSV: a row for each frame from its onset on.
package enum DropTable {
  /// Writes the table in pieces of some tens of kilobytes: `frame,time_ms,left,right`, or
  /// `frame,time_ms,amplitude` in mono.
  ///
  /// Amplitudes are the shortest text that reads back as the same Float; times are rounded to the
  /// nanosecond.
  package static func write<Failure: Error>(
    _ figure: DropFigure, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var piece: [UInt8] = []
    piece.append(
      contentsOf: "frame,time_ms,\(figure.channels == 1 ? "amplitude" : "left,right")\n".utf8)
    for frame in 0..<figure.frames {
      piece.append(contentsOf: String(frame).utf8)
      piece.append(UInt8(ascii: ","))
      piece.append(
        contentsOf: FixedPoint.text(figure.milliseconds(frame), decimals: 6).utf8)
      for channel in 0..<figure.channels {
        piece.append(UInt8(ascii: ","))
        piece.append(
          contentsOf: figure.samples[frame * figure.channels + channel].description.utf8)
      }
      piece.append(UInt8(ascii: "\n"))
      if piece.count >= 1 << 16 {
        try sink(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    if !piece.isEmpty { try sink(piece) }
  }
}
