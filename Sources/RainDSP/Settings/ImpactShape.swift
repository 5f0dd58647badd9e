/// The pressure over time while a drop strikes.
public enum ImpactShape: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The slope of a force with a fast rise and a slower fall, as on ground, which cannot move. Metal, glass,
  /// wood, cloth and roofs sound with the force itself. Its mean is 0, as for every sound in the open air.
  case blow
  /// Half a period of a sine, after which what is struck swings back.
  case halfSine
  /// 2/π arccos u², u from -1 to 1 over the impact. It swings back, too.
  case acos
  /// The force itself, as on a plate or a cloth, which moves with it and swings back.
  case force

  /// The name in presets.
  public var name: String {
    switch self {
    case .blow: "blow"
    case .halfSine: "halfSine"
    case .acos: "acos"
    case .force: "force"
    }
  }
}
