// SPDX-License-Identifier: MIT

import Runnel

/// The messages of all test failures, with the expected value first.
enum TestMessage {
  // MARK: States

  static func state(after action: String, differs lines: [String]) -> String {
    "The state after \(action) is not the expected one (- expected, + actual):\(list(lines))"
  }

  static func notReduced(_ action: any Action, differs lines: [String]) -> String {
    """
    A middleware stopped \(TypeName.of(action)). The state is not the expected one \
    (- expected, + actual):\(list(lines))
    """
  }

  static func value(at location: String, differs lines: [String]) -> String {
    "\(location) is not the expected one (- expected, + actual):\(list(lines))"
  }

  static func thrown(_ error: any Error, after action: String) -> String {
    "The closure with the expected change of \(action) threw \(error)."
  }

  // MARK: Actions

  static func unreceived(before action: any Action, _ actions: [any Action]) -> String {
    """
    The test sent \(TypeName.of(action)) before it received these actions:\(list(actions))
    \(receiving)
    """
  }

  static func unreceived(atEnd actions: [any Action]) -> String {
    """
    The test ended before it received these actions:\(list(actions))
    \(receiving)
    """
  }

  private static let receiving =
    "Assert each of them with `receive`, or skip all with `skipReceivedActions()`."

  static func wrongAction(_ lines: [String]) -> String {
    "The received action is not the expected one (- expected, + actual):\(list(lines))"
  }

  /// The reason why no action has been received.
  enum Absence {
    case nothingRuns
    case allAsleep([RunningEffect])
    case late(Duration, [RunningEffect])
  }

  static func missing(_ expected: String, _ others: [any Action], _ absence: Absence) -> String {
    let (limit, reason) =
      switch absence {
      case .nothingRuns:
        ("", "No effect that can send one is running.")
      case .allAsleep(let effects):
        ("", "All running effects sleep on the clock. Advance it to continue them:\(list(effects))")
      case .late(let limit, let effects):
        (" within \(limit)", running(effects))
      }
    let received =
      others.isEmpty
      ? "but no action arrived\(limit). "
      : "but only other actions arrived\(limit):\(list(others))\n"
    return "Expected to receive \(expected), \(received)\(reason)"
  }

  // MARK: Effects

  static func stillRunning(_ effects: [RunningEffect]) -> String {
    """
    The test ended while these effects were running:\(list(effects))
    Let each of them finish, cancel it with an action, or cancel all with `skipEffects()`.
    """
  }

  static func unsettled(_ limit: Duration, _ effects: [RunningEffect]) -> String {
    """
    The store is still busy after \(limit). Actions dispatch further actions endlessly, or a \
    thread is blocked. \(running(effects))
    """
  }

  static func uncaught(_ failure: EffectFailure) -> String {
    if failure.origin == .connection {
      return
        "Unhandled error: \(failure.error) It occurred in the connection created at \(failure.site)."
    }
    return """
      Unhandled effect error: \(failure.error). The effect created at \(failure.site) has no \
      `catch`. Turn the error into an action with `catch`.
      """
  }

  static func unhandled(_ command: any Command, _ site: CallSite) -> String {
    """
    Unhandled command: \(TypeName.of(command)). The test store has no handler for \
    \(TypeName.withoutModule(type(of: command))), and the effect created at \(site) ended \
    without an action. Add a handler with `handle(with:)`.
    """
  }

  // MARK: Recorders and objects

  static func tooFew(_ noun: String, _ count: Int, _ values: [Any], within limit: Duration)
    -> String
  {
    let lines = values.map { ValueDump.lines(of: $0).joined(separator: ", ") }
    let received = lines.isEmpty ? "none." : "\(lines.count):\(list(lines))"
    return "Expected number of \(noun): \(count). Received within \(limit): \(received)"
  }

  static func kept(_ type: Any.Type) -> String {
    """
    The \(TypeName.withoutModule(type)) was not released. Check for closures that capture it, \
    delegates that are not weak, and subscriptions that were not disposed of.
    """
  }

  // MARK: Lists

  private static func running(_ effects: [RunningEffect]) -> String {
    effects.isEmpty ? "No effect is running." : "Still running:\(list(effects))"
  }

  /// The number of lines shown; further lines are counted.
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
