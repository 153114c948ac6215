// SPDX-License-Identifier: MIT

import RunnelText

/// A description of what became of one action.
///
/// See ``Middleware/reports(to:)``.
public struct ActionReport: Sendable, CustomStringConvertible {
  /// A reason why a reducer of the action's type was not called, or why the action was dropped.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// No reducer is composed for the type of the action, and none for every action.
    case noReducer
    /// No reducer for the type of the action belongs to its address.
    case noAddress(String)
    /// The reducer belongs to an optional or a case that is absent at the path.
    case absentState(path: String)
    /// The value whose scope dispatched the action was replaced by one with another identity.
    case replacedState(path: String)
    /// The collection at the path has no element with the ID: the action was dropped. The first ten
    /// IDs that it has are `present`.
    case noElement(id: String, path: String, present: [String])

    /// The reason in words.
    public var description: String { words.escapingControls }

    private var words: String {
      switch self {
      case .noReducer: "no reducer handles its type"
      case .noAddress(let address): "no reducer for its type belongs to \(address)"
      case .absentState(let path): "\(path) is absent"
      case .replacedState(let path): "\(path) has been replaced by a value with another identity"
      case .noElement(let id, let path, let present):
        "there is no element \(id) in \(path), \(Reason.list(present))"
      }
    }

    private static func list(_ ids: [String]) -> String {
      switch ids.count {
      case 0: "which is empty"
      case 10...: "which has \(ids.joined(separator: ", ")) and possibly others"
      default: "which has \(ids.joined(separator: ", "))"
      }
    }
  }

  /// The action.
  public let action: any Action
  /// The position of the action in the order of reduction, counted from one.
  public let sequence: Int
  /// Whom of many the action is for, such as `\.rows[7]`, or `nil` if it is for all.
  public let address: String?
  /// The number of reducers that were called, each once for each of several elements.
  public let reducerCount: Int
  /// The reasons why other reducers of the action's type were not called, in composition order.
  public let reasons: [Reason]
  /// The file that dispatched the action.
  public let file: String
  /// The line that dispatched the action.
  public let line: Int

  /// A Boolean value indicating whether a reducer was called.
  public var isReduced: Bool { reducerCount > 0 }

  /// One line, such as `Search.Action.typed("a") at App/Search.swift:9: reduced by 1 reducer`.
  public var description: String {
    "\(TypeName.of(action))\(address.map { " for \($0.escapingControls)" } ?? "") at \(file):\(line): \(outcome)"
  }

  /// The outcome without the action, such as `not reduced: \App.search? is absent`.
  package var outcome: String {
    let reasons = reasons.map(\.description).joined(separator: "; ")
    guard isReduced else { return "not reduced: \(reasons)" }
    let count = reducerCount == 1 ? "1 reducer" : "\(reducerCount) reducers"
    return "reduced by \(count)" + (reasons.isEmpty ? "" : "; \(reasons)")
  }

  init(_ record: ActionRecord, reducerCount: Int, _ reasons: [Reason]) {
    action = record.action
    sequence = Int(record.sequence)
    address = record.address?.description
    self.reducerCount = reducerCount
    let isUnknown = reducerCount + reasons.count == 0
    let unknown = address.map { Reason.noAddress($0) } ?? .noReducer
    self.reasons = isUnknown ? [unknown] : reasons
    file = record.site.file
    line = record.site.line
  }
}
