internal import CRain
internal import RainPresets

// The structures of rain.h. Each begins with its size, which the caller has set.

private func bytes<Structure>(of _: Structure.Type) -> UInt32 {
  UInt32(MemoryLayout<Structure>.size)
}

extension rain_drop {
  init(_ drop: LoggedDrop, size: Int) {
    self.init(
      size: UInt32(size), surface: UInt32(drop.surface.rawValue), frame: Int64(drop.frame),
      end: Int64(drop.end ?? drop.frame), diameter: drop.diameter, speed: drop.speed,
      distance: drop.distance, azimuth: drop.azimuth, left: drop.left, right: drop.right,
      pitch: drop.pitch ?? 0, elevation: drop.elevation, impact: drop.impact,
      bubble: drop.bubbleLevel, bubble_delay: drop.bubblePitch == nil ? 0 : drop.bubbleStart)
  }
}

extension rain_parts {
  init(_ timing: Drop.Timing) {
    self.init(
      size: bytes(of: Self.self), impact_end: UInt32(timing.impact.upperBound),
      delay_end: UInt32(timing.delay.upperBound), bubble_end: UInt32(timing.bubble.upperBound),
      splash_end: UInt32(timing.splash.upperBound), modes_end: UInt32(timing.modes.upperBound),
      delay_start: UInt32(timing.delay.lowerBound))
  }
}

/// The tables that callers read. Their texts are never freed.
enum Tables {
  nonisolated(unsafe) static let settings = unsafe Setting.allCases.map { setting in
    let row = setting.row
    return unsafe rain_setting(
      size: bytes(of: rain_setting.self), is_choice: row.isChoice ? 1 : 0,
      is_ratio: row.scale == .ratio ? 1 : 0, words: UInt32(row.words.count),
      low: row.range.lowerBound, high: row.range.upperBound, standard: row.standard,
      name: lasting(row.name), unit: lasting(row.unit.rawValue), group: lasting(row.group.rawValue),
      summary: lasting(row.summary))
  }

  nonisolated(unsafe) static let hands = unsafe Setting.lists.flatMap { list in
    let title = unsafe lasting(list.title)
    return unsafe list.settings.map { setting in
      let row = setting.row
      return unsafe rain_hand(
        size: bytes(of: rain_hand.self), setting: UInt32(setting.rawValue),
        low: row.handRange.lowerBound, high: row.handRange.upperBound, title: lasting(row.title),
        list: title)
    }
  }

  nonisolated(unsafe) static let words = unsafe Setting.allCases.map { setting in
    unsafe setting.row.words.map { word in
      unsafe rain_word(
        size: bytes(of: rain_word.self), name: lasting(word.name), number: word.number)
    }
  }

  nonisolated(unsafe) static let presets = unsafe Preset.shippedNames.map { name in
    // A shipped preset is right: a test reads them all.
    let summary = (try? Preset(named: name))?.summary ?? ""
    return unsafe rain_preset(
      size: bytes(of: rain_preset.self), name: lasting(name), summary: lasting(summary))
  }

  nonisolated(unsafe) static let software = unsafe lasting(Software.signature)
}
