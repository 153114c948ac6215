// SPDX-License-Identifier: MIT

/// A closure in props that does not count when props are compared.
///
/// Two closures cannot be compared, so props that hold one would either never be equal, and be set
/// after every action, or could not be `Equatable` at all. A callback is compared by *where it was made*
/// and by the `id` that it was given; what its closure does plays no part.
///
/// ```swift
/// Props(title: item.title, onTap: Callback(id: item.id) { dispatcher.dispatch(Tapped(item.id)) })
/// ```
///
/// > Important: Whatever the closure captures that can change must be in `id`, or in the rest of the
/// > props. Else the component goes on calling the closure that it was given first.
public typealias Callback = CallbackWith<Void>

/// A closure that takes a value, and does not count when props are compared. See ``Callback``.
///
/// ```swift
/// Props(text: form.text, onEdit: CallbackWith { dispatcher.dispatch(Edited($0)) })
/// ```
public struct CallbackWith<Value>: Hashable, Sendable {
  private let site: CallSite
  private let column: UInt
  private let id: ID?
  private let action: @Sendable (Value) -> Void

  /// A callback that is equal to those made in the same place with the same `id`.
  ///
  /// - Parameters:
  ///   - id: What tells this callback from others made in the same place.
  ///   - file: The file in which the callback is made.
  ///   - line: The line in which the callback is made.
  ///   - column: The column in which the callback is made.
  ///   - action: What to do when it is called. Runs on the thread of the caller.
  @preconcurrency
  public init(
    id: some Hashable & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    _ action: @escaping @Sendable (Value) -> Void
  ) {
    site = CallSite(file: file, line: line)
    self.column = column
    self.id = ID(value: id)
    self.action = action
  }

  /// A callback that is equal to all those made in the same place.
  ///
  /// For closures that capture nothing but the dispatcher.
  ///
  /// - Parameters:
  ///   - file: The file in which the callback is made.
  ///   - line: The line in which the callback is made.
  ///   - column: The column in which the callback is made.
  ///   - action: What to do when it is called. Runs on the thread of the caller.
  @preconcurrency
  public init(
    file: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    _ action: @escaping @Sendable (Value) -> Void
  ) {
    site = CallSite(file: file, line: line)
    self.column = column
    id = nil
    self.action = action
  }

  /// Calls the closure with a value.
  public func callAsFunction(_ value: Value) {
    action(value)
  }

  /// Whether two callbacks were made in the same place with the same `id`.
  public static func == (left: CallbackWith, right: CallbackWith) -> Bool {
    left.site == right.site && left.column == right.column && left.id == right.id
  }

  /// Feeds the place and the `id` to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(site)
    hasher.combine(column)
    hasher.combine(id)
  }

  /// `AnyHashable`, but one that can be sent.
  private struct ID: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (left: ID, right: ID) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) {
      // As it is compared: one and the same number may be of several types.
      hasher.combine(AnyHashable(value))
    }
  }
}

extension CallbackWith: CustomStringConvertible {
  /// The place and the `id`, which are what callbacks are compared by.
  public var description: String {
    "Callback(\(site):\(column)\(id.map { ", id: \($0.value)" } ?? ""))"
  }
}

extension CallbackWith where Value == Void {
  /// Calls the closure.
  public func callAsFunction() {
    action(())
  }
}
