// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// Runnel's store behind the interface of all contenders.
final class RunnelStore<State: Sendable, Change: Action>: ActionStore {
  let store: Store<State>
  private let disposer = Disposer()

  init(store: Store<State>) {
    self.store = store
  }

  convenience init(
    state: State,
    reducer: @escaping @Sendable (inout State, Change) -> Void
  ) {
    self.init(store: Store(state: state, reducer: .updating(Change.self) { reducer(&$0, $1) }))
  }

  func dispatch(_ action: Change) {
    store.dispatch(action)
  }

  @discardableResult
  func observe<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Ending {
    let subscription = store.scope(path).observe { observer($0) }
    subscription.dispose(on: disposer)
    return { subscription.dispose() }
  }

  /// Uses a connector that receives the whole state and returns the value of the view.
  func show<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    onMain { [self] in
      let view = View(observer)
      view.connect(to: store) { state, _ in state[keyPath: path] }
      Disposable { _ = view }.dispose(on: disposer)
    }
  }

  var current: State {
    store.waitUntilSettled()
    return store.state
  }

  func close() {
    disposer.dispose()
  }
}

/// A view that shows a value by calling a closure.
private final class View<Value: Equatable & Sendable>: ViewComponent {
  let disposer = Disposer()
  private let show: @MainActor @Sendable (Value) -> Void

  var props: Value? {
    didSet { props.map(show) }
  }

  init(_ show: @escaping @MainActor @Sendable (Value) -> Void) {
    self.show = show
  }
}
