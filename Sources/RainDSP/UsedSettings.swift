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
    while let need = unmet() {
      guard let cure = cured.cure(need), !cures.contains(where: { $0.setting == cure.setting })
      else { return Lack(need: first, cures: []) }
      cures.append(cure)
      cured.bounds.set(cure.setting, to: cure.number)
    }
    return Lack(need: first, cures: cures)
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

  private func meets(_ need: Setting.Need) -> Bool {
    let (low, high, surfaces) = (bounds.low, bounds.high, bounds.surfaces)
    return switch need {
    case .band(let band): sampleRate.map { band < Setting.toneCount(below: $0) } ?? true
    case .whole: part == .whole
    case .shown, .tone: !isList
    case .ends: part != .list
    case .sound: hasPoints || hasBed || hasStorm
    case .points: hasPoints
    case .stereo: layout == nil || layout == .stereo
    case .lowChannel: layout.map { $0.lowFrequencyChannel != nil } ?? true
    case .width: high[.width] > 0
    case .echo: EchoLaw.isHeard(in: high)
    // Bubbles, drips and gutters have none but the lean of stereo.
    case .colored: hasPatter || hasBed || hasBlows(on: struck.all) || meets(.stereo)
    case .spot: high[.spot] > 0
    case .drops: isLoud(on: struck.all)
    case .rain: isLoud(on: struck.rain)
    case .drips: isLoud(on: struck.drips)
    case .blow: high[.impactAmplitude] > 0
    case .sized:
      isSpread && isLoud(on: struck.rain) || hasPatter
        || hasBed && (low[.bedLowpass] < 20_000 || high[.bedHighpass] > 20)
    case .distances:
      high[.drops] > 0 && isSpread || !struck.drips.isEmpty || high[.distanceRatio] > 1
    // The spot of ground, and that of each thing, leans all sound to a side of its own.
    case .surface:
      hasRain || hasWind
        || high[.spot] > 0 && meets(.stereo) && meets(.sound)
    case .dryGround: surfaces.contains { $0.response.hasGround } && hasRain
    case .levels:
      low[.level] != 0 || high[.level] != 0 || low[.rainfall] != 10 || high[.rainfall] != 10
        || hasStorm
    case .dynamics: high[.dynamics] > 0 || hasStorm
    case .trap: strikes { $0.bubbles > 0 }
    case .bubble: hasBubble(on: struck.all)
    case .bubbleColor:
      hasBubble(on: struck.all)
        || (surfaces + bounds.standingWater).contains(.water) && (hasPatter || hasBed)
    case .bubbleLevel: high[.bubbleAmplitude] > 0
    case .delay: high[.delay] > 0
    case .splash: strikes { $0.splash * high[.splash] > 0 }
    case .variation: high[.variation] > 0
    case .jitters: varies
    case .patter: hasPatter
    case .patterPosition: EchoLaw.isHeard(in: high) || layout.map { $0.hasHeight } ?? true
    case .bed: hasBed
    case .gusts: followsGusts
    case .gustTime: followsGusts && high[.gust] > 0 || hasPatter && high[.patterGust] > 0
    case .bedGusts: high[.gust] > 0
    case .drift: falls || hasPatter || hasBed
    // As many s as two knots of the fastest gusts, and of the drift, need. Those of the wind are
    // faster.
    case .gustLoop:
      hasWind
        || loop >= (low[.gustTime] == high[.gustTime] ? GustCurve.leastLoop(low[.gustTime]) : 1.5)
    case .driftLoop: loop >= 360
    case .storm: hasStorm
    case .wind: hasWind
    case .thunder: high[.thunder] > 0
    case .wall: high[.wall] > 0
    }
  }

  /// The change that helps first where a need is not met; nil: no setting helps.
  private func cure(_ need: Setting.Need) -> Change? {
    let (low, high) = (bounds.low, bounds.high)
    return switch need {
    case .band, .whole, .shown, .ends, .tone, .stereo, .lowChannel, .gustLoop, .driftLoop: nil
    case .width: (.width, 0.8)
    case .echo, .patterPosition: (.echoTime, 0.2)
    case .colored: struck.all.isEmpty ? (.drops, 1200) : (.impactAmplitude, 0.4)
    case .spot: (.spot, 1)
    case .drips: high[.eaves] > 0 ? (.impactAmplitude, 0.4) : (.eaves, 4)
    case .blow: (.impactAmplitude, 0.4)
    case .sound, .points, .drops, .rain, .surface, .drift:
      high[.drops] > 0 ? (.impactAmplitude, 0.4) : (.drops, 1200)
    case .sized: isSpread ? cure(.rain) : low[.drips] == 1 ? (.drips, 0) : (.sizeSpread, 1)
    case .distances: (.distanceRatio, 6)
    case .dryGround: hasRain ? (.surface, Surface.open.number) : cure(.surface)
    case .levels: (.level, 6)
    case .dynamics: (.dynamics, 0.5)
    case .trap, .bubble, .bubbleColor:
      struck.all.isEmpty ? (.drops, 1200) : (.surface, Surface.water.number)
    case .bubbleLevel: (.bubbleAmplitude, 0.25)
    case .delay: (.delay, 5)
    case .splash: high[.splash] > 0 ? (.surface, Surface.water.number) : (.splash, 1)
    case .variation: (.variation, 1)
    case .jitters: (.impactJitter, 0.25)
    case .patter:
      high[.patterRate] == 0
        ? (.patterRate, 1000) : high[.patterLevel] == 0 ? (.patterLevel, 0.02) : (.patterLow, 700)
    case .bed: (.pink, 0.03)
    case .gusts: hasBed ? (.bedModulation, 0.6) : (.pink, 0.03)
    case .gustTime: followsGusts ? (.gust, 0.2) : cure(.gusts)
    case .bedGusts: (.gust, 0.2)
    case .storm, .wind: (.wind, 8)
    case .thunder: (.thunder, 2)
    case .wall: (.wall, 10)
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
