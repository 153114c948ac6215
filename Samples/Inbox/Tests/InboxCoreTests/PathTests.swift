// SPDX-License-Identifier: MIT

import Composer
import Runnel
import Testing
import ThreadDetail

@testable import InboxCore

/// The ways in which screens leave the stack.
@Suite struct PathTests {
  private static let removals: [SessionAction] = [
    .path(.dismiss(ScreenID(1))), .path(.popToRoot), .path(.replace([.settings])), .homeTapped,
    .path(.popTo(ScreenID(1))), .path(.pop), .path(.replaceTop(.settings)), .backTapped,
    .path(.dismiss(ScreenID(2))),
  ]

  @Test(arguments: removals)
  func `Each way to remove a screen keeps its draft`(removal: SessionAction) async {
    let store = Store(state: Session(.thread("t"), .draft("d", "Hi")), reducer: sessionReducer)
    store.dispatch(removal)
    await store.settled()
    #expect(store.state.drafts.map(\.text) == ["Hi"])
    #expect(store.state.path.allSatisfy { $0.draft == nil })
  }

  @Test func `A draft without content isn't kept`() async {
    let store = Store(state: Session(.draft("d", " ")), reducer: sessionReducer)
    store.dispatch(SessionAction.path(.popToRoot))
    await store.settled()
    #expect(store.state.drafts.isEmpty)
  }

  @Test func `A draft on a screen that stays isn't kept twice`() async {
    let store = Store(state: Session(.draft("d", "Hi"), .settings), reducer: sessionReducer)
    store.dispatch(SessionAction.path(.pop))
    await store.settled()
    #expect(store.state.drafts.isEmpty)
    #expect(store.state.path.last?.draft?.text == "Hi")
  }

  @Test func `A view finds the screen of the settings, which has no state`() {
    let store = Store(state: Session(.thread("t"), .settings), reducer: sessionReducer)
    let ids = store.state.path.ids
    #expect(store.scope(\.path, id: ids[1], .settings) != nil)
    #expect(store.scope(\.path, id: ids[0], .settings) == nil)
    #expect(store.scope(\.path, id: ids[0], .thread)?.state.id == "t")
  }
}
