extension Setting.Unit {
  /// The unit, with the other spellings that a number may have.
  package var written: Unit { onCommandLine.unit }

  /// The placeholder for a number in help, and the same unit.
  package var onCommandLine: (placeholder: String, unit: Unit) {
    func unit(_ others: Unit.Spelling...) -> Unit { Unit(rawValue, others) }
    return switch self {
    case .none: ("N", unit(Unit.Spelling("%", exponent: -2)))
    case .octaves: ("N", unit())
    case .hertz: ("HZ", unit(Unit.Spelling("kHz", exponent: 3), Unit.Spelling("k", exponent: 3)))
    case .seconds: ("S", unit(Unit.Spelling("ms", exponent: -3)))
    case .milliseconds: ("MS", unit(Unit.Spelling("s", exponent: 3)))
    case .perSecond: ("N/S", unit(Unit.Spelling("/min", divisor: 60)))
    case .perMinute: ("N/MIN", unit(Unit.Spelling("/s", factor: 60)))
    case .decibels: ("DB", unit())
    case .meters: ("M", unit(Unit.Spelling("cm", exponent: -2)))
    case .millimetersPerHour: ("MM/H", unit())
    case .kilometers: ("KM", unit(Unit.Spelling("m", exponent: -3)))
    case .metersPerSecond: ("M/S", unit(Unit.Spelling("km/h", divisor: 3.6)))
    case .kilogramsPerSquareMeter: ("KG/M2", unit())
    }
  }
}
