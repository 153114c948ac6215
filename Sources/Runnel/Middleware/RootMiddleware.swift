// SPDX-License-Identifier: MIT

/// A middleware of the root state, as the engine calls it.
struct RootMiddleware<State: Sendable>: MiddlewareStage {
  let handle:
    @Sendable (any Action, Middleware<State>.Context, @escaping Middleware<State>.Next) -> Void

  func handle(_ action: any Action, _ passage: MiddlewarePassage) {
    guard let engine = passage.engine else { return }
    let context = Middleware<State>.Context(engine, at: passage.site) { $1($0) }
    handle(action, context, { passage.next($0) })
  }
}
