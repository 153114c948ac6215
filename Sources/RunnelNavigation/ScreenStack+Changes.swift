// SPDX-License-Identifier: MIT

import Runnel

extension ScreenStack {
  /// Adds a screen on top of the others, with an ID that no screen of the stack has had: O(1).
  @discardableResult
  public mutating func push(_ screen: Screen) -> ScreenID {
    lastNumber = Swift.max(lastNumber, ScreenNumbers.last) + 1
    let id = ScreenID(lastNumber)
    entries.upsert(Entry(id: id, screen: screen))
    return id
  }

  /// Removes the screen at the top, and returns it, or `nil` if the stack is empty: O(1).
  @discardableResult
  public mutating func pop() -> Screen? {
    topID.flatMap { entries.remove(id: $0) }?.screen
  }

  /// Removes the screen with an ID, and returns it, or `nil` if it isn't on the stack.
  ///
  /// The screens above it stay; to remove them too, use ``dismiss(_:)``. O(screens above it).
  @discardableResult
  public mutating func remove(id: ScreenID) -> Screen? {
    entries.remove(id: id)?.screen
  }

  /// Removes all screens above the one with an ID: O(number of removed screens).
  ///
  /// Returns whether the screen is on the stack. If it isn't, the stack doesn't change.
  @discardableResult
  public mutating func pop(to id: ScreenID) -> Bool {
    guard contains(id: id) else { return false }
    while topID != id { pop() }
    return true
  }

  /// Removes all screens, so that the root of the navigation is visible.
  public mutating func popToRoot() {
    entries = []
  }

  /// Removes the screen with an ID and all screens above it: O(number of removed screens).
  ///
  /// Unlike ``pop()``, it has no effect when it is called again, for example because a button was
  /// tapped twice. Returns whether the screen was on the stack.
  @discardableResult
  public mutating func dismiss(_ id: ScreenID) -> Bool {
    guard pop(to: id) else { return false }
    pop()
    return true
  }

  /// Pushes a screen in place of the one at the top, if there is one, with a new ID: O(1).
  @discardableResult
  public mutating func replaceTop(with screen: Screen) -> ScreenID {
    pop()
    return push(screen)
  }

  /// Replaces all screens with others, which get new IDs, for example to follow a link.
  public mutating func replace(with screens: some Sequence<Screen>) {
    popToRoot()
    for screen in screens { push(screen) }
  }
}
