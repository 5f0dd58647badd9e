/// A message from a person, or the session, to the state.
package enum LiveInput: Sendable, Equatable {
  case key(Key)
  case resized(columns: Int, lines: Int)
  case set(row: Int, number: Double, seconds: Double)
  /// A preset was read; the settings shall glide into it, or into its first values where they move.
  case loaded(LiveEffect.Loaded, seconds: Double)
  case seeded(UInt64)
  case start, stop, undo, redo, quit
  case saved(LiveEffect.Saved, path: String)
  case exists(LiveEffect.Saved, path: String)
  /// Something has happened that a person has to know.
  case noted(String)
  /// A failure of something that was asked for.
  case failed(String)
}

/// A task for the session.
package enum LiveEffect: Sendable, Equatable {
  case retune(Rain, seconds: Double)
  case start, stop
  case reseed(UInt64)
  /// Read a preset, for a place alone, or for what it is.
  case load(word: String, asPlace: Bool = false, seconds: Double? = nil)
  case save(Saved, path: String, isForced: Bool)

  /// The use of a preset that is read: a weather comes to the place, and a place to the weather.
  package enum Loaded: Sendable, Equatable {
    case weather(Preset)
    case place(Place)
    case rain(Preset)

    var rain: (name: String, WrittenAutomation) {
      switch self {
      case .weather(let preset), .rain(let preset): (preset.name, preset.automation)
      case .place(let place): (place.name, place.automation)
      }
    }
  }

  package enum Saved: Sendable, Equatable {
    case settings(Rain)
    /// All that was played.
    case take
  }
}
