/// The course of the pressure while a drop strikes.
public enum ImpactShape: String, Sendable, CaseIterable {
  /// The slope of a fast rise and a slower fall; its mean is zero, as of every sound in the open.
  case blow
  /// Half a period of a sine; one-sided, the impact of an earlier program.
  case halfSine
  /// 2/π arccos u²; one-sided, the impact of an earlier program.
  case acos
}
