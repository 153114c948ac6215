// SPDX-License-Identifier: MIT

import Foundation

/// The consumption of all threads of the process so far, including threads that have ended.
struct Usage: Sendable {
  /// The nanoseconds of processor time, in the program and in the system.
  var processorTime = 0
  /// The number of voluntary context switches: a thread waits, and must be woken up.
  var wakeUps = 0

  static var current: Usage {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Usage(
      processorTime: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec),
      wakeUps: Int(resources.ru_nvcsw))
  }

  private static var resources: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      // The C function takes a number, and the constant is a case of an enumeration.
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
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
      wakeUps: later.wakeUps - earlier.wakeUps)
  }
}

enum Rest {
  /// Returns when all threads of this program have been idle for some time, so that the remains of
  /// a turn don't slow down the next one.
  @Sendable static func untilIdle() {
    for _ in 0..<200 {
      let before = Usage.current.processorTime
      Thread.sleep(forTimeInterval: 0.01)
      if Usage.current.processorTime - before < 100_000 { break }
    }
    Heap.tidy()
  }
}

enum Heap {
  /// The bytes in use by the whole process, if the system reports them.
  static var bytesInUse: Int? {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #elseif canImport(Glibc)
      // Swift's module of the C library omits it, and `mallinfo2`, which returns a struct.
      typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32
      var (text, length) = (UnsafeMutablePointer<CChar>?.none, 0)
      guard let info = dlsym(nil, "malloc_info"), let stream = open_memstream(&text, &length)
      else { return nil }
      _ = unsafeBitCast(info, to: Info.self)(0, stream)
      fclose(stream)
      defer { free(text) }
      return text.flatMap { bytesInUse(inReport: String(cString: $0)) }
    #else
      return nil
    #endif
  }

  /// Returns the size of the heap without its free parts, plus separately mapped memory.
  static func bytesInUse(inReport report: String) -> Int? {
    var sums: [Substring: Int] = [:]
    // The sums over all arenas are the last ones.
    for match in report.matches(of: /type="(\w+)".* size="(\d+)"/) {
      sums[match.output.1] = Int(match.output.2)
    }
    guard let whole = sums["current"], let fast = sums["fast"], let rest = sums["rest"],
      let mapped = sums["mmap"]
    else { return nil }
    return whole - fast - rest + mapped
  }

  /// Makes the allocator consolidate freed memory now instead of later.
  ///
  /// glibc consolidates at the next large allocation. After the 200,000 tasks of a store with a
  /// task for each action, that takes 15 ms, which would be part of the next turn.
  static func tidy() {
    #if canImport(Glibc)
      // By its address, because the compiler removes an allocation that is freed unused.
      typealias Malloc = @convention(c) (Int) -> UnsafeMutableRawPointer?
      guard let symbol = dlsym(nil, "malloc") else { return }
      free(unsafeBitCast(symbol, to: Malloc.self)(1 << 16))
    #endif
  }
}

enum OneCore {
  static var obstacle: String? {
    dlsym(nil, "sched_setaffinity") == nil ? "the system can't restrict a process to one core" : nil
  }

  /// Restricts the calling thread, and all threads that it creates later, to the first core that it
  /// can use, and returns whether it is restricted.
  static func restrict() -> Bool {
    // `int sched_getaffinity(pid_t, size_t, cpu_set_t *)`, and the function that sets the cores,
    // which Swift's module of the C library omits.
    typealias Affinity = @convention(c) (Int32, Int, UnsafeMutableRawPointer) -> Int32
    guard let get = dlsym(nil, "sched_getaffinity"), let set = dlsym(nil, "sched_setaffinity")
    else { return false }
    // A bit for each core, set if the calling thread can use it.
    var cores = [UInt8](repeating: 0, count: 128)
    guard unsafeBitCast(get, to: Affinity.self)(0, cores.count, &cores) == 0,
      let byte = cores.firstIndex(where: { $0 != 0 })
    else { return false }
    let first = cores[byte] & (~cores[byte] &+ 1)
    cores = [UInt8](repeating: 0, count: cores.count)
    cores[byte] = first
    return unsafeBitCast(set, to: Affinity.self)(0, cores.count, &cores) == 0
  }
}
