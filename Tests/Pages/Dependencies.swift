// SPDX-License-Identifier: MIT

import Foundation

/// The feature, the handlers and the environment of the article on dependencies.
private enum DependenciesExamples {
  #snippet("Request work with a command")

  #snippet("Perform commands in handlers")

  #snippet("Perform commands in handlers", 2)

  struct AppState: Equatable, Sendable {
    var mail = Mail.State()
  }

  static let appReducer = Mail.reducer.scope(\AppState.mail)
}

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
  private typealias Mail = DependenciesExamples.Mail
  private typealias MailHandler = DependenciesExamples.MailHandler
  private typealias AppEnvironment = DependenciesExamples.AppEnvironment
  private typealias AppState = DependenciesExamples.AppState
  private struct Offline: Error {}

  @Test func `The app connects the feature and its environment`() async {
    let disposer = Disposer()
    let clock = ManualClock()
    let sent = ValueRecorder<String>()
    var environment = AppEnvironment { sent.record($0) }
    environment.clock = clock
    environment.makeID = { "d1" }
    let appReducer = DependenciesExamples.appReducer
    #snippet("Perform commands in handlers", 3)
    await store.dispatchAndWait(Mail.Action.composeTapped)
    #expect(store.state.mail.drafts.ids == ["d1"])
    #expect((store.state.mail.drafts.first?.createdAt ?? 0) > 1_700_000_000_000)
    await store.dispatchAndWait(Mail.Action.sendTapped("d1"))
    #expect(store.state.mail.drafts.isEmpty)
    #expect(sent.count == 1)
    disposer.dispose()
  }

  @Test func `A draft gets an ID and a time, and disappears when it is sent`() async {
    #snippet("Replace dependencies in tests")
    await store.send(.sendTapped("d1"))
    await store.receive(.sent("d1")) { $0.drafts = [] }
    await store.finish()
  }

  @Test func `The handler makes drafts with the environment`() async {
    let environment = AppEnvironment(
      send: { _ in throw Offline() }, now: { 7 }, makeID: { "d1" })
    let store = TestStore(state: Mail.State(), reducer: Mail.reducer)
      .accepting(Mail.Action.self)
    store.handle(with: MailHandler(environment: environment))

    await store.send(.composeTapped)
    await store.receive(.drafted(id: "d1", at: 7)) {
      $0.drafts = [Mail.Draft(id: "d1", createdAt: 7)]
    }
    await store.send(.sendTapped("d1"))
    await store.receive(.failed("Offline()")) { $0.problem = "Offline()" }
    await store.finish()
  }

  @Test func `A preview has a constant state`() async {
    #snippet("Replace dependencies in previews")
    await preview.settle(after: Mail.Action.sent("d1"))
    #expect(preview.state.drafts.ids == ["d1"])
  }

  @Test func `Each session has its own handlers`() async {
    let store = Store(state: AppState(), reducer: DependenciesExamples.appReducer)
    let ada = AppEnvironment(send: { _ in }, now: { 0 }, makeID: { "ada" })
    let ben = AppEnvironment(send: { _ in }, now: { 0 }, makeID: { "ben" })
    do {
      #snippet("Use other handlers for each session")
    }
    let handlers = Disposer()
    store.handle(with: MailHandler(environment: ben)).dispose(on: handlers)
    await store.dispatchAndWait(Mail.Action.composeTapped)
    #expect(store.state.mail.drafts.ids == ["ben"])
    handlers.dispose()
  }

  @Test func `A closure is enough for one effect`() async {
    let store = TestStore(state: Tips.State(), reducer: Tips.reducer { ["Breathe."] })
    await store.send(Tips.Action.opened)
    await store.receive(Tips.Action.self) { $0.tips = ["Breathe."] }
    await store.finish()
  }
}
