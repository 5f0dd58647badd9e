internal import Text

/// One drop as CSV: a row for each frame from its onset on.
package enum DropTable {
  /// Writes the table in pieces of some tens of kilobytes: `frame,time_ms,left,right`, or
  /// `frame,time_ms,amplitude` in mono.
  ///
  /// The samples have the channels of a frame side by side. Amplitudes are the shortest text that reads back as the same
  /// Float; times are rounded to the nanosecond.
  package static func write<Failure: Error>(
    _ samples: [Float], channels: Int, sampleRate: Int, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var piece: [UInt8] = []
    piece.append(
      contentsOf: "frame,time_ms,\(channels == 1 ? "amplitude" : "left,right")\n".utf8)
    for frame in 0..<samples.count / channels {
      piece.append(contentsOf: String(frame).utf8)
      piece.append(UInt8(ascii: ","))
      piece.append(
        contentsOf: FixedPoint.text(
          Double(frame) * 1000 / Double(sampleRate), decimals: 6
        ).utf8)
      for channel in 0..<channels {
        piece.append(UInt8(ascii: ","))
        piece.append(contentsOf: samples[frame * channels + channel].description.utf8)
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
