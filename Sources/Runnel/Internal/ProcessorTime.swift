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

/// Time that a thread has spent working, as opposed to waiting for its turn.
enum ProcessorTime {
  /// Nanoseconds of the processor's that the current thread has had so far.
  static var ofThread: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Tells a piece of code that is slow from one that was slow for once.
struct Slowness {
  /// How many more times than not it took long lately.
  private var score: UInt8 = 0

  var isGiven: Bool { score >= 3 }

  /// Takes note of one run, in nanoseconds of the processor's.
  mutating func note(_ time: UInt64) {
    if time > 100_000 {
      score = min(score + 1, 6)
    } else if score > 0 {
      score -= 1
    }
  }
}
