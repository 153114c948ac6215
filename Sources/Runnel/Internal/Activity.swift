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

/// What the current thread is doing inside an engine, so that a call that comes back into the same
/// engine can tell a mistake from a deadlock, and an action can name the action that caused it.
///
/// Activities of one thread form a chain: a reducer of one store may read another store.
struct Activity {
  /// The engine that the thread is in. Unmanaged: whoever began the activity keeps the engine.
  let engine: Unmanaged<Engine>
  /// Whether this thread keeps everybody else from the engine's state at the moment.
  var holdsState: Bool
  /// The number of the action that is being reduced or announced, zero if there is none.
  var action: UInt64 = 0
  /// How many actions, each dispatched while the one before was handled, led to this one.
  var depth: UInt32 = 0
  /// The call that all this is done for.
  var site: CallSite
  /// What the thread was doing before.
  private var outer: UnsafeMutablePointer<Activity>?

  init(in engine: Engine, holdsState: Bool, site: CallSite) {
    self.engine = .passUnretained(engine)
    self.holdsState = holdsState
    self.site = site
  }

  /// What the current thread is doing, if it is inside an engine.
  static var current: UnsafeMutablePointer<Activity>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: Activity.self)
  }

  /// The innermost thing that the current thread is doing in `engine`, if anything.
  static func current(in engine: Engine) -> UnsafeMutablePointer<Activity>? {
    first(in: engine, from: current)
  }

  /// Whether the current thread holds the state of any engine.
  static var currentHoldsAnyState: Bool {
    var next = current
    while let activity = next {
      if activity.pointee.holdsState { return true }
      next = activity.pointee.outer
    }
    return false
  }

  /// The thing that the thread was doing in `engine` before this.
  func next(in engine: Engine) -> UnsafeMutablePointer<Activity>? {
    Activity.first(in: engine, from: outer)
  }

  private static func first(
    in engine: Engine,
    from start: UnsafeMutablePointer<Activity>?
  ) -> UnsafeMutablePointer<Activity>? {
    var next = start
    while let activity = next, !activity.pointee.isIn(engine) { next = activity.pointee.outer }
    return next
  }

  /// Whether this goes on in `engine`.
  func isIn(_ engine: Engine) -> Bool {
    self.engine.toOpaque() == Unmanaged.passUnretained(engine).toOpaque()
  }

  /// Makes `activity` the current thread's innermost one. It must outlive the matching `end`.
  static func begin(_ activity: UnsafeMutablePointer<Activity>) {
    activity.pointee.outer = current
    pthread_setspecific(key, activity)
  }

  /// Ends the current thread's innermost activity.
  static func end(_ activity: UnsafeMutablePointer<Activity>) {
    pthread_setspecific(key, activity.pointee.outer)
    activity.pointee.outer = nil
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
