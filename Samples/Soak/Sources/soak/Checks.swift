// SPDX-License-Identifier: MIT

import Foundation

/// A value that only one thread at a time can access.
///
/// On Linux, ThreadSanitizer doesn't recognize the standard library's `Mutex`, and reports its
/// value as unguarded.
///
/// Invariant for `@unchecked`: `value` is accessed only while `lock` is locked.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

/// The first faults, in order, collected from any thread.
typealias Faults = Locked<[String]>

extension Faults {
  var all: [String] { withLock { $0 } }

  func report(_ fault: String?) {
    withLock { if $0.count < 20, let fault { $0.append(fault) } }
  }
}

/// A counter of live objects.
typealias Lives = Locked<Int>

extension Lives {
  var count: Int { withLock { $0 } }

  func begin() -> Life { Life(self) }
}

/// A token that is counted until it is deallocated.
final class Life: Sendable {
  private let lives: Lives

  fileprivate init(_ lives: Lives) {
    self.lives = lives
    lives.withLock { $0 += 1 }
  }

  deinit { lives.withLock { $0 -= 1 } }

  /// Does nothing: a closure calls it in order to capture the token.
  func touch() {}
}

/// A value of a slice: the generation of the slice, and its number of changes in this generation.
struct Reading: Hashable, Sendable, CustomStringConvertible {
  var generation = 0, count = 0

  /// Returns whether this can come after `earlier`, directly for every value.
  func follows(_ earlier: Reading, isEvery: Bool) -> Bool {
    if !isEvery { return (generation, count) > (earlier.generation, earlier.count) }
    return [earlier.generation, earlier.count + 1] == [generation, count]
      || [earlier.generation + 1, 0] == [generation, count]
  }

  var description: String { generation == 0 ? "\(count)" : "\(generation)/\(count)" }
}

/// A check of the values that one observer receives.
struct ReadingCheck {
  let isEvery: Bool
  private(set) var last: Reading?
  private var isOver = false

  init(isEvery: Bool) { self.isEvery = isEvery }

  /// Returns the fault if this value must not arrive now.
  mutating func take(_ reading: Reading) -> String? {
    defer { last = reading }
    if isOver { return "received \(reading) after its end" }
    guard let last, !reading.follows(last, isEvery: isEvery) else { return nil }
    return "received \(reading) after \(last)"
  }

  mutating func end() { isOver = true }

  /// Returns the fault if the last value is not the current one after settling.
  func missing(of current: Reading) -> String? {
    if isOver || last == current { return nil }
    return "received \(last.map(String.init) ?? "nothing") last, not \(current)"
  }
}
