// SPDX-License-Identifier: MIT

/// A closure in props that comparisons of the props ignore.
///
/// Props with a plain closure could not be `Equatable`, or would be set after every action. Two
/// callbacks are equal if they were created at the same place in the source with an equal `id`.
///
/// ```swift
/// Props(title: item.title, onTap: Callback(id: item.id) { dispatcher.dispatch(Tapped(item.id)) })
/// ```
///
/// A callback can take a value:
///
/// ```swift
/// Props(text: form.text, onEdit: Callback { dispatcher.dispatch(Edited($0)) })
/// ```
///
/// > Important: If a captured value can change, it must be in `id` or elsewhere in the props.
/// Otherwise the component keeps calling the closure that it received first.
public struct Callback<Value>: Hashable, Sendable {
  private let site: CallSite
  private let column: UInt
  /// An `AnyHashable` would not be `Sendable`.
  private let id: (any Hashable & Sendable)?
  private let action: @Sendable (Value) -> Void

  /// Creates a callback that equals those created at the same place with an equal `id`.
  ///
  /// Without one, it equals all those created there: for closures that capture only the dispatcher.
  @preconcurrency
  public init(
    id: (any Hashable & Sendable)? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ action: @escaping @Sendable (Value) -> Void
  ) {
    site = CallSite(file: file, line: line)
    self.column = column
    self.id = id
    self.action = action
  }

  /// Calls the closure with `value`, on this thread.
  public func callAsFunction(_ value: Value) {
    action(value)
  }

  /// Returns whether two callbacks were created at the same place with an equal `id`.
  public static func == (left: Callback, right: Callback) -> Bool {
    left.site == right.site && left.column == right.column && left.key == right.key
  }

  /// Hashes the place and the `id`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(site)
    hasher.combine(column)
    hasher.combine(key)
  }

  private var key: AnyHashable? { id.map { AnyHashable($0) } }
}

extension Callback: CustomStringConvertible {
  /// The place and the `id`, which determine equality.
  public var description: String {
    "Callback(\(site):\(column)\(id.map { ", id: \($0)" } ?? ""))"
  }
}

extension Callback where Value == Void {
  /// Creates a callback without a value, which equals those created at the same place.
  @preconcurrency
  public init(
    id: (any Hashable & Sendable)? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.init(id: id, file: file, line: line, column: column) { (_: Void) in action() }
  }

  /// Calls the closure, on this thread.
  public func callAsFunction() {
    action(())
  }
}
