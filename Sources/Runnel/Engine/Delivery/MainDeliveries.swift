// SPDX-License-Identifier: MIT

import Dispatch

/// The deliveries of all stores on the main queue: a loop, however often observers send there.
///
/// A `send` in a delivery adds its store to the loop, which delivers before it ends. Otherwise, a
/// thousand views that send when they change would run inside each other, and overflow the stack.
enum MainDeliveries {
  // `nonisolated(unsafe)`: only the thread that works for the main queue uses it.
  private(set) nonisolated(unsafe) static var areUnderWay = false
  /// The stores that have sent since their last round.
  // `nonisolated(unsafe)`: only the thread that works for the main queue uses it.
  private nonisolated(unsafe) static var engines: [Engine] = []

  /// Delivers for a store, and then for those that are added meanwhile.
  ///
  /// After many rounds the rest waits for a block of the main queue, in case that there is no end.
  ///
  /// - Returns: Whether there was something to deliver.
  @discardableResult
  static func run(_ engine: Engine) -> Bool {
    let areNested = areUnderWay
    areUnderWay = true
    let hasDelivered = engine.deliverRound()
    if !engines.isEmpty { deliverRest() }
    areUnderWay = areNested
    return hasDelivered
  }

  @inline(never)
  private static func deliverRest() {
    for _ in 0..<Engine.turnLength where !engines.isEmpty { engines.removeFirst().deliverRound() }
    guard !engines.isEmpty else { return }
    let next = engines.removeFirst()
    DispatchQueue.main.async { run(next) }
  }

  /// Delivers for a store in the loop that is under way.
  static func add(_ engine: Engine) {
    engines.removeAll { $0 === engine }
    engines.append(engine)
  }
}
