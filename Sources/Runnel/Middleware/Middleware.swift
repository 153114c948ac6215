// SPDX-License-Identifier: MIT

/// A function between `dispatch` and the reducers that passes on, vetoes or replaces actions.
///
/// ```swift
/// let audit = Middleware<AppState> { action, context, next in
///   guard context.state(\.session.isOpen) || action is SessionAction else { return }
///   next(action)
/// }
/// let store = Store(state: AppState(), reducer: appReducer, middleware: [audit])
/// ```
///
/// The store calls it on its own queue, for one action at a time, with nothing locked: it can read
/// the state and dispatch. The next action waits until it returns. An action passes the middleware
/// in the order in which the store received them, and then reaches the reducers.
///
/// - Without a call to `next`, the action is vetoed: it is not reduced and notifies no observer.
/// - A call to `next` with another action replaces the action. Several calls repeat it.
/// - While the middleware runs, `next` returns after the action has been reduced and the observers
///   on the store's queue have been notified. `context.state()` then includes the result.
/// - A later call, or one on another thread, enqueues the action, which continues behind this
///   middleware. ``StoreOf/settled(includingEffects:)`` waits for it, as long as `next` is
///   retained, only if the task of an effect has sent the action, and effects are included.
///   ``StoreOf/dispatchAndWait(_:file:line:)`` waits for each.
/// - `next` doesn't retain the store, and does nothing after the store is deallocated.
///
/// To only follow actions, use
/// ``StoreOf/onAction(on:file:line:with:)-(DispatchQueue?,_,_,(ActionType)->Void)``; for slow work,
/// a ``ServiceComponent``; to change the state, a reducer.
public struct Middleware<State: Sendable>: Sendable {
  /// A function that passes an action on, any number of times and from any thread.
  public typealias Next = @Sendable (any Action) -> Void

  let handle: (@Sendable (any Action, Context, @escaping Next) -> Void)?
  /// For a middleware that only observes: returns the probe for a store's initial state.
  let probe: (@Sendable (State) -> Probe)?

  /// Creates a middleware from a function of an action, the store's context, and `next`.
  @preconcurrency
  public init(
    _ handle:
      @escaping @Sendable (_ action: any Action, _ context: Context, _ next: @escaping Next) -> Void
  ) {
    self.handle = handle
    probe = nil
  }

  init(probe: (@Sendable (State) -> Probe)?) {
    handle = nil
    self.probe = probe
  }

  var stage: MiddlewareStage? {
    guard let handle else { return nil }
    return { action, passage in
      guard let engine = passage.engine else { return }
      let context = Context(engine: engine, site: passage.site) { $1($0) }
      handle(action, context) { passage.next($0) }
    }
  }

  /// Returns the same middleware for a larger state, so that a feature can bring its own.
  public func scope<Root: Sendable>(
    _ keyPath: any KeyPath<Root, State> & Sendable
  ) -> Middleware<Root> {
    if let handle {
      return Middleware<Root> { action, context, next in
        handle(action, context.scope(keyPath), next)
      }
    }
    guard let probe else { return Middleware<Root>(probe: nil) }
    return Middleware<Root>(probe: { root in
      let scoped = probe(root[keyPath: keyPath])
      return Probe(scoped.interests) { event in
        switch event {
        case .reduced(var action):
          let root = action.root.assumingMemoryBound(to: Root.self)
          withUnsafePointer(to: root.pointee[keyPath: keyPath]) {
            action.root = UnsafeRawPointer($0)
            scoped.receive(.reduced(action))
          }
        default: scoped.receive(event)
        }
      }
    })
  }

  /// A middleware's access to its store, which it retains: do not keep it after the call.
  public struct Context: ActionDispatcher {
    typealias Read =
      @Sendable (_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void

    fileprivate let engine: Engine
    /// The call that dispatched the action.
    public let site: CallSite
    fileprivate let read: Read

    /// Returns a copy of the current state, from any thread.
    ///
    /// A large array that changes while you keep the copy is copied: prefer ``state(_:)``.
    public func state() -> State {
      state(\.self)
    }

    /// Returns a slice of the current state, from any thread.
    public func state<Value: Sendable>(_ keyPath: KeyPath<State, Value>) -> Value {
      var value: Value?
      engine.checkStateIsFree("`state` was read")
      engine.withStateLocked(for: site) { _ in
        read(engine.root) {
          value = $0.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath]
        }
      }
      // A middleware has the state of a part that always exists.
      return value.unsafelyUnwrapped
    }

    /// Enqueues an action for all middleware, as ``StoreOf/dispatch(_:file:line:)-5f5q9`` does.
    @_disfavoredOverload
    public func dispatch(_ action: any Action) {
      engine.dispatch(action, from: site)
    }

    /// Enqueues an action that was dispatched at a place in the source.
    public func dispatch(_ action: any Action, from site: CallSite) {
      engine.dispatch(action, from: site)
    }

    fileprivate func scope<Part>(
      _ keyPath: any KeyPath<State, Part> & Sendable
    ) -> Middleware<Part>.Context {
      let step = Step.property(keyPath)
      return Middleware<Part>.Context(engine: engine, site: site) { [read] root, body in
        read(root) { step.read($0, body) }
      }
    }
  }
}
