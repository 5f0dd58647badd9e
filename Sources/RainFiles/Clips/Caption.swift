package import RainDSP

/// A sentence about a rain, as the captions of recordings are.
package enum Caption {
  /// The rain in words, by the bounds of the Met Office's fact sheet 3 for showers; drizzle has at most half a
  /// millimeter an hour.
  private static func rain(_ intensity: Double) -> String {
    switch intensity {
    case ...0.5: "drizzle"
    case ..<2: "light rain"
    case ..<10: "moderate rain"
    case ..<50: "heavy rain"
    default: "violent rain"
    }
  }

  private static func place(_ surface: Surface) -> String {
    switch surface {
    case .open: "in the open"
    case .water: "on water"
    case .ground: "on soil and grass"
    case .concrete: "on concrete"
    case .leaves: "on leaves"
    case .wood: "on wooden boards"
    case .metal: "on a metal roof"
    case .glass: "on a window"
    case .fabric: "on taut cloth"
    case .roof: "on the roof of a car"
    }
  }

  /// The sentence of rain with so many mm/h; the seed chooses its form.
  package static func text(intensity: Double, surface: Surface, seed: UInt64) -> String {
    let (rain, place) = (rain(intensity), place(surface))
    let first = rain.prefix(1).uppercased() + rain.dropFirst()
    switch seed % 4 {
    case 0: return "\(first) \(place)."
    case 1: return "\(first) falls \(place)."
    case 2: return "The sound of \(rain) \(place)."
    default: return "One hears \(rain) falling \(place)."
    }
  }
}
