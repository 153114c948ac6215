// SPDX-License-Identifier: MIT

/// The features of the examples, and an app that has one of each kind.
enum Features {
  enum CounterFeature {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action { case incremented, decremented }
    #snippet("Reducer.swift", 3)
  }

  #snippet("Modularity.md", "Define a feature")

  final class HitsLabel: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = "" { didSet { label.text = props } }
  }

  enum Row {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      var isDone = false
    }

    enum Action: Runnel.Action { case toggled }

    static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.isDone.toggle() }
  }

  enum Detail {
    struct State: Equatable, Sendable { var zoom = 1 }
    struct Zoomed: Action {}
    static let reducer = Reducer<State>.updating(Zoomed.self) { state, _ in state.zoom += 1 }
  }

  enum Download {
    struct State: Equatable, Sendable { var percent = 0 }
    struct Progressed: Action {}
    static let reducer = Reducer<State>.updating(Progressed.self) { state, _ in state.percent += 1 }
  }

  #snippet("Modularity.md", "Compose features in an app")

  static let rows = [Row.State(id: 1), Row.State(id: 2)]

  static func makeStore(
    _ state: AppState = AppState(),
    and more: Reducer<AppState>? = nil
  ) -> Store<AppState> {
    #snippet("Modularity.md", "Compose features in an app", 2)
    return Store(
      state: state,
      reducer: Reducer {
        appReducer
        more
      })
  }
}

extension CasePath where Root == Features.Screen, Value == Features.Detail.State {
  static var detail: Self { CasePath(Features.Screen.detail) }
}

extension Features.CounterFeature {
  @MainActor static func start(on store: Store<State>) -> Features.HitsLabel {
    let label = Features.HitsLabel()
    label.connect(to: store) { state, _ in "\(state.count)" }
    return label
  }
}
