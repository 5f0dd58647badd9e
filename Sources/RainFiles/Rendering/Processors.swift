internal import Platform

/// The processors of this machine.
public enum Processors {
  /// The processors that are online: the number of threads that render fastest.
  public static let count = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
