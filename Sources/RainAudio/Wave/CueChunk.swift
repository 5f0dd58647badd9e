/// A point of a WAV that has a name: a marker of editors.
package struct CueMarker: Sendable {
  /// Counted from the first frame of the file.
  package let frame: Int
  package let text: String

  package init(frame: Int, text: String) {
    self.frame = frame
    self.text = text
  }
}

/// The chunk `cue ` and the list of kind `adtl` with the names of its points (Microsoft and IBM 1991, "Multimedia
/// Programming Interface and Data Specifications 1.0"). Each point has 24 bytes:
///
///     byte  0  dwName          its number, which its name repeats; from 1 on, since 0 is that of a loop in `smpl`
///           4  dwPosition      the frame
///           8  fccChunk        data
///          12  dwChunkStart    0
///          16  dwBlockStart    0
///          20  dwSampleOffset  the frame again
enum CueChunk {
  static func points(_ markers: [CueMarker]) -> [UInt8] {
    var list = [UInt8](markers.count, bytes: 4)
    for (place, marker) in markers.enumerated() {
      list += [UInt8](place + 1, bytes: 4)
      list += [UInt8](marker.frame, bytes: 4)
      list += "data".utf8
      list += [UInt8](0, bytes: 8)
      list += [UInt8](marker.frame, bytes: 4)
    }
    return list
  }

  /// Each text ends with a NUL, which counts.
  static func names(_ markers: [CueMarker]) -> [UInt8] {
    var list = Array("adtl".utf8)
    for (place, marker) in markers.enumerated() {
      list.appendChunk("labl", [UInt8](place + 1, bytes: 4) + Array(marker.text.utf8) + [0])
    }
    return list
  }
}
