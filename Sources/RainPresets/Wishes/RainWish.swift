/// All that was said of a rain, by whom, before anything of it is merged.
///
/// ```swift
/// var wish = RainWish(weather: try Preset(named: "storm").layer)
/// wish.own.place = try Place(named: "tent")
/// wish.own.set(.drops, to: 6000)
/// wish.resolved().rain[.drops]  // 6000
/// ```
///
///     drawn      --vary, a list of batch     ─┐ together
///     own        flags, sliders, a host      ─┘    │ over
///     weather    a preset, or the file of --like  ◀┘
package struct RainWish: Sendable, Hashable {
  package var weather: RainLayer
  package var own: RainLayer
  package var drawn: RainLayer

  package init(
    weather: RainLayer = RainLayer(), own: RainLayer = RainLayer(), drawn: RainLayer = RainLayer()
  ) {
    (self.weather, self.own, self.drawn) = (weather, own, drawn)
  }

  /// The rain. Layers are merged here alone.
  package func resolved() -> WrittenAutomation {
    own.overlaid(by: drawn).resolved(over: weather.resolved())
  }

  /// Goes into a place: what was said of places goes, the weather stays.
  package mutating func enter(_ place: Place) {
    (own.place, own.passages) = (place, nil)
    own.forget(place.given)
    drawn.forget(place.given)
  }

  /// Takes another weather: what was said of weathers goes, the place stays.
  package mutating func take(weather layer: RainLayer) {
    if own.place == nil, own.passages == nil { own.place = Place(of: weather) }
    weather = layer
    own.forget(SettingSet(of: .weather))
    drawn.forget(SettingSet(of: .weather))
  }

  /// Whoever says something.
  package enum Source: Sendable, Hashable { case weather, own, drawn }

  /// Something that is said.
  package enum Saying: Sendable, Hashable {
    /// nil: the settings of a place, one by one.
    case place(Source, Place?)
    case passages(Source)
    case number(Source, Setting)
    case curve(Source, Setting)
  }

  /// Something that was said and does not count, and what counts instead; nil: a place has no weather.
  package struct Loss: Sendable, Hashable {
    package let saying: Saying
    package let winner: Saying?
  }

  /// Who lost what to whom, in the order in which layers are merged.
  package func overridden() -> [Loss] {
    let (top, below) = (own.overlaid(by: drawn), weather.resolved())
    let source: Source = drawn.place == nil && drawn.passages == nil ? .own : .drawn
    var losses = weather.losses(as: .weather)
    if !below.ofPlace.isEmpty,
      top.passages != nil || top.place.map(below.isElsewhere(than:)) == true
    {
      let winner = top.place.map { Saying.place(source, $0) }
      losses.append(
        Loss(
          saying: .place(.weather, nil), winner: top.passages == nil ? winner : .passages(source)))
    }
    losses += own.losses(as: .own)
    for place in top.passages?.places ?? [top.place].compactMap({ $0 })
    where !place.weather.isEmpty {
      losses.append(Loss(saying: .place(source, place), winner: nil))
    }
    for setting in Setting.allCases {
      let winner: Saying
      if drawn.numbers.contains(setting) {
        winner = .number(.drawn, setting)
      } else if own.moves(setting) {
        winner = .curve(.own, setting)
      } else if own.numbers.contains(setting) {
        winner = .number(.own, setting)
      } else {
        continue
      }
      if own.passages != nil, setting.owner == .place, !drawn.numbers.contains(setting) {
        losses.append(Loss(saying: .passages(.own), winner: winner))
      }
      if below.moves(setting) {
        losses.append(Loss(saying: .curve(.weather, setting), winner: winner))
      }
    }
    return losses
  }

  /// The smallest wish that is the same rain: without what changes nothing of it.
  package func needed() -> RainWish {
    // As it is rendered.
    let rain = resolved()
    var wish = self
    func leaveOut(_ change: (inout RainWish) -> Void) {
      var other = wish
      change(&other)
      if other.resolved() == rain { wish = other }
    }
    leaveOut { $0.own.place = nil }
    leaveOut { $0.own.passages = nil }
    for setting in Setting.allCases {
      if wish.own.numbers.contains(setting) { leaveOut { $0.own.forget(number: setting) } }
      if wish.own.moves(setting) { leaveOut { $0.own.forget(curve: setting) } }
    }
    return wish
  }
}

extension RainLayer {
  /// The wishes that the layer itself overrides.
  fileprivate func losses(as source: RainWish.Source) -> [RainWish.Loss] {
    var losses: [RainWish.Loss] = []
    if passages != nil, let place {
      losses.append(.init(saying: .place(source, place), winner: .passages(source)))
    }
    for setting in curves.map({ $0.setting }) where numbers.contains(setting) {
      if setting == .rainfall, holdsAtRainfall { continue }
      losses.append(
        .init(saying: .number(source, setting), winner: .curve(source, setting)))
    }
    return losses
  }
}

extension WrittenAutomation {
  /// The settings of places that move, or differ from open ground.
  fileprivate var ofPlace: [Setting] {
    Setting.allCases.filter {
      $0.owner == .place && (moves($0) || rain[$0] != rain.standard(of: $0))
    }
  }

  /// Whether it is heard elsewhere than in a place, or moves there.
  fileprivate func isElsewhere(than other: Place) -> Bool {
    place != other.name || ofPlace.contains(where: moves)
  }
}
