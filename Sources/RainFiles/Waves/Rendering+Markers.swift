package import RainAudio

extension Rendering {
  /// The most markers of a file: libsndfile reads no more, and with it many editors.
  package static var mostMarkers: Int { 2500 }

  /// Markers of the loudest near drops, at most `count`, at the frame in which each strikes, in order of time.
  package nonisolated(nonsending) func markers(ofLoudest count: Int, threads: Int) async
    -> [CueMarker]
  {
    let log = DropLog(self)
    /// Of equally loud ones, the earlier.
    func loudest(_ drops: [LoggedDrop]) -> [LoggedDrop] {
      let sorted = drops.sorted { ($1.loudest, $0.frame) < ($0.loudest, $1.frame) }
      return Array(sorted.prefix(count))
    }
    var drops: [LoggedDrop] = []
    await DropLogPieces<[LoggedDrop]>(of: self) { piece, _ in
      var drops: [LoggedDrop] = []
      log.forEach(in: piece) { drops.append($0) }
      return drops
    }.forEach(threads: threads) { drops = loudest(drops + $0) }
    return drops.sorted { $0.frame < $1.frame }.map {
      CueMarker(frame: $0.frame - frames.lowerBound, text: DropLogFormat.label(of: $0))
    }
  }
}
