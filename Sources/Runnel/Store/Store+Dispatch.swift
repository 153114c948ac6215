// SPDX-License-Identifier: MIT

extension StoreOf: ActionDispatcher where ActionType == any Action {
  /// Dispatches an action without recording the caller.
  @_disfavoredOverload
  public func dispatch(_ action: any Action) {
    dispatch(action, from: CallSite(file: "?", line: 0))
  }

  /// Dispatches an action from a call site.
  public func dispatch(_ action: any Action, from site: CallSite) {
    enqueue(action, from: site)
  }

  /// Dispatches an action, which is reduced after every action that is already pending.
  ///
  /// It can be called from any thread: from a reducer, an observer, a component, an effect. It
  /// never blocks on a reducer, and returns before the action has been reduced: to wait for that,
  /// use ``settled(includingEffects:)``. Task-local values reach neither reducers nor effects.
  ///
  /// Actions dispatched from one thread are reduced in dispatch order, each exactly once. An action
  /// dispatched to a scope reaches the whole store. O(1).
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(action, from: CallSite(file: file, line: line))
  }

  /// Dispatches an action, and returns when it has been reduced.
  ///
  /// ```swift
  /// store.send(CounterAction.incremented)
  /// print(store.state.counter)  // 2
  /// ```
  ///
  /// When it returns, the action and all that were pending have been reduced, and observers on the
  /// store's own queue notified. On the main actor, view components, view stores and observers on
  /// the main queue have their values too, whatever their delivery, in the same turn of the run
  /// loop: for animations, gestures, text fields. Elsewhere, prefer `dispatch`, which never blocks.
  ///
  /// Actions that reducers, inline observers and `.send` effects dispatch in response are reduced
  /// before this returns; on the main actor, so are those of views and observers on the main queue,
  /// whose results are delivered, too. This ends 64 actions after the sent one, those of other
  /// threads included. Effects that run are only started, and an action that a middleware holds
  /// back isn't waited for. If the store is idle and wasn't passed a queue, its reducers run on the
  /// calling thread; with inline observers or middleware, only off serial queues.
  ///
  /// It never deadlocks. In the work of any store, waiting could be a deadlock: in a reducer, a
  /// middleware, a connector, or an observer on a store's own queue or on one that was passed to a
  /// store. There it is equivalent to `dispatch`, as it is in other work of a passed queue if this
  /// store was passed another one. In a component's `didSet` or an observer on the main queue, the
  /// action is reduced, and main-actor components receive the result when the delivery has ended.
  ///
  /// A call of two seconds is a runtime warning, whatever it waits for. If the store then makes no
  /// progress for six seconds, this returns, and the action is reduced later: the store can be
  /// waiting for this thread. Another thread's wait for the main thread is reported only then.
  ///
  /// If the passed queue is concurrent, or targets another one than main, the store can't always
  /// see that the caller blocks it. Off main, this gives up after two seconds, with a warning.
  public func send(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    send(action, from: CallSite(file: file, line: line))
  }
}

extension StoreOf where ActionType: Action {
  /// Dispatches an action of the store's type, as a ``Store`` does.
  @inlinable
  public func dispatch(_ action: ActionType, file: StaticString = #fileID, line: UInt = #line) {
    dispatchErased(action, from: CallSite(file: file, line: line))
  }

  /// Dispatches an action of the store's type, and returns when ``Store`` would return for it.
  @inlinable
  public func send(_ action: ActionType, file: StaticString = #fileID, line: UInt = #line) {
    send(action, from: CallSite(file: file, line: line))
  }
}

extension StoreOf {
  /// A function of its own: if typed stores called `enqueue`, the optimizer would open the action
  /// there, and dispatching a large one to any store would allocate twice.
  @usableFromInline
  package func dispatchErased(_ action: any Action, from site: CallSite) {
    enqueue(action, from: site)
  }

  @inline(__always)
  private func enqueue(_ action: any Action, from site: CallSite) {
    // The store retains the engine. Retaining it again would write to memory that the dispatching
    // threads share.
    Unmanaged.passUnretained(lifetime.engine)._withUnsafeGuaranteedRef {
      guard isAddressed else { return $0.dispatch(action, from: site) }
      $0.dispatch(action, to: address, of: slice.identity, from: site)
    }
  }

  @usableFromInline
  package func send(_ action: any Action, from site: CallSite) {
    send(action, to: nil, from: site)
  }

  /// Sends an action to an address in the whole state, or to that of this store.
  package func send(_ action: any Action, to address: Address?, from site: CallSite) {
    let origin = isAddressed || address != nil ? slice.identity : nil
    // As in `enqueue`.
    Unmanaged.passUnretained(lifetime.engine)._withUnsafeGuaranteedRef {
      $0.send(action, to: address ?? self.address, of: origin, from: site)
    }
  }
}
