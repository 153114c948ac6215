// SPDX-License-Identifier: MIT

import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// Lets those who dispatch get ahead of the drain in the middle of a burst.
///
/// When they and the drain are equally fast, they meet for every few actions: at the lock of the mailbox, and
/// at memory that one core has just written and the other wants to read. Then an action costs twice as much
/// as it does when hundreds are taken at once. So the drain pauses for some microseconds if it found few:
/// briefly at first, so that a short burst is hardly delayed, and longer from time to time while there are
/// still few.
struct Pace {
  /// From how many actions in one turn on there is a burst.
  static let burstLength = 64
  /// How many actions at once are few.
  static let smallBatch = 256
  static let shortestNanoseconds: UInt64 = 1_000
  static let longestNanoseconds: UInt64 = 16_000

  /// How long the next pause is.
  private(set) var nanoseconds = Pace.shortestNanoseconds

  /// Takes note of how many actions there were at once, and returns for how long to pause before looking for
  /// more.
  ///
  /// - Parameter turn: How many there have been in this turn.
  mutating func pause(after count: Int, inTurn turn: Int) -> UInt64? {
    guard turn >= Pace.burstLength else { return nil }
    if count >= Pace.smallBatch {
      nanoseconds = max(nanoseconds / 2, Pace.shortestNanoseconds)
      return nil
    }
    defer { nanoseconds = min(nanoseconds * 2, Pace.longestNanoseconds) }
    return nanoseconds
  }

  /// Lets other threads have the core, if there are any that want it.
  ///
  /// Bounded by the clock, since on a busy machine a single one of them may have it for milliseconds.
  static func letOthersRun(forNanoseconds nanoseconds: UInt64) {
    let begin = DispatchTime.now().uptimeNanoseconds
    repeat { sched_yield() } while DispatchTime.now().uptimeNanoseconds - begin < nanoseconds
  }
}
