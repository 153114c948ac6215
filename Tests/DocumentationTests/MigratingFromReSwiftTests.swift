// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples for users of ReSwift.
@Suite struct MigratingFromReSwiftTests {
  let disposer = Disposer()

  struct AppState: Equatable, Sendable {
    var counter = 0
    var profile = Profile()
  }

  struct Profile: Equatable, Sendable {
    var name = ""
    var isLoading = false
  }

  enum CounterAction: Action { case incremented, decremented }

  enum ProfileAction: Action {
    case refreshed
    case loaded(String)
  }

  private static func makeReducer() -> Reducer<AppState> {
    let counterReducer = Reducer<Int>.updating(CounterAction.self) { counter, action in
      counter += action == .incremented ? 1 : -1
    }

    let profileReducer = Reducer<Profile>.updating(ProfileAction.self) { profile, action in
      switch action {
      case .refreshed: profile.isLoading = true
      case .loaded(let name): profile = Profile(name: name)
      }
    }

    let appReducer = Reducer<AppState> {
      counterReducer.scope(\.counter)
      profileReducer.scope(\.profile)
    }
    return appReducer
  }

  private let appReducer = makeReducer()

  @Test func `Reducers of slices are combined, and dispatch only enqueues an action`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: appReducer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    print(store.state.counter)  // 1
    #expect(print.lines == ["1"])
    await store.settle(after: ProfileAction.loaded("otter"))
    #expect(store.state == AppState(counter: 1, profile: Profile(name: "otter")))
  }

  // MARK: Subscribers

  private typealias CounterViewController = GettingStartedTests.CounterViewController

  @Test @MainActor func `A subscriber is a component until its disposer is disposed`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    let controller = CounterViewController()
    controller.connect(to: store.scope(\.counter))
    await store.settle(after: CounterAction.incremented)
    #expect(controller.label.texts == ["0", "1"])
    controller.disposer.dispose()
    await store.settle(after: CounterAction.incremented)
    #expect(controller.label.texts == ["0", "1"])
  }

  @Test func `A selected value is delivered when removeDuplicates finds a change`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: appReducer)
    store.scope { $0.counter.isMultiple(of: 2) }
      .observe { print($0 ? "even" : "odd") }
      .dispose(on: disposer)
    store.scope(\.counter).removeDuplicates { $0 / 10 == $1 / 10 }
      .observe { print("from \($0) on") }
      .dispose(on: disposer)
    for _ in 1...10 { store.dispatch(CounterAction.incremented) }
    await store.settle(after: ProfileAction.refreshed)
    #expect(print.lines.filter { $0.hasPrefix("from") } == ["from 0 on", "from 10 on"])
    #expect(print.lines.count == 2 + 11)
  }

  // MARK: Middleware and thunks

  @Test func `A middleware reads the state and passes on or vetoes an action`() async {
    let print = Printer()
    let limit = Middleware<AppState> { action, context, next in
      if action is CounterAction, context.state(\.counter) == 2 { return }
      next(action)
      print("\(action): \(context.state(\.counter))")
    }
    let store = Store(state: AppState(), reducer: appReducer, middleware: [limit])
    for _ in 1...3 { store.dispatch(CounterAction.incremented) }
    await store.settled()
    #expect(print.lines == ["incremented: 1", "incremented: 2"])
    #expect(store.state.counter == 2)
  }

  @Test func `A thunk is an effect of a reducer that reads the state first`() async {
    let fetchName: @Sendable () async throws -> String = { "otter" }
    let profileReducer = Reducer<Profile>.on(ProfileAction.self) { profile, action in
      switch action {
      case .refreshed:
        if profile.isLoading { return .none }
        profile.isLoading = true
        return .run { send in
          send(ProfileAction.loaded(try await fetchName()))
        } catch: { _ in
          ProfileAction.loaded("nobody")
        }
      case .loaded(let name):
        profile = Profile(name: name)
        return .none
      }
    }
    let store = Store(state: Profile(), reducer: profileReducer)
    await store.settle(after: ProfileAction.refreshed, includingEffects: true)
    #expect(store.state == Profile(name: "otter"))
    var loading = Profile(isLoading: true)
    #expect(profileReducer.reduce(&loading, ProfileAction.refreshed).isNone)
  }

  @Test func `A thunk from outside is an effect that the caller runs`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    let fetchName: @Sendable () async throws -> String = { "otter" }
    let load: Effect = .run { send in
      send(ProfileAction.refreshed)
      send(ProfileAction.loaded(try await fetchName()))
    }
    store.run(load).dispose(on: disposer)
    await store.wait(until: { $0.profile.name == "otter" })
    #expect(store.state.profile == Profile(name: "otter"))
  }

  @Test func `An observer can dispatch, and the action is reduced after the current one`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    store.scope(\.profile.name).observe { name in
      if name == "otter" { store.dispatch(CounterAction.incremented) }
    }
    .dispose(on: disposer)
    await store.settle(after: ProfileAction.loaded("otter"))
    await store.settled()
    #expect(store.state.counter == 1)
  }
}
