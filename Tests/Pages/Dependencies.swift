// SPDX-License-Identifier: MIT

private struct HTTPClient: Sendable {
  func post(_ text: String, to path: String) async throws {}
}

#snippet("Call a service from a feature's package")

private enum Tips {
  struct State: Equatable, Sendable { var tips: [String] = [] }
  enum Action: Runnel.Action { case opened, loaded([String]) }

  #snippet("Use a closure")
}

@Suite struct DependenciesTests {
  #snippet("Request work with a command")
  #snippet("Perform commands in handlers", 1...2)

  struct AppState: Equatable, Sendable { var mail = Mail.State() }

  private func choose(_ live: AppEnvironment) { #snippet("Replace dependencies in UI tests", 2) }

  @Test func `A stubbed app sends a draft without a network`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    let disposer = Disposer()
    store.handle(with: MailHandler(environment: .stub)).dispose(on: disposer)
    await store.dispatchAndWait(Mail.Action.composeTapped)
    #expect(store.state.mail.drafts.ids == ["d1"])
    await store.dispatchAndWait(Mail.Action.sendTapped("d1"))
    #expect(store.state.mail.drafts.isEmpty)
  }

  private let appReducer = Mail.reducer.scope(\AppState.mail)

  private func connect(_ environment: AppEnvironment, _ disposer: Disposer) {
    #snippet("Perform commands in handlers", 3)
  }

  @Test func `A draft gets an ID and a time`() async {
    #snippet("Replace dependencies in tests")
    await store.finish()
  }

  private func beginSession(_ store: Store<AppState>, _ ada: AppEnvironment) {
    #snippet("Use other handlers for each session")
  }
}

typealias AppEnvironment = DependenciesTests.AppEnvironment

#snippet("Replace dependencies in UI tests")
