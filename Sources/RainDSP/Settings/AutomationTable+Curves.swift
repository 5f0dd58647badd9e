extension AutomationTable {
  package init(_ automation: RainAutomation) { self.init(automation.shared) }

  init(_ rain: Rain, _ curves: [RainAutomation.Curve]) {
    var tracks: [Track] = []
    var count = 0
    for curve in curves {
      let track = Track(
        curve.setting, first: count, count: curve.keys.indices.count { !curve.holds(at: $0) })
      tracks.append(track)
      count += track.count
    }
    self.init(rain, tracks: tracks, segmentCount: count)
    for (curve, track) in zip(curves, tracks) {
      var slot = track.first
      for (index, key) in curve.keys.enumerated() where !curve.holds(at: index) {
        let last = index > 0 ? segments[slot - 1] : nil
        let start = key.start ?? curve.keys[max(0, index - 1)].seconds
        segments[slot] = Segment(
          start: start, end: key.seconds,
          from: last?.departure(at: start, on: track) ?? key.value, to: key.value,
          shape: key.shape)
        slot += 1
      }
    }
  }

  /// An automation in which every setting can move, and has moved so far.
  init(live automation: RainAutomation) {
    let tracks = Setting.allCases.indices.map {
      Track(Setting.allCases[$0], first: $0 * Self.liveSegments, count: 1)
    }
    self.init(automation.rain, tracks: tracks, segmentCount: tracks.count * Self.liveSegments)
    hold(rain)
    let played = AutomationTable(automation)
    for source in 0..<played.tracks.count {
      let track = played.tracks[source]
      let index = Int(track.setting.rawValue)
      let count = min(track.count, Self.liveSegments - 1)
      for number in 0..<count {
        segments[tracks[index].first + number] =
          played.segments[track.first + track.count - count + number]
      }
      self.tracks[index].count = count
    }
  }
}

extension RainAutomation.Curve {
  /// Whether a key holds the number of the key before. It has no segment: the one before ends in that number. Every
  /// second key of a gauge is one. A choice needs its segment, from whose beginning on it is not changing over.
  fileprivate func holds(at index: Int) -> Bool {
    index > 0 && keys[index].start == nil && keys[index].value == keys[index - 1].value
      && !AutomationTable.Track(setting, first: 0, count: 0).changesOver
  }

  /// The keys from which a renderer whose settings move live goes on: all, or of many the last. The first of them is constant
  /// where the way to the second begins.
  var liveKeys: [RainAutomation.Key] {
    let count = AutomationTable.liveSegments
    guard keys.count > 2 * count else { return Array(keys) }
    let table = AutomationTable(RainAutomation(unchecked: Rain(), curves: [self]))
    let first = keys[keys.count - count]
    let start = first.start ?? keys[keys.count - count - 1].seconds
    let track = table.tracks[0]
    let last = table.segments[table.segment(of: track, at: start)]
    return [RainAutomation.Key(at: start, last.departure(at: start, on: track))]
      + keys.suffix(count)
  }
}
