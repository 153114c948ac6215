// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// The messages of all test failures, with the expected value first.
enum TestMessage {
  static func state(
    after action: String, differs lines: [String], because outcome: String?
  ) -> String {
    let why = outcome.map { "\nWhy: the action was \($0)." } ?? ""
    return
      "The state after \(action) is not the expected one (- expected, + actual):\(list(lines))\(why)"
  }

  static func nothingAsserted(after action: String, changed lines: [String]) -> String {
    """
    The closure with the expected change of \(action) changes nothing, so it asserts nothing, \
    and the action has changed the state (- before, + after):\(list(lines))
    Assert a value that stays the same with `expect`, or leave the closure out.
    """
  }

  static func dropped(_ action: String, because outcome: String?) -> String {
    "\(action) was \(outcome ?? "dropped")."
  }

  static func notCompared(after action: String) -> String {
    """
    The state after \(action) is not compared, and neither are later ones: an earlier step failed, \
    and the closures of the test were written for a state that the store has not reached.
    """
  }

  static func notReduced(_ action: String, differs lines: [String]) -> String {
    """
    A middleware stopped \(action). The state is not the expected one \
    (- expected, + actual):\(list(lines))
    """
  }

  static func value(at location: String, differs lines: [String]) -> String {
    "\(location) is not the expected one (- expected, + actual):\(list(lines))"
  }

  static func thrown(_ error: any Error, after action: String) -> String {
    "The closure with the expected change of \(action) threw \(error)."
  }

  static func unreceived(before action: String, _ actions: [String]) -> String {
    """
    The test sent \(action) before it received these actions:\(list(actions))
    \(receiving)
    """
  }

  static func unreceived(atEnd actions: [String]) -> String {
    """
    The test ended before it received these actions:\(list(actions))
    \(receiving)
    """
  }

  private static let receiving =
    "Assert each of them with `receive`, or skip all with `skipReceivedActions()`."

  static let unfinished = """
    The test ended without `finish()`, so effects that work outside the store could still send \
    actions. Call `finish()` at the end of the test.
    """

  static func wrongAction(_ lines: [String]) -> String {
    "The received action is not the expected one (- expected, + actual):\(list(lines))"
  }

  enum Absence {
    case nothingRuns
    case allAsleep([RunningEffect], wakingIn: Duration?)
    case late(Duration, [RunningEffect])
  }

  static func missing(
    _ expected: String, _ others: [String], _ absence: Absence, _ notes: [String]
  ) -> String {
    let (limit, reason) =
      switch absence {
      case .nothingRuns:
        ("", "No effect that can send one is running.")
      case .allAsleep(let effects, let duration):
        (
          "",
          "All running effects sleep on the clock. Advance it to continue them"
            + "\(duration.map { ", the first by \($0)" } ?? ""):\(list(effects))"
        )
      case .late(let limit, let effects):
        (" within \(limit)", running(effects))
      }
    let received =
      others.isEmpty
      ? "but no action arrived\(limit). "
      : "but only other actions arrived\(limit):\(list(others))\n"
    let why = notes.isEmpty ? "" : "\nWhat happened since the last step:\(list(notes))"
    return "Expected to receive \(expected), \(received)\(reason)\(why)"
  }

  static func stillRunning(_ effects: [RunningEffect]) -> String {
    """
    The test ended while these effects were running:\(list(effects))
    Let each of them finish, cancel it with an action, or cancel all with `skipEffects()`.
    """
  }

  static func unsettled(_ wait: String, _ effects: [RunningEffect]) -> String {
    """
    The store is still busy after \(wait). Actions dispatch further actions endlessly, or a \
    thread is blocked. \(running(effects))
    """
  }

  static func uncaught(_ failure: EffectFailure) -> String {
    if failure.isOfConnection {
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

  static func tooFew(
    _ noun: String, _ count: Int, _ values: [Any], within limit: Duration
  ) -> String {
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

  private static let limit = 100

  private static func list(_ lines: [String]) -> String {
    // A difference ends with the number of its further lines.
    let count = lines.count > limit + 1 ? limit : lines.count
    let rest = count < lines.count ? ["… and \(lines.count - count) more"] : []
    return (lines.prefix(count) + rest).map { "\n  \($0)" }.joined()
  }

  private static func list(_ effects: [RunningEffect]) -> String {
    list(effects.map(\.description))
  }
}
