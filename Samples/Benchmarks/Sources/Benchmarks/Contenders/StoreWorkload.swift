// SPDX-License-Identifier: MIT

import Dispatch
import Opponents
import Runnel

/// The state of most workloads, and its one action, whose type no store needs to determine.
struct Count: Sendable { var count = 0 }

struct Bump: Action {}

/// A workload that is written once for all stores, with the same checks.
protocol StoreWorkload: Sendable {
  associatedtype State: Sendable
  associatedtype Change: Sendable

  var actions: Int { get }

  /// The number of actions for the other stores, some of which would need minutes for `actions`.
  var fewerActions: Int { get }

  /// Sets up a store, measures the work alone, and checks the outcome.
  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change
}

extension StoreWorkload where Change: Action {
  /// Returns Runnel, the floor, the other stores, and further contenders.
  func entrants(
    _ setting: String = "", size: Int, unable: [Opponent: String] = [:],
    floor: @escaping Entrant.Round, others: KeyValuePairs<String, Entrant.Round> = [:]
  ) -> [Entrant] {
    let runnel = Entrant("Runnel", setting, size: size) {
      try round(of: RunnelStore<State, Change>.self, actions: actions)
    }
    return [runnel, Entrant("floor", setting, size: size, round: floor)]
      + opponents(setting, size: size, unable: unable)
      + others.map { Entrant($0, setting, size: size, round: $1) }
  }
}

extension StoreWorkload {
  var fewerActions: Int { actions }

  /// Returns the other stores, with a reason for those that cannot run the workload.
  func opponents(_ setting: String, size: Int, unable: [Opponent: String] = [:]) -> [Entrant] {
    Opponent.allCases.map { opponent in
      if let reason = unable[opponent] {
        return Entrant(opponent.rawValue, setting, size: size, unableBecause: reason)
      }
      return Entrant(opponent.rawValue, setting, size: size) {
        switch opponent {
        case .blocks: try round(of: BlockStore<State, Change>.self, actions: fewerActions)
        case .stream: try round(of: StreamStore<State, Change>.self, actions: fewerActions)
        case .subject: try round(of: SubjectStore<State, Change>.self, actions: fewerActions)
        case .observable:
          try round(of: ObservableStore<State, Change>.self, actions: fewerActions)
        }
      }
    }
  }
}

enum Opponent: String, CaseIterable {
  case blocks = "block store"
  case stream = "stream store"
  case subject = "subject store"
  case observable = "observable store"

  /// Returns all of them as unable to run a workload, for the same reason.
  static func unable(_ name: String, size: Int, because reason: String) -> [Entrant] {
    allCases.map { Entrant($0.rawValue, name, size: size, unableBecause: reason) }
  }
}

/// Runnel's store behind the interface of all contenders.
final class RunnelStore<State: Sendable, Change: Action>: ActionStore {
  let store: Store<State>
  private let disposer = Disposer()

  init(store: Store<State>) { self.store = store }

  convenience init(state: State, reducer: @escaping Reduce<State, Change>) {
    self.init(store: Store(state: state, reducer: .updating(Change.self) { reducer(&$0, $1) }))
  }

  func dispatch(_ action: Change) { store.dispatch(action) }

  @discardableResult
  func observe<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Observer<Value>
  ) -> Ending {
    let subscription = store.scope(path).observe { observer($0) }
    subscription.dispose(on: disposer)
    return { subscription.dispose() }
  }

  /// Uses a connector that receives the whole state and returns the value of the view.
  func show<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Viewer<Value>
  ) {
    onMain { [self] in
      let view = View(observer)
      view.connect(to: store) { state, _ in state[keyPath: path] }
      Disposable { _ = view }.dispose(on: disposer)
    }
  }

  var current: State { store.settledState }

  func close() { disposer.dispose() }
}

extension Store {
  var settledState: State {
    waitUntilSettled()
    return state
  }

  /// Blocks the calling thread until the store is settled.
  func waitUntilSettled() {
    let isSettled = DispatchSemaphore(value: 0)
    Task {
      await settled()
      isSettled.signal()
    }
    isSettled.wait()
  }
}

/// A view that shows a value by calling a closure.
private final class View<Value: Equatable & Sendable>: ViewComponent {
  let disposer = Disposer()
  private let show: Viewer<Value>
  var props: Value? { didSet { props.map(show) } }

  init(_ show: @escaping Viewer<Value>) { self.show = show }
}
