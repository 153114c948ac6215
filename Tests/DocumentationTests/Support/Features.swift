// SPDX-License-Identifier: MIT

import Runnel

/// The features of the examples, and an app that has one of each kind.
enum Features {
  enum CounterFeature {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action { case incremented, decremented }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      state.count += action == .incremented ? 1 : -1
    }
  }

  enum Search {
    struct State: Equatable, Sendable {
      var query = ""
      var hits: [String] = []
    }

    enum Action: Runnel.Action {
      case typed(String)
      case found([String])
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .typed(let query): state.query = query
      case .found(let hits): state.hits = hits
      }
    }

    @MainActor static func start(on store: Store<State>) -> HitsLabel {
      let label = HitsLabel()
      label.connect(to: store) { state, _ in "\(state.hits.count) hits for \(state.query)" }
      return label
    }
  }

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

    struct Toggled: ElementAction {
      let elementID: Int
    }

    static let reducer = Reducer<State>.updating(Toggled.self) { state, _ in state.isDone.toggle() }
  }

  enum Detail {
    struct State: Equatable, Sendable { var zoom = 1 }
    struct Zoomed: Action {}
    static let reducer = Reducer<State>.updating(Zoomed.self) { state, _ in state.zoom += 1 }
  }

  enum Download {
    struct State: Equatable, Sendable { var percent = 0 }
    struct Progressed: ElementAction { let elementID: String }
    static let reducer = Reducer<State>.updating(Progressed.self) { state, _ in state.percent += 1 }
  }

  struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var search: Search.State?
    var screen = Screen.list
    var rows: [Row.State] = []
    var downloads: [String: Download.State] = [:]
  }

  enum Screen: Equatable, Sendable {
    case list
    case detail(Detail.State)
  }

  enum AppAction: Action {
    case searchOpened, searchClosed
    case detailOpened, detailClosed
  }

  static let rows = [Row.State(id: 1), Row.State(id: 2)]

  static func makeStore(
    _ state: AppState = AppState(),
    and more: Reducer<AppState>? = nil
  ) -> Store<AppState> {
    let appReducer = Reducer<AppState> {
      Reducer.updating(AppAction.self) { state, action in
        switch action {
        case .searchOpened: state.search = Search.State()
        case .searchClosed: state.search = nil
        case .detailOpened: state.screen = .detail(Detail.State())
        case .detailClosed: state.screen = .list
        }
      }
      CounterFeature.reducer.scope(\.counter)
      Search.reducer.ifPresent(\.search)
      Detail.reducer.ifCase(\.screen, .detail)
      Row.reducer.forEach(\.rows, id: \.id)
      Download.reducer.forEachValue(of: \.downloads)
    }
    return Store(
      state: state,
      reducer: Reducer {
        appReducer
        more
      })
  }
}

extension CasePath where Root == Features.Screen, Value == Features.Detail.State {
  static var detail: Self {
    CasePath(embed: Features.Screen.detail) {
      if case .detail(let state) = $0 { state } else { nil }
    }
  }
}

extension Features.CounterFeature {
  @MainActor static func start(on store: Store<State>) -> Features.HitsLabel {
    let label = Features.HitsLabel()
    label.connect(to: store) { state, _ in "\(state.count)" }
    return label
  }
}
