// SPDX-License-Identifier: MIT

public import Runnel

extension ScreenStack: ElementsByID {
  /// The type of the IDs.
  public typealias ElementID = ScreenID

  /// Screens are found by the IDs that the stack has assigned: O(1), however deep the stack is.
  public static func elementAccess(at site: CallSite) -> ElementAccess<Self, Screen> {
    ElementAccess(to: \Entry.screen, in: \Self.entries)
  }
}

extension StoreOf {
  /// Returns a store of a screen of one kind, or `nil` if no such screen has the ID.
  ///
  /// ```swift
  /// if let thread = store.scope(\.path, id: id, .thread) { _ = ThreadView(thread) }
  /// ```
  ///
  /// Its actions are for this screen, as those of a scope of the whole screen are. When the screen
  /// leaves the stack, the store keeps the last value, notifies no observer, and its actions are
  /// dropped. Each call creates a separate slice; to observe it in many places, keep one scope.
  public func scope<Screen: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable, id: ScreenID,
    _ path: CasePath<Screen, Local>, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(keyPath, id: id, path, at: CallSite(file: file, line: line))
  }

  /// Returns a store of a screen of one kind that accepts only actions of one type.
  public func scope<Screen: Sendable, Local: Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable, id: ScreenID,
    _ path: CasePath<Screen, Local>, accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, Accepted>? {
    scope(keyPath, id: id, path, file: file, line: line)?.accepting(type, file: file, line: line)
  }
}
