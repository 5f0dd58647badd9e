/// Where the settings of a rain that plays go.
struct SettingMove: BitwiseCopyable {
  /// The number of the message, from 0 on.
  var number = 0
  var rain: Rain
  /// How long the way takes, in s.
  var seconds: Double

  /// The longest way.
  static let seconds = 0...86_400.0
}
