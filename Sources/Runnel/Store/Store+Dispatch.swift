// SPDX-License-Identifier: MIT

extension StoreOf: ActionDispatcher where ActionType == any Action {
  /// Dispatches an action without recording the caller.
  @_disfavoredOverload
  public func dispatch(_ action: any Action) {
    dispatch(action, from: CallSite(file: "?", line: 0))
  }

  /// Dispatches an action from a call site.
  public func dispatch(_ action: any Action, from site: CallSite) {
    if let accepted, !accepted.contains(action) {
      return Misuse.unacceptedAction(action, accepted: accepted.types, at: site).warn(in: engine)
    }
    enqueue(action, from: site)
  }

  /// Dispatches an action, which is reduced after every action that is already pending.
  ///
  /// It can be called from any thread: from a reducer, an observer, a component, an effect. It
  /// never blocks on a reducer. The action has not been reduced when the call returns; to wait for
  /// that, use ``settled(includingEffects:)``. Task-local values of the caller reach neither
  /// reducers nor effects.
  ///
  /// Actions dispatched from one thread are reduced in dispatch order, each exactly once. An action
  /// dispatched to a scope reaches the whole store. O(1).
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(action, from: CallSite(file: file, line: line))
  }
}

extension StoreOf where ActionType: Action {
  /// Dispatches an action of the store's type, as a ``Store`` does.
  @inlinable
  public func dispatch(_ action: ActionType, file: StaticString = #fileID, line: UInt = #line) {
    dispatchAccepted(action, from: CallSite(file: file, line: line))
  }

  /// Dispatches an action of the store's type from a call site.
  @inlinable
  public func dispatch(_ action: ActionType, from site: CallSite) {
    dispatchAccepted(action, from: site)
  }

  @usableFromInline
  func dispatchAccepted(_ action: any Action, from site: CallSite) {
    // The compiler has checked the type of this store, but not those of the stores around it.
    if let accepted, accepted.isNested, !accepted.contains(action) {
      return Misuse.unacceptedAction(action, accepted: accepted.types, at: site).warn(in: engine)
    }
    enqueue(action, from: site)
  }
}

extension StoreOf {
  @inline(__always)
  private func enqueue(_ action: any Action, from site: CallSite) {
    // The store retains the engine. Retaining it again would write to memory that the dispatching
    // threads share.
    Unmanaged.passUnretained(lifetime.engine)._withUnsafeGuaranteedRef {
      guard isAddressed else { return $0.dispatch(action, from: site) }
      $0.dispatch(action, for: accepted?.instance, of: slice.identity, from: site)
    }
  }
}
