extension Preset {
  /// When its first rain begins to fade in; 0 where gain does not begin with silence.
  package var firstRain: Duration {
    let keys = automation.curves.first { $0.setting == .gain }.map { Array($0.keys) } ?? []
    let silence = Setting.gain.row.range.lowerBound
    guard let first = keys.firstIndex(where: { $0.value > silence }), first > 0,
      case .fromStart(let time) = keys[first - 1].time
    else { return .zero }
    return time
  }

  /// The preset with all that moves in it, from its first rain on, in another time.
  ///
  /// - Throws: if it has no length, or curves that already fit into any time.
  package func fitting(_ length: Duration) throws(Flaw) -> Preset {
    guard let duration, length > .zero else {
      throw Flaw("--fit needs a preset with a length, as gauge -o writes it, and a time above 0")
    }
    let first = firstRain
    let scale = length / (duration - first)
    var preset = self
    preset.duration = length
    var fitted = automation
    for curve in automation.curves {
      var keys: [WrittenCurve.Key] = []
      for var key in curve.keys {
        guard case .fromStart(let time) = key.time, key.start == nil else {
          throw Flaw(
            "the curve of \(curve.setting.name) in \(name.quoted) fits into any time: -d says which"
          )
        }
        let moment = max(.zero, time - first) * scale
        key.time = .fromStart(.nanoseconds((moment / .nanoseconds(1)).rounded()))
        // Of the dry beginning, the last key stays.
        if moment == .zero, keys.count == 1, time <= first { keys = [] }
        if keys.last != key { keys.append(key) }
      }
      do {
        try fitted.set(WrittenCurve(curve.setting, keys))
      } catch {
        throw Flaw(error.sentence { $0 })
      }
    }
    preset.layer = RainLayer(fitted)
    return preset
  }
}
