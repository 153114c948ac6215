// SPDX-License-Identifier: MIT

/// A result builder for lists of reducers or command handlers, in the order of the source.
///
/// ``Reducer`` and ``CommandHandlers`` apply it to their closures, which can use `if`, `switch`,
/// `for`, and optional elements. There is no need to name it.
@resultBuilder
public enum ListBuilder<Element> {
  /// Returns a list of one element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// Returns a list of one element, or an empty list for `nil`.
  @_disfavoredOverload
  public static func buildExpression(_ element: Element?) -> [Element] {
    element.map { [$0] } ?? []
  }

  /// Returns several lists as one.
  public static func buildBlock(_ lists: [Element]...) -> [Element] { lists.flatMap(\.self) }

  /// Returns the lists of a loop as one.
  public static func buildArray(_ lists: [[Element]]) -> [Element] { lists.flatMap(\.self) }

  /// Returns the list of an `if`, or an empty list.
  public static func buildOptional(_ list: [Element]?) -> [Element] { list ?? [] }

  /// Returns the list of an `if` with an `else`, or of a case.
  public static func buildEither(first list: [Element]) -> [Element] { list }

  /// Returns the list of an `else`, or of a case.
  public static func buildEither(second list: [Element]) -> [Element] { list }

  /// Returns the list of an `if #available`.
  public static func buildLimitedAvailability(_ list: [Element]) -> [Element] { list }
}
