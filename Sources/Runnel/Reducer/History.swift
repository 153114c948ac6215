// SPDX-License-Identifier: MIT

/// What a value was before, and before that: kept in the state by
/// ``Reducer/undoable(_:history:limit:file:line:coalescing:)``.
///
/// ```swift
/// struct State: Equatable, Sendable {
///   var filter = ""
///   var history = History<String>()
/// }
/// ```
///
/// It is a plain value: it can be compared, stored and restored with the rest of the state, and a view can
/// look at ``canUndo``.
public struct History<Value> {
  fileprivate var past: [Value] = []
  fileprivate var future: [Value] = []
  /// The key of the actions that are being taken together as one step.
  var run: String?

  /// A history in which nothing has happened yet.
  public init() {}

  /// Whether there is a step that can be taken back.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether there is a step that can be taken again.
  public var canRedo: Bool { !future.isEmpty }

  /// How many steps can be taken back.
  public var count: Int { past.count }

  /// Takes the last step back: `value` is again what it was before it. Does nothing if there is none.
  public mutating func undo(_ value: inout Value) {
    guard let last = past.popLast() else { return }
    future.append(value)
    value = last
    run = nil
  }

  /// Takes the step again that was taken back last. Does nothing if there is none.
  public mutating func redo(_ value: inout Value) {
    guard let next = future.popLast() else { return }
    past.append(value)
    value = next
    run = nil
  }

  /// Forgets all steps.
  public mutating func clear() {
    self = History()
  }

  /// Takes note of a step from `value`, and forgets the first one if there are more than `limit`.
  mutating func record(_ value: Value, limit: Int) {
    past.append(value)
    if past.count > limit { past.removeFirst(past.count - limit) }
    future = []
  }
}

extension History: CustomStringConvertible {
  /// How many steps there are, and not what they are: a log of a state is about what it is now.
  public var description: String { "\(past.count) back, \(future.count) again" }
}

extension History: Sendable where Value: Sendable {}
extension History: Equatable where Value: Equatable {}
extension History: Hashable where Value: Hashable {}
extension History: Encodable where Value: Encodable {}
extension History: Decodable where Value: Decodable {}

/// Takes steps back and again, in every ``History`` of a `Value`.
///
/// Where several parts of a state are of one type, give each that can be undone a type of its own, or call
/// ``History/undo(_:)`` in a reducer of an action of yours.
public enum UndoAction<Value>: Action {
  /// Takes the last step back.
  case undo
  /// Takes the step again that was taken back last.
  case redo
  /// Forgets all steps.
  case clear
}
