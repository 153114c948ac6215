// SPDX-License-Identifier: MIT

import RunnelText

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
///
/// In an exhaustive test, state an expected step before the change:
///
/// ```swift
/// await store.send(.typed("a")) {
///   $0.history.record($0.text)
///   $0.text = "a"
/// }
/// await store.send(.undone) { $0.history.undo(&$0.text) }
/// ```
public struct History<Value: Equatable> {
  private var past: [Value] = []
  private var future: [Value] = []
  private var key: String?
  /// The step that the last one has removed because of the limit.
  private var displaced: Value?
  /// The number of calls that changed the steps, so that a reducer with undo notices them.
  private(set) var edits = 0

  /// Creates an empty history.
  public init() {}

  /// A Boolean value that indicates whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// A Boolean value that indicates whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// The number of steps that can be undone.
  public var count: Int { past.count }

  /// Records a step from `value`, which is about to change, and removes the steps to redo.
  ///
  /// If the last step began with the same value, it has changed nothing, and this one replaces it.
  /// ``Reducer/undoable(_:history:limit:file:line:coalescing:)`` does this for each change. Call it
  /// in a test that states an expected step, or in a reducer without `undoable`. O(size of the
  /// value), or O(`limit`) while it removes old steps.
  ///
  /// - Parameters:
  ///   - value: The value before the change.
  ///   - limit: The number of steps above which the oldest ones are removed. Below one, a fatal
  ///     error.
  ///   - file: The file that a fatal error names.
  ///   - line: The line that a fatal error names.
  ///   - key: The key of the step, which continues a previous step with the same key.
  public mutating func record(
    _ value: Value, limit: Int = .max,
    file: StaticString = #fileID, line: UInt = #line,
    coalescing key: String? = nil
  ) {
    if limit < 1 { Misuse.undoLimit(limit, at: CallSite(file: file, line: line)).trap() }
    if continuesStep(key) { return }
    edits &+= 1
    if past.last != value { past.append(value) }
    displaced = past.count > limit ? past[past.count - limit - 1] : nil
    if past.count > limit { past.removeFirst(past.count - limit) }
    future = []
    self.key = key
  }

  /// Removes the last step if it began with `value`, and so has changed nothing.
  ///
  /// Returns whether it did. ``Reducer/undoable(_:history:limit:file:line:coalescing:)`` does this
  /// after each action that continues a step: call it in a test that expects such an end. A step
  /// that this one has removed at the limit comes back. O(size of the value), or O(`limit`) if a
  /// step comes back.
  @discardableResult
  public mutating func removeEmptyStep(at value: Value) -> Bool {
    guard past.last == value else { return false }
    edits &+= 1
    past.removeLast()
    if let displaced = displaced.take() { past.insert(displaced, at: 0) }
    key = nil
    return true
  }

  /// Restores `value` to what it was before the last step that changed it, if there is one.
  public mutating func undo(_ value: inout Value) {
    move(&value, from: \.past, to: \.future)
  }

  /// Redoes the step that was undone last, if there is one.
  public mutating func redo(_ value: inout Value) {
    move(&value, from: \.future, to: \.past)
  }

  private mutating func move(
    _ value: inout Value, from source: WritableKeyPath<Self, [Value]>,
    to target: WritableKeyPath<Self, [Value]>
  ) {
    if self[keyPath: source].isEmpty { return }
    edits &+= 1
    (key, displaced) = (nil, nil)
    // A reducer without undo can have changed the value to that of a step.
    while let next = self[keyPath: source].popLast() {
      guard next != value else { continue }
      self[keyPath: target].append(value)
      value = next
      return
    }
  }

  /// Removes all steps.
  public mutating func clear() {
    edits &+= 1
    (past, future, key, displaced) = ([], [], nil, nil)
  }

  /// The value before the last step, or `nil` if there is no step.
  var lastStep: Value? { past.last }

  func continuesStep(_ key: String?) -> Bool { key != nil && key == self.key }

  func endsStep(_ key: String?) -> Bool { key != nil && self.key != nil && key != self.key }

  mutating func endStep() {
    key = nil
  }
}

extension History: Summarized {}

extension History: CustomStringConvertible {
  /// The number of steps, without their values, which would clutter a log of the state.
  public var description: String { "\(past.count) back, \(future.count) again" }
}

extension History: CustomReflectable {
  /// The values to undo and to redo, for the difference that a failed test prints.
  public var customMirror: Mirror {
    Mirror(self, children: ["past": past, "future": future], displayStyle: .struct)
  }
}

extension History: Equatable {
  /// Returns whether two histories have the same steps, whatever key the last one has.
  public static func == (left: History, right: History) -> Bool {
    left.past == right.past && left.future == right.future
  }
}

extension History: Hashable where Value: Hashable {
  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(past)
    hasher.combine(future)
  }
}

extension History {
  private enum CodingKeys: String, CodingKey { case past, future, key }
}

extension History: Sendable where Value: Sendable {}
extension History: Encodable where Value: Encodable {}
extension History: Decodable where Value: Decodable {}
