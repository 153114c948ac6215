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
    var usage = rusage()
    #if canImport(Glibc)
      // The C function takes a number, and the constant is a case of an enumeration.
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return Usage(
      processorTime: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec),
      wakeUps: Int(usage.ru_nvcsw)
    )
  }

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
