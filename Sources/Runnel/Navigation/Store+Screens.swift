// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a store of the screen with an ID, or `nil` if the screen isn't on the stack.
  ///
  /// ```swift
  /// if case .composer = store.scope(\.path, id: id)?.state { showKeyboard() }
  /// ```
  ///
  /// An action that is dispatched through this store and its scopes reaches, of all screens, only
  /// this one. That includes the effects, commands and reducers that are started, handled and added
  /// here. When the screen leaves the stack, the store keeps the last value, notifies no observer,
  /// and its actions are dropped. ``Middleware/reports(to:)`` names them.
  ///
  /// The screen is found in O(1), however deep the stack is.
  public func scope<Screen: Sendable>(
    _ keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable,
    id: ScreenID,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Screen, ActionType>? {
    let site = CallSite(file: file, line: line)
    return screen(keyPath, id, site) { screen in
      engine.slices.retain(screen)
      return screen
    }
  }

  /// Returns a store of a screen of one kind, or `nil` if no such screen has the ID.
  ///
  /// ```swift
  /// if let thread = store.scope(\.path, id: id, .thread) { _ = ThreadView(thread) }
  /// ```
  ///
  /// Actions are for this screen, as those of a scope of the whole screen are. Each call creates a
  /// separate slice; to observe it in many places, keep one scope.
  public func scope<Screen: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable,
    id: ScreenID,
    _ path: CasePath<Screen, Local>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    let site = CallSite(file: file, line: line)
    return screen(keyPath, id, site) { screen in
      engine.slices.payload(
        of: screen, path.optic, Local.self, caseName: caseName(of: screen, as: Screen.self))
    }
  }

  /// Returns a store of a part of a screen, for actions of that screen.
  private func screen<Screen: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable, _ id: ScreenID, _ site: CallSite,
    _ find: (Slice) -> Slice
  ) -> StoreOf<Local, ActionType>? {
    typealias Entry = ScreenStack<Screen>.Entry
    let slices = engine.slices
    let stack = slices.property(keyPath, of: slice, at: site)
    defer { slices.release(stack) }
    let entries = slices.part(\ScreenStack<Screen>.entries, of: stack)
    defer { slices.release(entries) }
    let found = engine.find(in: entries, for: site) { entries in
      let entries = entries.assumingMemoryBound(to: Entities<Entry>.self).pointee
      return entries.index(id: id).map { entries[$0].address }
    }
    guard let address = found,
      let entry = slices.element(
        AnyHashable(address), of: entries, ScreenElements<Screen>(), Entry.self)
    else { return nil }
    defer { slices.release(entry) }
    let screen = slices.part(\Entry.screen, of: entry)
    defer { slices.release(screen) }
    let accepted = AcceptedActions(instance: InstancePath(screen: address), within: accepted)
    return storeIfPresent(of: find(screen), accepting: accepted, at: site)
  }
}
