/// The used settings of a rain: another value of such a one changes a sample, with all other settings as they are.
///
/// ```swift
/// UsedSettings(of: automation, layout: .stereo).lack(for: .chirp)?.reason  // "no drop of this rain has a bubble"
/// ```
package struct UsedSettings {
  /// The part of the rain that is heard or seen: all of it, one near drop, the list of the near drops, or labels of them.
  package enum Part: Sendable { case whole, drop, list, labels }

  package typealias Change = (setting: Setting, number: Double)

  /// The lack of a setting: a clause that says it, and changes, if there are any: each is enough, or all together.
  package struct Lack: Sendable {
    package let reason: String
    package let remedies: [Change]
    package var takesAll = false
  }

  private var bounds: RainBounds
  private let layout: ChannelLayout?
  private let sampleRate: Int?
  private let loop: Double
  private let part: Part

  /// - Parameters:
  ///   - automation: the rain.
  ///   - layout: of the rendering; nil: any.
  ///   - sampleRate: of the rendering, in Hz; nil: any.
  ///   - loop: its length in s; without an end: endless rain.
  ///   - part: what is heard of it.
  ///   - free: settings that may have any value, as they differ from file to file.
  package init(
    of automation: RainAutomation, layout: ChannelLayout?, sampleRate: Int? = nil,
    loop: Double = .infinity, part: Part = .whole, free: [Setting] = []
  ) {
    bounds = RainBounds(automation)
    (self.layout, self.sampleRate, self.loop, self.part) = (layout, sampleRate, loop, part)
    for setting in free { bounds.free(setting) }
  }

  /// The lack that keeps a setting from changing a sample; nil: it can.
  package func lack(for setting: Setting) -> Lack? {
    var freed = self
    freed.bounds.free(setting)
    let needs = setting.row.needs
    guard let need = needs.first(where: { !freed.row($0).isMet }) else { return nil }
    let (_, reason, changes) = freed.row(need)
    func cured(_ rain: Self, _ change: Change) -> Self {
      var cured = rain
      cured.bounds.set(change.setting, to: change.number)
      cured.bounds.free(setting)
      return cured
    }
    let enough = changes.filter { change in
      let rain = cured(freed, change)
      return needs.allSatisfy { rain.row($0).isMet }
    }
    if !enough.isEmpty { return Lack(reason: reason, remedies: enough) }
    // One change for each need, if there is one.
    var together: [Change] = []
    for need in needs where !freed.row(need).isMet {
      let change = freed.row(need).changes.first { cured(freed, $0).row(need).isMet }
      guard let change else { return Lack(reason: reason, remedies: []) }
      together.append(change)
      freed = cured(freed, change)
    }
    return Lack(reason: reason, remedies: together, takesAll: true)
  }

  /// Changes that leave noise white, pink or brown, in a rain that holds nothing else and colors it; none elsewhere.
  package var colorless: [Change] {
    guard hasBed, !hasPoints else { return [] }
    var changes: [Change] = []
    if bounds.surfaces != [.open] { changes.append((.surface, Surface.open.number)) }
    if !bounds.standingWater.isEmpty { changes.append((.puddles, 0)) }
    for setting in [Setting.bedHighpass, .highpass] {
      let lowest = setting.row.range.lowerBound
      if bounds.high[setting] > lowest { changes.append((setting, lowest)) }
    }
    for setting in [Setting.bedLowpass, .lowpass] {
      let highest = setting.row.range.upperBound
      if bounds.low[setting] < highest { changes.append((setting, highest)) }
    }
    return changes
  }

  /// Whether a need is met, what is so where it is not, and changes that may meet it.
  private func row(_ need: Setting.Need) -> (isMet: Bool, reason: String, changes: [Change]) {
    let (low, high, surfaces) = (bounds.low, bounds.high, bounds.surfaces)
    return switch need {
    case .band(let band):
      (
        sampleRate.map { band < Setting.toneCount(below: $0) } ?? true,
        "half the sample rate is no higher", []
      )
    case .whole: (part == .whole, "only near drops are shown here", [])
    case .shown: (!isList, Self.unshown, [])
    case .ends: (part != .list, Self.unshown, [])
    case .tone: (!isList, "the list has the drops before any filter", [])
    case .sound: (hasPoints || hasBed, "the rain is silent", Self.sources)
    case .points: (hasPoints, "neither near drops nor patter sound", Self.sources)
    case .stereo: (layout == nil || layout == .stereo, "the channels are not those of stereo", [])
    case .lowChannel: (hasLowChannel, "only 5.1 to 7.1.4 have a channel for it", [])
    case .width: (high[.width] > 0, "both channels are alike", [(.width, 0.8)])
    case .echo: (EchoLaw.isHeard(in: high), "there is no echo", [(.echoTime, 0.2)])
    case .drops: (isLoud(on: struck.all), "no near drop sounds", Self.drops)
    case .rain: (isLoud(on: struck.rain), "no near raindrop sounds", Self.drops)
    case .drips: (isLoud(on: struck.drips), "no near drop sounds", Self.drops)
    case .blow: (high[.impactAmplitude] > 0, "the impacts are silent", [(.impactAmplitude, 0.4)])
    case .sized:
      (
        isSpread && isLoud(on: struck.rain) || hasPatter
          || hasBed && (low[.bedLowpass] < 20_000 || high[.bedHighpass] > 20),
        isSpread ? "no raindrop sounds" : "all raindrops are of one size",
        [(.sizeSpread, 1), (.drips, 0)] + Self.drops + Self.sources
      )
    case .distances:
      (
        hasSizes || !struck.drips.isEmpty || high[.distanceRatio] > 1,
        "all near drops fall at one distance", [(.distanceRatio, 6)]
      )
    case .surface:
      (
        hasPatter || hasBed || isLoud(on: struck.all),
        "nothing sounds of the surface", [(.puddles, 0.2)] + Self.sources
      )
    case .dryGround:
      (
        surfaces.contains { $0.response.hasGround }
          && (isLoud(on: struck.all) || hasPatter || hasBed),
        "there is no ground here", [(.surface, Surface.open.number)]
      )
    case .levels:
      (
        low[.level] != 0 || high[.level] != 0 || low[.rainfall] != 10 || high[.rainfall] != 10,
        "it rains 10 mm/h, and the place is as loud as open ground",
        [(.rainfall, 25), (.level, 6)]
      )
    case .dynamics: (high[.dynamics] > 0, "dynamics keeps no difference", [(.dynamics, 0.5)])
    case .trap: (strikes { $0.bubbles > 0 }, Self.noBubble, Self.bubbles)
    case .bubble: (hasBubble(on: struck.all), Self.noBubble, Self.bubbles)
    case .bubbleColor:
      (
        hasBubble(on: struck.all)
          || (surfaces + bounds.standingWater).contains(.water) && (hasPatter || hasBed),
        Self.noBubble, Self.bubbles
      )
    case .bubbleLevel:
      (high[.bubbleAmplitude] > 0, "bubbles are silent", [(.bubbleAmplitude, 0.25)])
    case .delay: (high[.delay] > 0, "bubbles come without a delay", [(.delay, 5)])
    case .splash:
      (
        strikes { $0.splash * high[.splash] > 0 }, "no drop splashes",
        [(.splash, 1), (.puddles, 0.2), (.surface, Surface.open.number)]
      )
    case .variation: (high[.variation] > 0, "all drops are alike", [(.variation, 1)])
    case .jitters: (varies, "nothing about the drops varies", [(.impactJitter, 0.25)])
    case .patter:
      bounds.high.hasPatter && part == .whole
        ? (hasPatter, "this sample rate has no room for the lowest tick", [(.patterLow, 700)])
        : (hasPatter, "there is no patter", [(.patterRate, 1000), (.patterLevel, 0.02)])
    case .patterPosition:
      (
        EchoLaw.isHeard(in: high) || layout.map { $0.isSurround } ?? true, "there is no echo",
        [(.echoTime, 0.2)]
      )
    case .bed: (hasBed, "there is no bed of noise", [(.pink, 0.03)])
    case .gusts: (followsGusts, "nothing follows gusts", Self.gusts)
    case .gustTime:
      (
        followsGusts && high[.gust] > 0 || hasPatter && high[.patterGust] > 0,
        "nothing follows gusts",
        Self.gusts + [(.patterGust, 0.2)]
      )
    case .bedGusts: (high[.gust] > 0, "there are no gusts", [(.gust, 0.2)])
    case .drift: (falls || hasPatter || hasBed, "nothing follows gusts", Self.gusts)
    // As many s as two knots of the fastest gusts, and of the drift, need.
    case .gustLoop:
      (
        loop >= (low[.gustTime] == high[.gustTime] ? GustCurve.leastLoop(low[.gustTime]) : 1.5),
        "so short a loop has no gusts", []
      )
    case .driftLoop: (loop >= 360, "a loop of less than 6 minutes has no drift", [])
    }
  }

  private static let unshown = "the list does not show it"
  private static let noBubble = "no drop of this rain has a bubble"
  private static let sources: [Change] = [(.drops, 1200), (.patterRate, 1000), (.pink, 0.03)]
  private static let drops: [Change] = [(.drops, 1200), (.eaves, 4), (.impactAmplitude, 0.4)]
  private static let bubbles: [Change] = [
    (.puddles, 0.2), (.surface, Surface.water.number), (.drops, 1200), (.sizeSpread, 1),
  ]
  private static let gusts: [Change] =
    [(.gust, 0.2), (.regularity, 0), (.bedModulation, 0.6)] + sources

  // MARK: What sounds

  private var isList: Bool { part == .list || part == .labels }
  private var hasPatter: Bool {
    part == .whole && bounds.high.hasPatter
      && min(bounds.low[.patterLow], bounds.low[.patterHigh])
        <= Bandwidth.highest * Double(sampleRate ?? RainRenderer.sampleRates.upperBound)
  }
  private var hasBed: Bool { part == .whole && bounds.high.hasBed }
  /// Whether anything sounds that comes from a direction.
  private var hasPoints: Bool {
    hasPatter || part == .whole && bounds.high[.gutter] > 0 || isLoud(on: struck.all)
  }
  private var hasLowChannel: Bool { layout.map { $0.lowFrequencyChannel != nil } ?? true }
  /// Whether drops fall by chance, and so follow gusts.
  private var falls: Bool { isLoud(on: struck.rain) && bounds.low[.regularity] == 0 }
  private var followsGusts: Bool { falls || hasBed && bounds.high[.bedModulation] > 0 }
  private var hasSizes: Bool { bounds.high[.drops] > 0 && isSpread }
  private var isSpread: Bool { bounds.high[.sizeSpread] > 0 && bounds.low[.drips] < 1 }

  /// Whether some quantity of the drops varies.
  private var varies: Bool {
    let high = bounds.high
    let blows =
      high[.impactJitter] > 0 || strikes { $0.modes != nil || high[.splash] * $0.splash > 0 }
    return high[.durationJitter] > 0 || blows && high[.impactAmplitude] > 0
      || hasBubble(on: struck.all) && high[.bubbleAmplitude] > 0
  }

  /// The surfaces that raindrops, drips from eaves, and all of them strike.
  private var struck: (rain: [Surface], drips: [Surface], all: [Surface]) {
    let water = bounds.standingWater
    let dry = bounds.surfaces.filter { bounds.low[.puddles] < 1 || !$0.response.hasGround }
    let rain = bounds.high[.drops] > 0 ? dry + water : []
    // A drip falls on leaves, or into the water that its drips have left.
    let drips = bounds.high[.eaves] > 0 ? dry.map { $0 == .leaves ? $0 : .water } + water : []
    return (rain, drips, rain + drips)
  }

  private func strikes(_ isSuch: (Surface.Response) -> Bool) -> Bool {
    struck.all.contains { isSuch($0.response) }
  }

  private func isLoud(on surfaces: [Surface]) -> Bool {
    !surfaces.isEmpty && bounds.high[.impactAmplitude] > 0
      || hasBubble(on: surfaces) && bounds.high[.bubbleAmplitude] > 0
  }

  /// Whether a drop on one of some surfaces traps a bubble: the largest does if any does.
  private func hasBubble(on surfaces: [Surface]) -> Bool {
    let largest = DropSize.spread(DropSize.largest, by: bounds.high[.sizeSpread])
    return surfaces.contains {
      $0.response.isWater && DropLaw.entrainment(diameter: largest) > 0
        || $0.response.bubbles * bounds.high[.bubbleProbability] > 0
    }
  }
}

extension Setting {
  /// Something that a setting may need. Each comes before the needs that build upon it.
  package enum Need: Sendable, Hashable {
    case band(Int), whole, shown, ends, tone, sound, points, stereo, lowChannel, width, echo
    case drops, rain, drips, blow, sized, distances, surface, dryGround
    case trap, bubble, bubbleColor, bubbleLevel, delay, splash, variation, jitters
    case levels, dynamics, patter, patterPosition, bed, gusts, gustTime, bedGusts, gustLoop, drift
    case driftLoop
  }
}
