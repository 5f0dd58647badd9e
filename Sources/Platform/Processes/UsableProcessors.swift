/// The processors that this process may use.
package enum UsableProcessors {
  /// As many threads compute at the same time. On Linux these may be fewer than the machine has: `taskset` and containers
  /// name processors, and a quota, as of `docker --cpus` or a unit of systemd, is a share of their time.
  package static let count: Int = {
    let online = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    #if os(Linux)
    // By the system itself: the calls that a test counts and lets fail shall not depend on who asks first.
    let share = SystemCalls.$current.withValue(SystemCalls()) {
      quota(inControlGroup: ownControlGroup)
    }
    return min(online, named ?? online, share ?? online)
    #else
    return online
    #endif
  }()

  #if os(Linux)
  /// The processors that the scheduler may choose for this process; nil if the system has more than 8192.
  private static var named: Int? {
    var mask = [UInt64](repeating: 0, count: 128)
    guard unsafe readAffinity(0, 8 * mask.count, &mask) == 0 else { return nil }
    return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
  }

  /// The folder of the control group of this process (version 2), below /sys/fs/cgroup.
  private static var ownControlGroup: String {
    guard let bytes = try? readFile("/proc/self/cgroup") else { return "" }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) } ?? ""
  }

  /// The lowest quota of a control group and of those around it, in processors, rounded up: a thread on half a processor
  /// still helps. nil if there is none.
  static func quota(inControlGroup path: String, below root: String = "/sys/fs/cgroup") -> Int? {
    var quotas: [Int] = []
    var folder = path[...]
    while true {
      // The time that the group may compute in each period, both in µs; or max.
      let bytes = (try? readFile("\(root)\(folder)/cpu.max")) ?? []
      let numbers = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.compactMap {
        Int($0)
      }
      if numbers.count == 2, numbers[0] > 0, numbers[1] > 0 {
        quotas.append((numbers[0] - 1) / numbers[1] + 1)
      }
      guard let slash = folder.lastIndex(of: "/") else { return quotas.min() }
      folder = folder[..<slash]
    }
  }
  #endif
}

#if os(Linux)
// Declared for _GNU_SOURCE alone, which Swift does not set.
@_silgen_name("sched_getaffinity")
private func readAffinity(_ process: pid_t, _ bytes: Int, _ mask: UnsafeMutableRawPointer?) -> Int32
#endif
