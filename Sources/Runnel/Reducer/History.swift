// SPDX-License-Identifier: MIT

/// The undo and redo steps of a value, stored in the state.
///
/// ```swift
/// struct State: Equatable, Sendable {
///   var filter = ""
///   var history = History<String>()
/// }
/// ```
///
/// ``Reducer/undoable(_:history:limit:file:line:coalescing:)`` records them. A history can be
/// compared, encoded and restored with the rest of the state, and a view can show ``canUndo``.
public struct History<Value> {
  fileprivate var past: [Value] = []
  fileprivate var future: [Value] = []
  /// The key of the actions that form the current step.
  var run: String?

  /// Creates an empty history.
  public init() {}

  /// A Boolean value that indicates whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// A Boolean value that indicates whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// The number of steps that can be undone.
  public var count: Int { past.count }

  /// Restores `value` to what it was before the last step, if there is one.
  public mutating func undo(_ value: inout Value) {
    guard let last = past.popLast() else { return }
    future.append(value)
    value = last
    run = nil
  }

  /// Redoes the step that was undone last, if there is one.
  public mutating func redo(_ value: inout Value) {
    guard let next = future.popLast() else { return }
    past.append(value)
    value = next
    run = nil
  }

  /// Removes all steps.
  public mutating func clear() {
    self = History()
  }

  /// Records a step from `value`, and removes the oldest steps above `limit`.
  mutating func record(_ value: Value, limit: Int) {
    past.append(value)
    if past.count > limit { past.removeFirst(past.count - limit) }
    future = []
  }
}

extension History: CustomStringConvertible {
  /// The number of steps, without their values, which would clutter a log of the state.
  public var description: String { "\(past.count) back, \(future.count) again" }
}

extension History: Sendable where Value: Sendable {}
extension History: Equatable where Value: Equatable {}
extension History: Hashable where Value: Hashable {}
extension History: Encodable where Value: Encodable {}
extension History: Decodable where Value: Decodable {}
