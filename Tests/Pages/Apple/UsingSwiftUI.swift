// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelNavigation
import RunnelObservation
import SwiftUI

struct AppState: Equatable, Sendable {
  var profile = Profile()
  var notes = Notes()
}

struct Profile: Equatable, Sendable {
  struct Address: Equatable, Sendable { var city = "" }
  struct Alert: Equatable, Identifiable, Sendable { let id: Int }

  var name = ""
  var isBeta = false
  var address = Address()
  var search: Search?
  var alert: Alert?
}

struct Search: Equatable, Sendable { var text = "" }

struct Notes: Equatable, Sendable {
  struct Note: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isDone = false
  }

  var rows: [Note] = []
  var selectedID: Int?
}

enum ProfileAction: Action {
  case loggedOut
  case nameChanged(String)
  case betaChanged(Bool)
  case alertChanged(Profile.Alert?)
  case alertDismissed
}

enum SearchAction: Action { case textChanged(String) }

enum NoteAction: Action { case doneChanged(Bool), deleted }

enum NotesAction: Action { case selected(Int?) }

func appReducer(state: inout AppState, action: any Action) {}

let app = Store(state: AppState(), reducer: appReducer)

#snippet("Show state in a view")

struct BetaButton: View {
  @State private var model = ViewStore(app.scope(\.profile))

  var body: some View { Button("Beta") { #snippet("Animations") } }
}

struct ProfileForm: View {
  @State private var model: ViewStore<Profile>

  #snippet("Show state in a view", 2)

  var body: some View {
    #snippet("Bindings")
    Text(model[\.address.city])
  }
}

enum Theme: String, CaseIterable, Sendable { case light, dark }

struct Settings: Equatable, Sendable {
  var theme = Theme.light
  var time = Date(timeIntervalSince1970: 0)
  var size = 12
  var volume = 0.5
}

enum SettingsAction: Action {
  case themeChanged(Theme)
  case timeChanged(Date)
  case sizeChanged(Int)
  case volumeChanged(Double)
}

@available(tvOS, unavailable)
struct SettingsControls: View {
  @State private var model = ViewStore(Store(state: Settings()))

  var body: some View { #snippet("Bindings", 2) }
}

struct ProfileSheets: View {
  @State private var model = ViewStore(app.scope(\.profile))

  var body: some View {
    #snippet("Forms", 2)
    #snippet("ViewStore+Binding.swift", 3)
  }
}

struct AlertView: View {
  let app: Store<AppState>

  var body: some View { Text("Alert") }
}

#snippet("Use a view store of one action type", 2)

struct SettingsForm: Equatable, Sendable {
  var name = ""
  var wantsNews = false
}

enum SettingsFormAction: FormAction { case set(SetAction<SettingsForm>) }

let form = Store(state: SettingsForm())

struct TypedSettings: View {
  @State private var model = ViewStoreOf(form.accepting(SettingsFormAction.self))

  var body: some View { #snippet("Forms") }
}

struct UntypedSettings: View {
  @State private var model = ViewStore(form)

  var body: some View {
    TextField("Name", text: model.binding(\.name))
    Toggle("News", isOn: model.binding(\.wantsNews))
  }
}

struct NoteList: View {
  let notes = app.scope(\.notes)
  @State private var model = ViewStore(app.scope(\.notes))

  var body: some View { List { #snippet("Delete rows with a swipe") } }

  var splitBody: some View { #snippet("Select a row in a split view") }
}

#snippet("Lists", 2)

extension Array where Element: Identifiable { var ids: [Element.ID] { map(\.id) } }

struct NoteToggle: View {
  @State private var model = ViewStore(app.scope(\.notes))
  let id: Int

  var body: some View { #snippet("Lists", 3) }
}

#if canImport(Combine)
  struct ProfileProps: Equatable { var title = "" }

  #snippet("Connector.swift")
  #snippet("Views with props")

  struct ProfileTab: View {
    var body: some View { #snippet("Views with props", 2) }
  }

  struct ProfileTitle: View {
    var body: some View { #snippet("Connected.swift") }
  }

  struct NoteCount: View {
    var body: some View { #snippet("Views with props", 3) }
  }

  final class Printer {
    private var subscriptions: Set<AnyCancellable> = []

    func start(_ store: Store<AppState>) { #snippet("Combine") }
  }
#endif
