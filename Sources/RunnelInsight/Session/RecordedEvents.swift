// SPDX-License-Identifier: MIT

public import Runnel

/// An action of a session.
public struct RecordedAction: Sendable, CustomStringConvertible {
  /// The position in the order of reduction.
  public let number: Int
  /// The time at which its reducers began, since the start of the recording.
  public let time: Duration
  /// The type of the action, with its module.
  public let typeName: String
  /// The action, if it can be replayed.
  public internal(set) var action: (any Action)?
  /// The payload as JSON, or `nil` if the type isn't `Encodable` or the action was hidden.
  public let payload: String?
  /// The action as text, if it has no payload.
  public let text: String?
  /// A Boolean value indicating whether the recording hid the action.
  public let isHidden: Bool
  /// The file that dispatched the action.
  public let file: String
  /// The line that dispatched the action.
  public let line: Int
  /// The number of the action that was being handled when this one was dispatched.
  public let parent: Int?
  /// The number of the effect that sent the action.
  public let effect: Int?
  /// Whom of many the action is for, such as `\.rows[7]`, or `nil` if it is for all.
  public let address: String?
  /// The time that the reducers took.
  public let reduceDuration: Duration
  /// The paths of the reducers that handled the action.
  public let changed: [String]
  /// The number of actions that waited behind this one.
  public let pendingCount: Int
  /// The line of the file, counted from one.
  public let fileLine: Int
  /// The difference of the states, if the recording has the state after every action.
  let changes: [JSONChange]?

  /// The number, the type and the payload, on one line.
  public var description: String {
    let content = isHidden ? "(hidden)" : payload ?? text ?? ""
    let short = content.count > 200 ? content.prefix(199) + "…" : content
    return "\(number) \(shortTypeName) \(short) at \(file):\(line)"
  }

  /// The type without its module, and for an enum the case, such as `Search.Action.typed`.
  public var name: String {
    let match = payload?.prefixMatch(of: /\{"(\w+)":\{/)
    return shortTypeName + (match.map { ".\($0.1)" } ?? "")
  }

  var shortTypeName: String {
    guard let dot = typeName.firstIndex(of: "."), !typeName.hasPrefix("(") else { return typeName }
    return String(typeName[typeName.index(after: dot)...])
  }
}

/// An effect of a session.
public struct RecordedEffect: Sendable, CustomStringConvertible {
  /// The number of the effect.
  public let number: Int
  /// The kind of the effect, or its command, as in `run` and `perform Login.submit`.
  public let name: String
  /// The cancellation IDs, the innermost first.
  public let ids: [String]
  /// The number of the action whose reducer returned the effect.
  public let cause: Int?
  /// The file that created the effect.
  public let file: String
  /// The line that created the effect.
  public let line: Int
  /// The time of the start, since the start of the recording.
  public let start: Duration
  /// The time of the end, or `nil` if the effect was running when the recording ended.
  public internal(set) var end: Duration?
  /// The outcome: `finished`, `failed` or `canceled`.
  public internal(set) var outcome: String?
  /// The error of an effect that failed.
  public internal(set) var error: String?

  /// The name, the IDs and the place, on one line.
  public var description: String {
    let list = ids.isEmpty ? "" : " (\(ids.joined(separator: ", ")))"
    return "\(name)\(list) at \(file):\(line)"
  }
}

/// A delivery of a session: an observer has received a value or an action.
public struct RecordedDelivery: Sendable {
  /// The number of the newest reduced action at the time.
  public let number: Int
  /// The time of the delivery, since the start of the recording.
  public let time: Duration
  /// The type of the component, or the kind of the observer.
  public let consumer: String
  /// The observed slice.
  public let slice: String
  /// The time that the observer took.
  public let duration: Duration
  /// A Boolean value indicating whether the observer ran on the main thread.
  public let isOnMainThread: Bool
}

struct RecordedSnapshot: Sendable {
  let actionCount: Int
  let range: Range<Int>
  let fileLine: Int
}
