// SPDX-License-Identifier: MIT

/// The features of the examples, and an app that has one of each kind.
enum Features {
  enum CounterFeature {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action { case incremented, decremented }
    #snippet("Reducer.swift", 3)
  }

  #snippet("Modularity.md", "Define a feature")

  final class HitsLabel: UILabel, ViewComponent {
    let disposer = Disposer()
    var props = "" { didSet { text = props } }
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
    static let reducer = Reducer<State> {}
  }

  enum Download {
    struct State: Equatable, Sendable { var percent = 0 }
    static let reducer = Reducer<State> {}
  }

  #snippet("Modularity.md", "Compose features in an app")

  static let rows = [Row.State(id: 1), Row.State(id: 2)]

  private static func makeReducer() { #snippet("Modularity.md", "Compose features in an app", 2) }
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
