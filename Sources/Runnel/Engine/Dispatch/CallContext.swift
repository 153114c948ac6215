// SPDX-License-Identifier: MIT

/// The work of the current thread inside an engine.
///
/// A call that comes back into the same engine uses it to distinguish a mistake from a deadlock,
/// and an action uses it to name the action that caused it. The contexts of a thread form a chain:
/// a reducer of one store can read another store.
struct CallContext {
  /// Unmanaged: the code that enters the context retains the engine.
  let engine: Unmanaged<Engine>
  /// This thread drains the engine's mailbox: all others wait for it.
  let isDrain: Bool
  /// This thread keeps all others from the engine's state.
  var holdsState: Bool
  /// This thread keeps the drain from changing the engine's state.
  var isPinning = false
  /// The number of the action that is being processed, or zero.
  var action: UInt64 = 0
  /// How many actions came before this one, each dispatched while the previous one was processed.
  var depth: UInt32 = 0
  var site: CallSite
  private var outer: UnsafeMutablePointer<CallContext>?

  init(
    in engine: Engine, isDrain: Bool = false, holdsState: Bool = false, isPinning: Bool = false,
    site: CallSite
  ) {
    self.engine = .passUnretained(engine)
    self.isDrain = isDrain
    self.holdsState = holdsState
    self.isPinning = isPinning
    self.site = site
  }

  private static let threadLocal = ThreadLocalPointer<CallContext>()

  static var current: UnsafeMutablePointer<CallContext>? { threadLocal.value }

  /// Returns the innermost context of the current thread in `engine` that satisfies a condition.
  static func current(
    in engine: Engine, where isMatch: (CallContext) -> Bool = { _ in true }
  ) -> UnsafeMutablePointer<CallContext>? {
    first { $0.isIn(engine) && isMatch($0) }
  }

  static var currentHoldsAnyState: Bool { first(where: \.holdsState) != nil }

  /// Whether an engine may wait for the current thread, which then must wait for no engine.
  static var currentBlocksAnyEngine: Bool {
    first { $0.isDrain || $0.holdsState || $0.isPinning } != nil
  }

  private static func first(
    where isMatch: (CallContext) -> Bool
  ) -> UnsafeMutablePointer<CallContext>? {
    var next = current
    while let context = next, !isMatch(context.pointee) { next = context.pointee.outer }
    return next
  }

  func isIn(_ engine: Engine) -> Bool {
    self.engine.toOpaque() == Unmanaged.passUnretained(engine).toOpaque()
  }

  /// Makes `context` the innermost one of the current thread until `leave`.
  static func enter(_ context: UnsafeMutablePointer<CallContext>) {
    context.pointee.outer = current
    threadLocal.value = context
  }

  static func leave(_ context: UnsafeMutablePointer<CallContext>) {
    threadLocal.value = context.pointee.outer
    context.pointee.outer = nil
  }
}
