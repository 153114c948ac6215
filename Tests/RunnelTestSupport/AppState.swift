// SPDX-License-Identifier: MIT

package import Runnel

/// A small state with slices of several kinds.
package struct AppState: Equatable, Sendable {
  package var counter = 0
  package var name = "a"
  package var profile = Profile()
  package var rows: [Int] = []
  /// A slice that isn't `Equatable`.
  package var opaque = Opaque()

  package init() {}

  /// A computed slice, which has no bytes of its own in the state.
  package var isEven: Bool { counter.isMultiple(of: 2) }

  package static func == (left: AppState, right: AppState) -> Bool {
    left.counter == right.counter && left.name == right.name && left.profile == right.profile
      && left.rows == right.rows
  }
}

package struct Profile: Equatable, Sendable {
  package var title = "none"
  package var age = 0

  package init() {}
}

/// A value that isn't `Equatable`.
package struct Opaque: Sendable {
  package var value = 0

  package init() {}
}

package enum AppAction: Action, Equatable {
  case increment
  case decrement
  case set(Int)
  case rename(String)
  case retitle(String)
  case append(Int)
  case setOpaque(Int)
  case nothing
}

package func appReducer(state: inout AppState, action: any Action) {
  guard let action = action as? AppAction else { return }
  switch action {
  case .increment: state.counter += 1
  case .decrement: state.counter -= 1
  case .set(let value): state.counter = value
  case .rename(let name): state.name = name
  case .retitle(let title): state.profile.title = title
  case .append(let row): state.rows.append(row)
  case .setOpaque(let value): state.opaque.value = value
  case .nothing: break
  }
}

package func makeStore() -> Store<AppState> {
  Store(state: AppState(), reducer: appReducer)
}

extension Reducer where State == AppState {
  /// Handles only `AppAction.rename`, and can change only the bytes of `AppState.name`.
  package static var renaming: Reducer<AppState> {
    Reducer<String>.updating(AppAction.self) { name, action in
      if case .rename(let new) = action { name = new }
    }.scope(\.name)
  }
}

/// A view that records its props.
@MainActor package final class CounterView: ViewComponent {
  package let disposer: Disposer
  package let delivery: Delivery
  package private(set) var history: [Int] = []
  package var props = 0 { didSet { history.append(props) } }
  private let token: LifetimeToken?

  package init(
    _ tracker: LifetimeTracker? = nil, disposer: Disposer = Disposer(), delivery: Delivery = .latest
  ) {
    token = tracker?.token()
    self.disposer = disposer
    self.delivery = delivery
  }
}

package struct CounterConnector: Connector {
  package init() {}

  package func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int {
    state.counter
  }
}
