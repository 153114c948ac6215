// SPDX-License-Identifier: MIT

import Foundation

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
  #snippet("Perform commands in handlers")
  #snippet("Perform commands in handlers", 2)

  struct AppState: Equatable, Sendable { var mail = Mail.State() }

  private let appReducer = Mail.reducer.scope(\AppState.mail)

  @Test func `The app connects the feature and its environment`() async {
    let disposer = Disposer()
    let sent = Counter()
    let environment = AppEnvironment { _ in sent.increment() }
    #snippet("Perform commands in handlers", 3)
    await store.dispatchAndWait(Mail.Action.composeTapped)
    let id = store.state.mail.drafts.ids[0]
    await store.dispatchAndWait(Mail.Action.sendTapped(id))
    #expect(store.state.mail.drafts.isEmpty)
    #expect(sent.value == 1)
    disposer.dispose()
  }

  @Test func `A draft gets an ID and a time`() async {
    #snippet("Replace dependencies in tests")
    await store.finish()
  }

  private func makePreview() -> Store<Mail.State> {
    #snippet("Replace dependencies in previews")
    return preview
  }

  private func beginSession(_ store: Store<AppState>, _ ada: AppEnvironment) {
    #snippet("Use other handlers for each session")
  }
}
