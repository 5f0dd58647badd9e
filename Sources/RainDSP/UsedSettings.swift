/// The used settings of a rain: another value of such a one changes a sample, with all other settings as they are.
///
/// ```swift
/// UsedSettings(of: automation, layout: .stereo).lack(for: .chirp)?.need  // .bubble
/// ```
package struct UsedSettings {
  /// The part of the rain that is heard or seen: all of it, one near drop, the list of the near drops, or labels of them.
  package enum Part: Sendable { case whole, drop, list, labels }

  package typealias Change = (setting: Setting, number: Double)

  /// The first need of a setting that a rain does not meet, and changes that together meet all of
  /// its needs; none where these do not.
  package struct Lack: Sendable {
    package let need: Setting.Need
    /// The state of the rain, in which the need is not met.
    package let reason: String
    package let cures: [Change]
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
    var (cured, cures) = (self, [Change]())
    func unmet() -> Setting.Need? {
      cured.bounds.free(setting)
      return setting.row.needs.first { !cured.meets($0) }
    }
    guard let first = unmet() else { return nil }
    let reason = state(of: first).reason
    while let need = unmet() {
      guard let cure = cured.state(of: need).cure,
        !cures.contains(where: { $0.setting == cure.setting })
      else { return Lack(need: first, reason: reason, cures: []) }
      cures.append(cure)
      cured.bounds.set(cure.setting, to: cure.number)
    }
    return Lack(need: first, reason: reason, cures: cures)
  }

  /// Changes that leave noise white, pink or brown, in a rain that holds nothing else and colors it; none elsewhere.
  package var colorless: [Change] {
    guard hasBed, !hasPoints else { return [] }
    let plain: [Change] = [
      (.puddles, 0), (.bedHighpass, 20), (.highpass, 20), (.bedLowpass, 20_000), (.lowpass, 20_000),
      (.spot, 0),
    ]
    return (bounds.surfaces == [.open] ? [] : [(.surface, Surface.open.number)])
      + plain.filter { setting, number in
        bounds.low[setting] != number || bounds.high[setting] != number
      }
  }

  private func meets(_ need: Setting.Need) -> Bool { state(of: need).isMet }

  /// A need in this rain.
  private struct State {
    /// The state of a rain in which it is not met.
    let reason: String
    let isMet: Bool
    /// The change that helps first where it is not met; nil: no setting helps.
    let cure: Change?

    init(_ reason: String, _ isMet: Bool, _ cure: Change? = nil) {
      (self.reason, self.isMet, self.cure) = (reason, isMet, cure)
    }
  }

  private func state(of need: Setting.Need) -> State {
    let (low, high, surfaces, struck) = (bounds.low, bounds.high, bounds.surfaces, struck)
    let (drops, blow): (Change, Change) = ((.drops, 1200), (.impactAmplitude, 0.4))
    let (water, noise): (Change, Change) = ((.surface, Surface.water.number), (.pink, 0.03))
    let fall = high[.drops] > 0 ? blow : drops
    let wet = struck.all.isEmpty ? drops : water
    return switch need {
    case .band(let band):
      .init(
        "half the sample rate is no higher",
        sampleRate.map { band < Setting.toneCount(below: $0) } ?? true)
    case .whole: .init("only near drops are shown here", part == .whole)
    case .shown: .init("the list does not show it", !isList)
    case .ends: .init("the list does not show it", part != .list)
    case .tone: .init("the list has the drops before any filter", !isList)
    case .sound: .init("the rain is silent", hasPoints || hasBed || hasStorm, fall)
    case .points: .init("neither near drops nor patter sound", hasPoints, fall)
    case .stereo: .init("the channels are not those of stereo", layout == nil || layout == .stereo)
    case .lowChannel:
      .init(
        "only 5.1 to 7.1.4 have a channel for it",
        layout.map { $0.lowFrequencyChannel != nil } ?? true)
    case .width:
      .init("all that has a direction comes from the front", high[.width] > 0, (.width, 0.8))
    case .echo: .init("there is no echo", EchoLaw.isHeard(in: high), (.echoTime, 0.2))
    case .colored:
      // Bubbles, drips and gutters have none but the lean of stereo.
      .init(
        "nothing that sounds here has the color of a spot",
        hasPatter || hasBed || hasBlows(on: struck.all) || meets(.stereo),
        struck.all.isEmpty ? drops : blow)
    case .spot: .init("the spot has no color", high[.spot] > 0, (.spot, 1))
    case .drops: .init("no near drop sounds", isLoud(on: struck.all), fall)
    case .drips:
      .init("no near drop sounds", isLoud(on: struck.drips), high[.eaves] > 0 ? blow : (.eaves, 4))
    case .rain: .init("no near raindrop sounds", isLoud(on: struck.rain), fall)
    case .blow: .init("the impacts are silent", high[.impactAmplitude] > 0, blow)
    case .sized:
      .init(
        "no raindrops of several sizes sound",
        isSpread && isLoud(on: struck.rain) || hasPatter
          || hasBed && (low[.bedLowpass] < 20_000 || high[.bedHighpass] > 20),
        isSpread ? fall : low[.drips] == 1 ? (.drips, 0) : (.sizeSpread, 1))
    case .distances:
      .init(
        "all near drops fall at one distance",
        high[.drops] > 0 && isSpread || !struck.drips.isEmpty || high[.distanceRatio] > 1,
        (.distanceRatio, 6))
    case .surface:
      // The spot of ground, and that of each thing, leans all sound to a side of its own.
      .init(
        "nothing sounds of the surface",
        hasRain || hasWind || high[.spot] > 0 && meets(.stereo) && meets(.sound), fall)
    case .dryGround:
      .init(
        "no rain falls on ground here", surfaces.contains { $0.response.hasGround } && hasRain,
        hasRain ? (.surface, Surface.open.number) : fall)
    case .levels:
      .init(
        "it rains 10 mm/h, and the place is as loud as open ground",
        low[.level] != 0 || high[.level] != 0 || low[.rainfall] != 10 || high[.rainfall] != 10
          || hasStorm, (.level, 6))
    case .dynamics:
      .init("dynamics keeps no difference", high[.dynamics] > 0 || hasStorm, (.dynamics, 0.5))
    case .trap: .init("no drop of this rain has a bubble", strikes { $0.bubbles > 0 }, wet)
    case .bubble: .init("no drop of this rain has a bubble", hasBubble(on: struck.all), wet)
    case .bubbleColor:
      .init(
        "no drop of this rain has a bubble",
        hasBubble(on: struck.all)
          || (surfaces + bounds.standingWater).contains(.water) && (hasPatter || hasBed), wet)
    case .bubbleLevel:
      .init("bubbles are silent", high[.bubbleAmplitude] > 0, (.bubbleAmplitude, 0.25))
    case .delay: .init("bubbles come without a delay", high[.delay] > 0, (.delay, 5))
    case .splash:
      .init(
        "no drop splashes", strikes { $0.splash * high[.splash] > 0 },
        high[.splash] > 0 ? water : (.splash, 1))
    case .variation: .init("all drops are alike", high[.variation] > 0, (.variation, 1))
    case .jitters: .init("nothing about the drops varies", varies, (.impactJitter, 0.25))
    case .patter:
      .init(
        "no patter sounds", hasPatter,
        high[.patterRate] == 0
          ? (.patterRate, 1000) : high[.patterLevel] == 0 ? (.patterLevel, 0.02) : (.patterLow, 700)
      )
    case .patterPosition:
      .init(
        "there is no echo, and no channel above",
        EchoLaw.isHeard(in: high) || layout.map { $0.hasHeight } ?? true, (.echoTime, 0.2))
    case .bed: .init("there is no bed of noise", hasBed, noise)
    case .gusts:
      .init("nothing follows gusts", followsGusts, hasBed ? (.bedModulation, 0.6) : noise)
    case .gustTime:
      .init(
        "nothing follows gusts",
        followsGusts && high[.gust] > 0 || hasPatter && high[.patterGust] > 0,
        followsGusts ? (.gust, 0.2) : state(of: .gusts).cure)
    case .bedGusts: .init("there are no gusts", high[.gust] > 0, (.gust, 0.2))
    case .drift: .init("neither drops nor noise sound", falls || hasPatter || hasBed, fall)
    case .gustLoop:
      // As many s as two knots of the fastest gusts, and of the drift, need. Those of the wind are
      // faster.
      .init(
        "so short a loop has no gusts",
        hasWind
          || loop >= (low[.gustTime] == high[.gustTime] ? GustCurve.leastLoop(low[.gustTime]) : 1.5)
      )
    case .driftLoop: .init("a loop of less than 6 minutes has no drift", loop >= 360)
    case .storm: .init("there is neither wind nor thunder", hasStorm, (.wind, 8))
    case .wind: .init("there is no wind", hasWind, (.wind, 8))
    case .thunder: .init("there is no thunder", high[.thunder] > 0, (.thunder, 2))
    case .wall: .init("no wall keeps anything back", high[.wall] > 0, (.wall, 10))
    }
  }

  // MARK: What sounds

  private var isList: Bool { part == .list || part == .labels }
  private var hasPatter: Bool {
    part == .whole && bounds.high.hasPatter
      && min(bounds.low[.patterLow], bounds.low[.patterHigh])
        <= Bandwidth.highest * Double(sampleRate ?? RainRenderer.sampleRates.upperBound)
  }
  private var hasBed: Bool { part == .whole && bounds.high.hasBed }
  private var hasRain: Bool { hasPatter || hasBed || isLoud(on: struck.all) }
  private var hasStorm: Bool { part == .whole && bounds.high.hasStorm }
  private var hasWind: Bool { part == .whole && bounds.high[.wind] > 0 }
  /// Whether anything sounds that comes from a direction.
  private var hasPoints: Bool {
    hasPatter || part == .whole && bounds.high[.gutter] > 0 || isLoud(on: struck.all)
  }
  /// Whether drops fall by chance, and so follow gusts.
  private var falls: Bool { isLoud(on: struck.rain) && bounds.low[.regularity] == 0 }
  private var followsGusts: Bool {
    falls || hasBed && bounds.high[.bedModulation] > 0 || hasWind
  }
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

  /// Whether blows, splashes or modes sound.
  private func hasBlows(on surfaces: [Surface]) -> Bool {
    !surfaces.isEmpty && bounds.high[.impactAmplitude] > 0
  }

  private func isLoud(on surfaces: [Surface]) -> Bool {
    hasBlows(on: surfaces)
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
    case band(Int), whole, shown, ends, tone, sound, points, stereo, lowChannel, width, echo, spot
    case colored
    case drops, rain, drips, blow, sized, distances, surface, dryGround
    case trap, bubble, bubbleColor, bubbleLevel, delay, splash, variation, jitters
    case levels, dynamics, patter, patterPosition, bed, gusts, gustTime, bedGusts, gustLoop, drift
    case driftLoop, storm, wind, thunder, wall
  }
}
