package import RainDSP

/// All that was said of a rain, by whom, before anything of it is merged.
///
/// ```swift
/// var wish = RainWish(weather: try Preset(named: "storm").layer)
/// wish.own.place = try Place(named: "tent")
/// wish.own.set(.drops, to: 6000)
/// wish.resolved().rain.drops  // 6000
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

  /// The rain: the only place where layers are merged.
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
    case place(Source, Place)
    case passages(Source)
    case number(Source, Setting)
    case curve(Source, Setting)
  }

  /// Something that was said and does not count.
  package struct Loss: Sendable, Hashable {
    /// What is lost.
    package let saying: Saying
    /// The settings that are lost of it; all of a number or a curve.
    package let settings: SettingSet
    /// What counts instead; nil: a place has no weather.
    package let winner: Saying?
  }

  /// Who lost what to whom, in the order in which layers are merged.
  package func overridden() -> [Loss] {
    let top = own.overlaid(by: drawn)
    let below = weather.resolved()
    return weather.losses(as: .weather) + placeLosses(top, below) + own.losses(as: .own)
      + curveLosses(below)
  }

  /// The places that go beside another one, and their weather.
  private func placeLosses(_ top: RainLayer, _ below: WrittenAutomation) -> [Loss] {
    let source: Source = drawn.place == nil && drawn.passages == nil ? .own : .drawn
    guard
      let winner = top.passages.map({ _ in Saying.passages(source) })
        ?? top.place.map({ .place(source, $0) })
    else { return [] }
    var losses: [Loss] = []
    let ofPlaces = SettingSet(of: .place)
    let lost = SettingSet(
      Setting.allCases.filter {
        ofPlaces.contains($0)
          && (below.moves($0) || below.rain[$0] != below.rain.standard(of: $0))
      })
    let isSame = below.place == top.place?.name && top.passages == nil
    let stays = isSame && !Setting.allCases.contains { lost.contains($0) && below.moves($0) }
    if !lost.isEmpty, !stays {
      let place = Place(nameOnly: below.place ?? "")
      losses.append(Loss(saying: .place(.weather, place), settings: lost, winner: winner))
    }
    if top.passages != nil, let place = own.place {
      losses.append(Loss(saying: .place(.own, place), settings: place.given, winner: winner))
    }
    for place in top.passages?.places ?? [top.place].compactMap({ $0 })
    where !place.weather.isEmpty {
      losses.append(Loss(saying: .place(source, place), settings: place.weather, winner: nil))
    }
    return losses
  }

  /// The curves of the weather, and those that a way from place to place would be, beside what is said of their settings.
  private func curveLosses(_ below: WrittenAutomation) -> [Loss] {
    var losses: [Loss] = []
    for setting in Setting.allCases {
      let only = SettingSet([setting])
      let winner: Saying? =
        drawn.said(setting)
        ? .number(.drawn, setting)
        : own.moves(setting)
          ? .curve(.own, setting)
          : own.numbers.contains(setting) ? .number(.own, setting) : nil
      guard let winner else { continue }
      if own.passages != nil, setting.owner == .place, !drawn.said(setting) {
        losses.append(Loss(saying: .passages(.own), settings: only, winner: winner))
      }
      if below.moves(setting) {
        losses.append(Loss(saying: .curve(.weather, setting), settings: only, winner: winner))
      }
    }
    return losses
  }

  /// The smallest wish that is the same rain: without what changes nothing of it.
  package func needed() -> RainWish {
    // As it is rendered.
    let rain = resolved().restated
    var wish = self
    func leaveOut(_ change: (inout RainWish) -> Void) {
      var other = wish
      change(&other)
      if other.resolved().restated == rain { wish = other }
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
  fileprivate func said(_ setting: Setting) -> Bool { numbers.contains(setting) || moves(setting) }

  /// What the layer says twice.
  fileprivate func losses(as source: RainWish.Source) -> [RainWish.Loss] {
    var losses: [RainWish.Loss] = []
    if passages != nil, let place, source == .weather {
      losses.append(
        .init(saying: .place(source, place), settings: place.given, winner: .passages(source)))
    }
    for curve in curves where numbers.contains(curve.setting) {
      if curve.setting == .rainfall, holdsAtRainfall { continue }
      losses.append(
        .init(
          saying: .number(source, curve.setting), settings: SettingSet([curve.setting]),
          winner: .curve(source, curve.setting)))
    }
    return losses
  }
}
