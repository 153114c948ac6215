// SPDX-License-Identifier: MIT

private struct SessionState: Sendable { var isLoggedIn = true }

private let sessionReducer = Reducer<SessionState> {}

private #snippet("Property.swift", 4)

@Suite struct ScopingTests {
  let disposer = Disposer()
  let print = Printer()

  #snippet("Overview")

  enum ProfileAction: Action { case renamed(String) }

  private let store = Store(
    state: AppState(),
    reducer: .updating(ProfileAction.self) { state, action in
      if case .renamed(let name) = action { state.profile.name = name }
    })

  @Test func `Contract 9: a scope reads through to the state and is never stale`() async {
    #snippet("Scope with a key path")
  }

  @MainActor private func connect(
    _ list: ViewRecorder<[String]>, _ scoreboard: ViewRecorder<Int>
  ) {
    #snippet("Pass a read-only value")
    #snippet("Property.swift", 3)
    follow(store.scope(\.profile.visits))
  }

  private func observe(_ badge: NumberLabel) {
    #snippet("Stored and computed key paths", 2)
    #snippet("Compute a value with a selector")
    #snippet("Customize change detection")
    #snippet("Optional, enum and collection state")
    #snippet("Memory and copy-on-write")
    #snippet("Derive a value from several slices")
  }

  #snippet("Memory and copy-on-write", 2)

  @Test func `Contract 17: a store lists its observers and their slices`() {
    #snippet("Share a slice between observers")
    #expect(print.lines.contains("observer \\AppState.profile.name"))
    token.dispose()
  }
}

private typealias AppState = ScopingTests.AppState

#snippet("Stored and computed key paths")
