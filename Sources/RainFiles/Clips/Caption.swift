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

  /// The sentence of rain with so many mm/h; the seed chooses its form.
  package static func text(intensity: Double, surface: Surface, seed: UInt64) -> String {
    let (rain, place) = (rain(intensity), surface.place)
    let first = rain.prefix(1).uppercased() + rain.dropFirst()
    switch seed % 4 {
    case 0: return "\(first) \(place)."
    case 1: return "\(first) falls \(place)."
    case 2: return "The sound of \(rain) \(place)."
    default: return "One hears \(rain) falling \(place)."
    }
  }
}
