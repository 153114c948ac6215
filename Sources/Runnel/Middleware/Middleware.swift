// SPDX-License-Identifier: MIT

/// Stands between `dispatch` and the reducers: lets actions through, holds them back, replaces them.
///
/// ```swift
/// let audit = Middleware<AppState> { action, context, next in
///   guard context.state(\.session.isOpen) || action is SessionAction else { return }
///   next(action)
/// }
/// let store = Store(state: AppState(), reducer: appReducer, middleware: [audit])
/// ```
///
/// It is called on the store's own queue, for one action at a time, with nothing locked: it may read the
/// state and dispatch. The next action waits until it returns. An action passes the middleware in the order
/// in which it was given to the store; `next` hands it to the one behind, and the last one's to the reducers.
///
/// - Not calling `next` is a veto: the action is not reduced, and nobody hears of it.
/// - Calling `next` with another action replaces it; calling it several times repeats it.
/// - While the middleware runs, `next` returns when the action has been reduced and observers on the store's
///   queue have been told, so that `context.state()` shows what has come of it.
/// - Called later, or on another thread, `next` puts the action at the end of the queue, from where it goes
///   on behind this middleware. That is a delay, and ``Store/settled()`` does not wait for it;
///   ``Store/settled(includingEffects:)`` waits for whoever keeps the `next` of an action that an effect
///   sent. Whoever keeps `next` does not keep the store; when the store has gone, `next` does nothing.
///
/// To follow what happens without changing it, use
/// ``Store/onAction(on:file:line:with:)-(DispatchQueue?,_,_,_)``. To answer actions with work that takes
/// time, use a ``ServiceComponent``. What an action means for the state is a reducer's business.
public struct Middleware<State: Sendable>: Sendable {
  /// Hands an action on. May be called any number of times, from any thread.
  public typealias Next = @Sendable (any Action) -> Void

  let handle: (@Sendable (any Action, Context, @escaping Next) -> Void)?
  /// For those that only look: what makes the hooks of a store that begins with a state.
  let hooks: (@Sendable (State) -> Hooks)?

  /// A middleware.
  ///
  /// - Parameter handle: Takes an action, a look at the store, and what to call to hand the action on.
  @preconcurrency
  public init(
    _ handle:
      @escaping @Sendable (_ action: any Action, _ context: Context, _ next: @escaping Next) -> Void
  ) {
    self.handle = handle
    hooks = nil
  }

  init(hooks: (@Sendable (State) -> Hooks)?) {
    handle = nil
    self.hooks = hooks
  }

  /// The same middleware for a larger state, of which this one's is a part: how a feature brings its own.
  public func scope<Root: Sendable>(
    _ keyPath: any KeyPath<Root, State> & Sendable
  ) -> Middleware<Root> {
    if let handle {
      return Middleware<Root> { action, context, next in
        handle(action, context.scope(keyPath), next)
      }
    }
    guard let hooks else { return Middleware<Root>(hooks: nil) }
    return Middleware<Root>(hooks: { root in
      var scoped = hooks(root[keyPath: keyPath])
      if let inspected = scoped.inspected {
        scoped.inspected = { record, root in
          let root = root.assumingMemoryBound(to: Root.self)
          withUnsafePointer(to: root.pointee[keyPath: keyPath]) { inspected(record, $0) }
        }
      }
      return scoped
    })
  }

  /// What a middleware sees of the store. It keeps the store: do not keep it in turn.
  public struct Context: ActionDispatcher {
    typealias Read =
      @Sendable (_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void

    fileprivate let engine: Engine
    fileprivate let read: Read
    /// Where the action was dispatched.
    public let site: CallSite

    init(_ engine: Engine, at site: CallSite, read: @escaping Read) {
      self.engine = engine
      self.site = site
      self.read = read
    }

    /// The state at the moment. May be called from any thread.
    ///
    /// A copy is returned. If it is kept while an action is reduced, a large array in it is copied when it
    /// changes: ask for what you need by ``state(_:)``.
    public func state() -> State {
      state(\.self)
    }

    /// A part of the state at the moment. May be called from any thread.
    public func state<Value: Sendable>(_ keyPath: KeyPath<State, Value>) -> Value {
      engine.read(site: site, read) {
        $0.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath]
      }
    }

    /// Takes an action, as ``Store/dispatch(_:file:line:)`` does: it goes to the end of the queue, and from
    /// there through all middleware.
    @_disfavoredOverload
    public func dispatch(_ action: any Action) {
      engine.dispatch(action, from: site)
    }

    /// Takes an action from a place in the source.
    public func dispatch(_ action: any Action, from site: CallSite) {
      engine.dispatch(action, from: site)
    }

    fileprivate func scope<Part>(
      _ keyPath: any KeyPath<State, Part> & Sendable
    ) -> Middleware<Part>.Context {
      let offset = MemoryLayout<State>.offset(of: keyPath)
      return Middleware<Part>.Context(engine, at: site) { [read] root, body in
        read(root) { state in
          if let offset { return body(state + offset) }
          let state = state.assumingMemoryBound(to: State.self)
          withUnsafePointer(to: state.pointee[keyPath: keyPath]) { body($0) }
        }
      }
    }
  }
}

/// A middleware of the root state, as the engine sees it.
struct RootMiddleware<State: Sendable>: MiddlewareStage {
  let handle:
    @Sendable (any Action, Middleware<State>.Context, @escaping Middleware<State>.Next) -> Void

  func handle(_ action: any Action, _ passage: MiddlewarePassage) {
    guard let engine = passage.engine else { return }
    let context = Middleware<State>.Context(engine, at: passage.site) { $1($0) }
    handle(action, context, { passage.next($0) })
  }
}
