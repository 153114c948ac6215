// SPDX-License-Identifier: MIT

/// The example of two libraries in one app.
@Suite struct MigratingToRunnelTests {
  enum OldAction {
    case incrementTapped
    case loggedIn(String), loggedOut
  }

  struct OldState: Equatable {
    var user: String?
    var screens = 0
  }

  /// A store of the main actor with one middleware and one observer, as other libraries have it.
  @MainActor final class OldStore {
    private(set) var state: OldState
    private(set) var reduced = 0
    var middleware: (OldAction, (OldAction) -> Void) -> Void = { action, next in next(action) }
    var observer: (OldState) -> Void = { _ in } { didSet { observer(state) } }

    init(state: OldState = OldState()) { self.state = state }

    func dispatch(_ action: OldAction) { middleware(action, reduce) }

    private func reduce(_ action: OldAction) {
      reduced += 1
      switch action {
      case .incrementTapped: state.screens += 1
      case .loggedIn(let user): state.user = user
      case .loggedOut: state.user = nil
      }
      observer(state)
    }
  }

  #snippet("Run two libraries in one app")

  private static func makeReducer() -> Reducer<AppState> {
    #snippet("Run two libraries in one app", 2)
    return appReducer
  }

  private let appReducer = makeReducer()

  #snippet("Run two libraries in one app", 3)

  @MainActor private func makeApp(_ old: OldStore) -> Store<AppState> {
    #snippet("Run two libraries in one app", 4)
    return store
  }

  @Test @MainActor func `The bridge forwards actions of moved features and no others`() async {
    let old = OldStore()
    let store = makeApp(old)
    old.dispatch(.incrementTapped)
    old.dispatch(.loggedIn("otter"))
    await store.settled()
    #expect(store.state == AppState(counter: 1, user: "otter"))
    #expect(old.state == OldState(user: "otter"))
    #expect(old.reduced == 1)
  }

  @Test @MainActor func `A mirrored value that hasn't changed notifies no observer`() async {
    let old = OldStore(state: OldState(user: "otter"))
    let store = makeApp(old)
    let print = Printer()
    let disposer = Disposer()
    store.scope(\.user).observe { print($0 ?? "none") }.dispose(on: disposer)
    old.dispatch(.loggedIn("otter"))
    old.dispatch(.loggedOut)
    await store.settled()
    #expect(print.lines == ["otter", "none"])
  }

  @Test @MainActor func `An action of Runnel's store doesn't reach the old store`() async {
    let old = OldStore()
    let store = makeApp(old)
    await store.settle(after: CounterAction.incremented, UserMirrored(user: "heron"))
    #expect(old.reduced == 0)
    #expect(old.state == OldState())
  }
}
