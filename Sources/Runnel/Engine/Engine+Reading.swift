// SPDX-License-Identifier: MIT

extension Engine {
  /// Returns the value of a slice after the last reduced action.
  func value<Value>(of slice: Slice, as: Value.Type) -> Value {
    guard let offset = slice.rootOffset else { return valueAndPresence(of: slice).value }
    checkStateIsFree("`state` was read")
    stateLock.acquire()
    defer { stateLock.release() }
    return (root + offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Returns a copy of the value of any slice, and whether it exists and isn't the last one.
  ///
  /// Never inlined: it needs stack space for two values, which a large state must not take.
  @inline(never)
  func valueAndPresence<Value>(of slice: Slice) -> (value: Value, isPresent: Bool) {
    checkStateIsFree("`state` was read")
    var result: Value?
    let isPresent = withStateLocked(for: site) { old in
      slice.read(from: root) {
        result = $0.assumingMemoryBound(to: Value.self).pointee
        old = slice.remember(copying: $0)
      }
    }
    // A scope is created of a value that exists, which is remembered then.
    return (result.unsafelyUnwrapped, isPresent)
  }

  /// Returns whether the value of a slice has been removed, and not replaced by another one.
  func isRemoved(_ slice: Slice) -> Bool {
    checkStateIsFree("`state` was read")
    return withStateLocked(for: site) { _ in slice.isRemoved(in: root) }
  }

  /// Returns a copy of the value of a slice and the number of the state, unless that is `seen`.
  ///
  /// Of a slice that has disappeared, it is the last value if the reader may not have it.
  func read(
    _ slice: Slice, unlessAt seen: UInt64? = nil, for role: SubscriptionOrigin.Role = .exact,
    site: CallSite
  ) -> (ValueBox, UInt64)? {
    withStateLocked(for: site) { old in
      if seen == version { return nil }
      var result: (ValueBox, UInt64)?
      slice.read(from: root, as: role, isFirst: seen == nil) {
        result = (ValueBox(slice.type, copying: $0), version)
      }
      old = result.flatMap { slice.remember($0.0) }
      return result
    }
  }

  /// Calls `body` with the value of a slice in place, unless the number of the state is `seen`.
  ///
  /// Returns the number. No action is reduced until `body` returns, which can read the store and
  /// subscribe. The value isn't remembered: the next action would copy a large one.
  func readInPlace(
    _ slice: Slice, unlessAt seen: UInt64?, for role: SubscriptionOrigin.Role, site: CallSite,
    _ body: (UnsafeRawPointer) -> Void
  ) -> UInt64? {
    let isPinning =
      CallContext.current != nil && CallContext.current(in: self, where: \.isPinning) != nil
    stateLock.acquireToPin(isPinning: isPinning)
    let version = version
    if seen == version {
      stateLock.release()
      return nil
    }
    stateLock.addPin()
    stateLock.release()
    during(site, isPinning: true) {
      slice.read(from: root, as: role, isFirst: seen == nil, body)
    }
    stateLock.removePin()
    return version
  }

  /// Returns what a new scope needs of the value of a slice, or `nil` if the slice is absent.
  func find<Result>(
    in slice: Slice, for site: CallSite, _ body: (UnsafeRawPointer) -> Result?
  ) -> Result? {
    checkStateIsFree("A scope was created")
    return withStateLocked(for: site) { _ in
      var result: Result?
      if slice.isPresent(in: root) { slice.read(from: root) { result = body($0) } }
      return result
    }
  }

  /// Calls `body`, which can run getters and `==`, with the state locked, and releases the value
  /// that it replaces with the state unlocked.
  func withStateLocked<Result>(
    for site: CallSite, _ body: (_ replaced: inout ValueBox?) -> Result
  ) -> Result {
    stateLock.acquire()
    var replaced: ValueBox?
    let result = during(site, holdsState: true) { body(&replaced) }
    stateLock.release()
    withExtendedLifetime(replaced) {}
    return result
  }

  /// Ends the program if the calling thread holds the state, and would wait for itself.
  func checkStateIsFree(_ what: String) {
    if CallContext.current == nil { return }
    if let context = CallContext.current(in: self, where: \.holdsState) {
      Misuse.stateInReducer(what, context.pointee.site).trap()
    }
  }

  /// Runs user code for a call at `site`, in a context of its own.
  func during<Result>(
    _ site: CallSite, holdsState: Bool = false, isPinning: Bool = false, _ body: () -> Result
  ) -> Result {
    var context = CallContext(in: self, holdsState: holdsState, isPinning: isPinning, site: site)
    return withUnsafeMutablePointer(to: &context) { context in
      CallContext.enter(context)
      defer { CallContext.leave(context) }
      return body()
    }
  }
}
