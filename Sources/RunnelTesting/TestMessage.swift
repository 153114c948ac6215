// SPDX-License-Identifier: MIT

import Runnel

/// The words of all failures that `RunnelTesting` reports. What was expected always comes first, and says so.
enum TestMessage {
  // MARK: States

  static func state(after action: String, differs lines: [String]) -> String {
    "The state after \(action) is not the expected one (- expected, + actual):\(list(lines))"
  }

  static func notReduced(_ action: any Action, differs lines: [String]) -> String {
    """
    \(TypeName.of(action)) has not been reduced: a middleware held it back. The state is not the expected one \
    (- expected, + actual):\(list(lines))
    """
  }

  static func value(at place: String, differs lines: [String]) -> String {
    "\(place) is not as expected (- expected, + actual):\(list(lines))"
  }

  static func thrown(_ error: any Error, after action: String) -> String {
    "The closure that says what to expect of \(action) has thrown \(error)."
  }

  // MARK: Actions

  static func unreceived(before action: any Action, _ actions: [any Action]) -> String {
    """
    \(TypeName.of(action)) was sent, and these actions before it, which the test did not send, have not been \
    received:\(list(actions))
    Expect each of them by `receive`, or let them pass by `skipReceivedActions()`.
    """
  }

  static func unreceived(atEnd actions: [any Action]) -> String {
    """
    The test is over, and these actions, which it did not send, have not been received:\(list(actions))
    Expect each of them by `receive`, or let them pass by `skipReceivedActions()`.
    """
  }

  static func wrongAction(_ lines: [String]) -> String {
    "Another action than the expected one was received (- expected, + actual):\(list(lines))"
  }

  /// Why no action has been received.
  enum Absence {
    case nothingRuns
    case allAsleep([RunningEffect])
    case late(Duration, [RunningEffect])
  }

  static func missing(_ expected: String, _ others: [any Action], _ absence: Absence) -> String {
    let (limit, why) =
      switch absence {
      case .nothingRuns:
        ("", "No effect is running that could send one.")
      case .allAsleep(let effects):
        ("", "All effects that run sleep by the clock, which has to be advanced:\(list(effects))")
      case .late(let limit, let effects):
        (" within \(limit)", running(effects))
      }
    let come =
      others.isEmpty
      ? "no action has come\(limit). "
      : "no such action has come\(limit), but these have:\(list(others))\n"
    return "Expected to receive \(expected), and \(come)\(why)"
  }

  // MARK: Effects

  static func stillRunning(_ effects: [RunningEffect]) -> String {
    """
    The test is over, and these effects are still running:\(list(effects))
    Let each of them come to its end, have an action cancel it, or cancel them by `skipEffects()`.
    """
  }

  static func restless(_ limit: Duration, _ effects: [RunningEffect]) -> String {
    """
    The store has not come to rest within \(limit): actions lead to actions without end, or something blocks a \
    thread. \(running(effects))
    """
  }

  static func uncaught(_ failure: EffectFailure) -> String {
    """
    The effect made at \(failure.site) failed with \(failure.error), and nobody caught it. Turn the error into an \
    action by `catch`.
    """
  }

  static func unhandled(_ command: any Command, _ site: CallSite) -> String {
    """
    \(TypeName.of(command)) was not performed: the test store has no handler of \
    \(TypeName.withoutModule(type(of: command))). The effect made at \(site) has ended without an action. Give the \
    test store a handler by `handle(with:)`.
    """
  }

  // MARK: Recorders and objects

  static func tooFew(_ what: String, _ count: Int, _ values: [Any], within limit: Duration)
    -> String
  {
    let lines = values.map { Outline.lines(of: $0).joined(separator: ", ") }
    let came = lines.isEmpty ? " none." : " \(lines.count):\(list(lines))"
    return "Expected number of \(what): \(count). Within \(limit) came\(came)"
  }

  static func kept(_ type: Any.Type) -> String {
    """
    The \(TypeName.withoutModule(type)) is still there: somebody holds it. Look for closures that capture it, for a \
    delegate that is not weak, and for a subscription that holds it and was not ended.
    """
  }

  // MARK: Lists

  private static func running(_ effects: [RunningEffect]) -> String {
    effects.isEmpty ? "No effect is running." : "Still running:\(list(effects))"
  }

  /// More lines than this are counted rather than shown.
  private static let limit = 100

  private static func list(_ lines: [String]) -> String {
    let rest = lines.count > limit ? ["… and \(lines.count - limit) more"] : []
    return (lines.prefix(limit) + rest).map { "\n  \($0)" }.joined()
  }

  private static func list(_ actions: [any Action]) -> String {
    list(actions.map { TypeName.of($0) })
  }

  private static func list(_ effects: [RunningEffect]) -> String {
    list(effects.map(\.description))
  }
}
