// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct NewsTests {
  private let clock = ManualClock()

  private func testStore() -> TestStoreOf<News.State, News.Action> {
    TestStore(state: News.State(problem: "Offline()"), reducer: News.reducer, clock: clock)
      .accepting(News.Action.self)
  }

  @Test func aSecondReloadReplacesTheFirstAndTheHeadlines() async {
    let store = testStore()
    let spy = CommandSpy(News.Load.self, sending: News.Action.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(.loaded(["Otters"]))
      }
    }
    store.handle(with: spy)
    await store.send(.reloaded)
    await clock.advance(by: .milliseconds(500))
    await store.send(.reloaded)
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded(["Otters"])) { $0 = News.State(headlines: ["Otters"]) }
    #expect(spy.commands == [News.Load(), News.Load()])
    await store.finish()
  }

  @Test func aServerThatDoesNotAnswerIsAProblem() async {
    let store = testStore()
    store.handle(News.Load.self) { _ in
      .run { send in try await send.sleep(for: .seconds(60)) }
    }
    let problem = "\(EffectTimeoutError(duration: .seconds(10)))"
    await store.send(.reloaded)
    await clock.advance(by: .seconds(10))
    await store.receive(.failed(problem)) { $0.problem = problem }
    await store.finish()
  }

  @Test func theTaskOfARefreshEndsWithTheAnswer() async {
    let store = Store(state: News.State(), reducer: News.reducer)
    let handler = CommandHandlers(for: News.Load.self, sending: News.Action.self) { _ in
      .once { .loaded(["Otters"]) }
    }
    let disposer = Disposer()
    store.handle(with: handler).dispose(on: disposer)
    await store.accepting(News.Action.self).dispatchAndWait(.reloaded)
    #expect(store.state.headlines == ["Otters"])
  }
}
