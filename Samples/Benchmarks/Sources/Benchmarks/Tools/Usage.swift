// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The consumption of all threads of the process so far, including threads that have ended.
struct Usage: Sendable {
  /// The nanoseconds of processor time, in the program and in the system.
  var processorTime = 0
  /// The number of voluntary context switches: a thread waits, and must be woken up.
  var wakeUps = 0

  /// The consumption so far.
  static var current: Usage {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Usage(
      processorTime: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec),
      wakeUps: Int(resources(of: RUSAGE_SELF).ru_nvcsw)
    )
  }

  /// The consumption of the processes that this one has started, and that have ended.
  static var ofChildren: Usage {
    let usage = resources(of: RUSAGE_CHILDREN)
    return Usage(
      processorTime: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
      wakeUps: Int(usage.ru_nvcsw)
    )
  }

  private static func nanoseconds(_ time: timeval) -> Int {
    Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_usec) * 1_000
  }

  #if canImport(Glibc)
    // The C function takes a number, and the constant is a case of an enumeration.
    private static func resources(of processes: __rusage_who) -> rusage {
      var usage = rusage()
      getrusage(__rusage_who_t(processes.rawValue), &usage)
      return usage
    }
  #else
    private static func resources(of processes: Int32) -> rusage {
      var usage = rusage()
      getrusage(processes, &usage)
      return usage
    }
  #endif

  /// Returns the consumption of a function, on all threads.
  static func measure(_ body: () throws -> Void) rethrows -> Usage {
    let before = current
    try body()
    return current - before
  }

  static func - (later: Usage, earlier: Usage) -> Usage {
    Usage(
      processorTime: later.processorTime - earlier.processorTime,
      wakeUps: later.wakeUps - earlier.wakeUps
    )
  }
}
