// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTestSupport
import Testing

@testable import RunnelObservation

private struct State: Equatable, Sendable {
  var path: ScreenStack<String> = ["a", "b", "c"]
  var alert: AlertState<AppAction>?
}

private enum AppAction: Action, Equatable {
  case path(StackAction<String>)
  case renamed(ScreenID)
  case shown(AlertState<AppAction>?)
  case dismissed
  case tapped(String)
}

private let reducer = Reducer<State> {
  Reducer.stack(\.path, CasePath(AppAction.path))
  Reducer.updating(AppAction.self) { state, action in
    switch action {
    case .path, .tapped("nothing"): break
    case .renamed(let id): state.path[id: id]?.append("!")
    case .shown(let alert): state.alert = alert
    case .dismissed: state.alert = nil
    case .tapped("Again"): state.alert = retry
    case .tapped(let title): state.alert = AlertState(title)
    }
  }
}

private let retry = AlertState("The name is empty") {
  AlertState.Button("Again", action: AppAction.tapped("Again"))
}

private func ids(_ numbers: Int...) -> [ScreenID] { numbers.map { ScreenID($0) } }

@Suite @MainActor struct PathBindingTests {
  private let store = Store(state: State(), reducer: reducer).accepting(AppAction.self)
  private let model: ViewStoreOf<State, AppAction>
  private let actions = Recorder<AppAction>()
  private let path: FieldBinding<[ScreenID]>
  private let disposer = Disposer()

  init() {
    model = ViewStoreOf(store)
    path = model.pathBinding(\.path) { .path($0) }
    store.onAction { [actions] (action: AppAction) in actions.record(action) }
      .dispose(on: disposer)
  }

  @Test func `Going back dismisses the screen that was left`() {
    #expect(path.get() == ids(1, 2, 3))
    // Writing what is shown sends nothing.
    path.set(path.get())
    path.set(ids(1, 2))
    #expect(path.get() == ids(1, 2))
    path.set([])
    #expect(store.state.path.isEmpty)
    #expect(path.get() == [])
    #expect(actions.values == [.path(.dismiss(ScreenID(3))), .path(.dismiss(ScreenID(1)))])
  }

  @Test func `A write that arrives after the screen is gone removes no other screen`() {
    #expect(path.get() == ids(1, 2, 3))
    store.send(.path(.replaceTop("d")))
    // The view still shows screen 3, and the user goes back from it.
    path.set(ids(1, 2))
    #expect(store.state.path.ids == ids(1, 2, 4))
    #expect(path.get() == ids(1, 2, 4))
    path.set(ids(1, 2))
    #expect(store.state.path.ids == ids(1, 2))
    // A binding that was never read writes from the present path.
    model.pathBinding(\.path) { .path($0) }.set(ids(1))
    #expect(store.state.path.ids == ids(1))
  }

  @Test(arguments: [ids(1, 2, 3, 4), ids(2, 1), ids(2), ids(9), ids(1, 1)])
  func `A path with other screens is refused with a runtime warning`(written: [ScreenID]) {
    let path = model.pathBinding(\.path, from: CallSite(file: "App/Mail.swift", line: 7)) {
      .path($0)
    }
    let notified = count { #expect(path.get() == ids(1, 2, 3)) }
    let warnings = WarningRecorder(containing: "and \(written) was written")
    path.set(written)
    #expect(actions.values.isEmpty)
    #expect(path.get() == ids(1, 2, 3))
    // The view still shows what it has written.
    #expect(notified.value == 1)
    #expect(
      warnings.descriptions == [
        """
        App/Mail.swift:7: Runnel: A navigation path with other screens was written; it was ignored.
        Why: the binding shows the screens [1, 2, 3] and \(written) was written. A view can only \
        remove screens from the top, because a screen needs a state.
        Fix: push the screen with an action, such as `StackAction.push`, and not with a \
        `NavigationLink(value:)`.
        """
      ])
  }

  @Test func `A reducer that refuses to go back notifies the view`() {
    let store = Store(state: State(), reducer: Reducer<State> {})
    let path = ViewStore(store).pathBinding(\.path) { $0 }
    let notified = count { #expect(path.get() == ids(1, 2, 3)) }
    path.set(ids(1))
    #expect(notified.value == 1)
    #expect(path.get() == ids(1, 2, 3))
  }

  @Test func `Readers are notified of pushes and pops only`() {
    let notified = count { #expect(path.get() == ids(1, 2, 3)) }
    store.send(.renamed(ScreenID(2)))
    #expect(store.state.path[1] == "b!")
    #expect(notified.value == 0)
    store.send(.path(.push("d")))
    #expect(notified.value == 1)
  }

  private func alert(_ title: String = "Delete?") -> AlertState<AppAction> {
    AlertState(title) {
      AlertState.Button("Delete", role: .destructive, action: AppAction.tapped("nothing"))
      AlertState.Button("More", action: AppAction.tapped("More?"))
      AlertState.Button("Cancel", role: .cancel)
    }
  }

  private func presentation(
    _ style: AlertState<AppAction>.Style = .alert
  ) -> AlertPresentation<AppAction> {
    model.alertPresentation(\.alert, style: style, dismiss: { .dismissed }, send: { $0 })
  }

  @Test func `An alert is presented in its style while it is in the state`() {
    #expect(!presentation().isPresented.get())
    #expect(presentation().title == "")
    store.send(.shown(alert()))
    #expect(presentation().isPresented.get())
    #expect(presentation().title == "Delete?")
    #expect(presentation().alert == alert())
    #expect(!presentation(.confirmationDialog).isPresented.get())
    #expect(presentation(.confirmationDialog).alert == nil)
  }

  @Test func `A button closes the alert before its action, once`() {
    store.send(.shown(alert()))
    let shown = presentation()
    shown.tap(alert().buttons[0])
    shown.isPresented.set(false)
    #expect(actions.values == [.shown(alert()), .dismissed, .tapped("nothing")])
    #expect(store.state.alert == nil)
    store.send(.shown(alert()))
    presentation().tap(alert().buttons[2])
    #expect(actions.values.suffix(2) == [.shown(alert()), .dismissed])
  }

  @Test func `An alert that ends without a button is dismissed`() {
    store.send(.shown(alert()))
    let shown = presentation()
    shown.isPresented.set(true)
    #expect(store.state.alert != nil)
    for _ in 0..<2 { shown.isPresented.set(false) }
    #expect(actions.values == [.shown(alert()), .dismissed])
  }

  @Test(arguments: [true, false])
  func `The end of an alert doesn't close one that its button has shown, the same or another`(
    isSame: Bool
  ) {
    let (first, next) = isSame ? (retry, retry) : (alert(), AlertState("More?"))
    store.send(.shown(first))
    // Drawn twice before the tap: the late report can come from either.
    let drawn = [presentation(), presentation()]
    drawn[1].tap(first.buttons[isSame ? 0 : 1])
    for shown in drawn { shown.isPresented.set(false) }
    #expect(store.state.alert == next)
    presentation().isPresented.set(false)
    #expect(store.state.alert == nil)
  }
}
