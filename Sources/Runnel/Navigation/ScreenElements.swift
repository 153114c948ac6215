// SPDX-License-Identifier: MIT

/// The entries of a stack, which are instances: actions that are for a screen reach only that one.
final class ScreenElements<Screen>: ElementCollection, Sendable {
  typealias Whole = Entities<ScreenStack<Screen>.Entry>
  typealias ID = ScreenID

  private let entities = EntityElements<ScreenStack<Screen>.Entry>()

  /// A path that distinguishes screens from the same entries as elements of ``Entities``.
  var path: AnyKeyPath? { \ScreenStack<Screen>.Entry.id }
  var areScreens: Bool { true }

  func read(
    _ id: ID, near position: Locked<Int>, in whole: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    entities.read(id, near: position, in: whole, body)
  }

  func makeTable() -> any ElementTable {
    entities.makeTable()
  }

  func makeModify() -> ElementModify<ID> {
    entities.makeModify()
  }
}
