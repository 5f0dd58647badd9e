internal import Platform

/// The processors of this machine.
public enum Processors {
  /// The processors that this process may use: the number of threads that render fastest. `taskset` and containers may
  /// leave fewer than the machine has.
  public static let count = UsableProcessors.count
}
