// SPDX-License-Identifier: MIT

/// A middleware as the engine sees it.
protocol MiddlewareStage: Sendable {
  /// Handles an action, and passes it on, replaces it, or drops it.
  func handle(_ action: any Action, _ passage: MiddlewarePassage)
}
