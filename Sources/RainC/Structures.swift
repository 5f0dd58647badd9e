internal import RainDSP
internal import RainPresets

// The structures of rain.h, with their members in the same order. Swift lays such members out as C does. Each begins
// with its size, which the caller has set.

@safe struct SettingStructure: BitwiseCopyable {
  var size = UInt32(MemoryLayout<Self>.size)
  let isChoice: UInt32
  let isRatio: UInt32
  let words: UInt32
  let low: Double
  let high: Double
  let standard: Double
  let name: UnsafePointer<CChar>
  let unit: UnsafePointer<CChar>
  let group: UnsafePointer<CChar>
  let summary: UnsafePointer<CChar>
}

@safe struct HandStructure: BitwiseCopyable {
  var size = UInt32(MemoryLayout<Self>.size)
  let setting: UInt32
  let low: Double
  let high: Double
  let title: UnsafePointer<CChar>
  let list: UnsafePointer<CChar>
}

@safe struct WordStructure: BitwiseCopyable {
  var size = UInt32(MemoryLayout<Self>.size)
  let name: UnsafePointer<CChar>
  let number: Double
}

@safe struct PresetStructure: BitwiseCopyable {
  var size = UInt32(MemoryLayout<Self>.size)
  let name: UnsafePointer<CChar>
  let summary: UnsafePointer<CChar>
}

struct DropStructure: BitwiseCopyable {
  var size = UInt32(MemoryLayout<Self>.size)
  let surface: UInt32
  let frame: Int64
  let end: Int64
  let diameter: Double
  let speed: Double
  let distance: Double
  let azimuth: Double
  let left: Double
  let right: Double
  let pitch: Double

  init(_ drop: LoggedDrop) {
    surface = UInt32(drop.surface.rawValue)
    frame = Int64(drop.frame)
    end = Int64(drop.end ?? drop.frame)
    (diameter, speed, distance) = (drop.diameter, drop.speed, drop.distance)
    (azimuth, left, right) = (drop.azimuth, drop.left, drop.right)
    pitch = drop.pitch ?? 0
  }
}

struct PartsStructure: BitwiseCopyable {
  var size = UInt32(MemoryLayout<Self>.size)
  let impactEnd: UInt32
  let delayEnd: UInt32
  let bubbleEnd: UInt32
  let splashEnd: UInt32
  let modesEnd: UInt32
  let delayStart: UInt32

  init(_ timing: Drop.Timing) {
    (impactEnd, delayEnd) = (UInt32(timing.impact.upperBound), UInt32(timing.delay.upperBound))
    (bubbleEnd, splashEnd) = (UInt32(timing.bubble.upperBound), UInt32(timing.splash.upperBound))
    (modesEnd, delayStart) = (UInt32(timing.modes.upperBound), UInt32(timing.delay.lowerBound))
  }
}

/// The tables that callers read. Their texts are never freed.
enum Tables {
  nonisolated(unsafe) static let settings = Setting.allCases.map { setting in
    let row = setting.row
    return unsafe SettingStructure(
      isChoice: row.isChoice ? 1 : 0, isRatio: row.scale == .ratio ? 1 : 0,
      words: UInt32(row.words.count),
      low: row.range.lowerBound, high: row.range.upperBound, standard: row.standard,
      name: text(row.name), unit: text(row.unit.rawValue), group: text(row.group.rawValue),
      summary: text(row.summary))
  }

  nonisolated(unsafe) static let hands = Setting.lists.flatMap { list in
    let title = unsafe text(list.title)
    return list.settings.map { setting in
      let row = setting.row
      return unsafe HandStructure(
        setting: UInt32(setting.rawValue), low: row.handRange.lowerBound,
        high: row.handRange.upperBound, title: text(row.title), list: title)
    }
  }

  nonisolated(unsafe) static let words = Setting.allCases.map { setting in
    setting.row.words.map { word in
      unsafe WordStructure(name: text(word.name), number: word.number)
    }
  }

  nonisolated(unsafe) static let presets = Preset.shippedNames.map { name in
    // A shipped preset is right: a test reads them all.
    let summary = (try? Preset(named: name))?.summary ?? ""
    return unsafe PresetStructure(name: text(name), summary: text(summary))
  }

  nonisolated(unsafe) static let software = unsafe text(Software.signature)

  private static func text(_ text: String) -> UnsafePointer<CChar> {
    let bytes = Array(text.utf8) + [0]
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() {
      unsafe (copy + index).initialize(to: CChar(bitPattern: byte))
    }
    return unsafe UnsafePointer(copy)
  }
}
