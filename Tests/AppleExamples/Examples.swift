// SPDX-License-Identifier: MIT

// The examples of RunnelObservation that need SwiftUI. DocumentationTests checks that they contain
// the snippets of the documentation.

import Runnel
import RunnelObservation
import SwiftUI

// MARK: The app

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
}

enum ProfileAction: Action {
  case loggedOut
  case nameChanged(String)
  case betaChanged(Bool)
  case alertChanged(Profile.Alert?)
  case alertDismissed
}

enum SearchAction: Action { case textChanged(String) }

enum NoteAction: Action { case changed(Int, isDone: Bool) }

func appReducer(state: inout AppState, action: any Action) {}

let app = Store(state: AppState(), reducer: appReducer)

// MARK: Screens

struct ProfileScreen: View {
  @State private var model = ViewStore(app.scope(\.profile))

  var body: some View {
    Text(model.name)
    Button("Log out") { model.dispatch(ProfileAction.loggedOut) }
  }
}

struct BetaButton: View {
  @State private var model = ViewStore(app.scope(\.profile))

  var body: some View {
    Button("Beta") {
      withAnimation { model.send(ProfileAction.betaChanged(true)) }
    }
  }
}

struct ProfileForm: View {
  @State private var model: ViewStore<Profile>

  init(profile: Store<Profile>) {
    _model = State(initialValue: ViewStore(profile))
  }

  var body: some View {
    TextField("Name", text: model.binding(\.name, send: ProfileAction.nameChanged))
    Toggle("Beta", isOn: model.binding(\.isBeta, send: ProfileAction.betaChanged))
    Text(model[\.address.city])
  }
}

struct ProfileSheets: View {
  @State private var model = ViewStore(app.scope(\.profile))

  var body: some View {
    VStack {
      if let text = model.binding(ifPresent: \.search?.text, send: SearchAction.textChanged) {
        TextField("Search", text: text)
      }
    }
    .sheet(item: model.binding(\.alert, send: ProfileAction.alertChanged)) { alert in
      Text("Alert \(alert.id)")
    }
    .sheet(isPresented: model.binding(isPresent: \.alert, send: ProfileAction.alertDismissed)) {
      AlertView(app: app)
    }
  }
}

struct AlertView: View {
  let app: Store<AppState>

  var body: some View { Text("Alert") }
}

struct ProfileSettings: View {
  @State private var model: ViewStoreOf<Profile, ProfileAction>

  init(profile: StoreOf<Profile, ProfileAction>) {
    _model = State(initialValue: ViewStoreOf(profile))
  }

  var body: some View {
    TextField("Name", text: model.binding(\.name) { .nameChanged($0) })
    Toggle("Beta", isOn: model.binding(\.isBeta) { .betaChanged($0) })
    Button("Log out") { model.dispatch(.loggedOut) }
  }
}

struct SettingsForm: Equatable, Sendable {
  var name = ""
  var wantsNews = false
}

enum SettingsAction: FormAction { case set(SetAction<SettingsForm>) }

struct TypedSettings: View {
  @State private var model: ViewStoreOf<SettingsForm, SettingsAction>

  init(form: StoreOf<SettingsForm, SettingsAction>) {
    _model = State(initialValue: ViewStoreOf(form))
  }

  var body: some View {
    TextField("Name", text: model.binding(\.name))
    Toggle("News", isOn: model.binding(\.wantsNews))
  }
}

struct UntypedSettings: View {
  @State private var model: ViewStore<SettingsForm>

  init(form: Store<SettingsForm>) {
    _model = State(initialValue: ViewStore(form))
  }

  var body: some View {
    TextField("Name", text: model.binding(\.name))
    Toggle("News", isOn: model.binding(\.wantsNews))
  }
}

// MARK: Lists

struct NoteList: View {
  let notes: Store<Notes>
  @State private var model: ViewStore<Notes>

  init(notes: Store<Notes>) {
    self.notes = notes
    _model = State(initialValue: ViewStore(notes))
  }

  var body: some View {
    List {
      ForEach(model[\.rows.ids], id: \.self) { id in
        if let note = notes.scope(\.rows, id: id) { NoteRow(note) }
      }
    }
  }
}

struct NoteRow: View {
  @State private var model: ViewStore<Notes.Note>

  init(_ note: Store<Notes.Note>) {
    _model = State(initialValue: ViewStore(note))
  }

  var body: some View {
    let id = model.id
    Text(model.title)
    Toggle("Done", isOn: model.binding(\.isDone) { NoteAction.changed(id, isDone: $0) })
  }
}

extension Array where Element: Identifiable {
  var ids: [Element.ID] { map(\.id) }
}

struct NoteToggle: View {
  @State private var model = ViewStore(app.scope(\.notes))
  let id: Int

  var body: some View {
    let isDone = model.binding(\.rows, id: id, \.isDone) { NoteAction.changed(id, isDone: $0) }
    if let isDone { Toggle("Done", isOn: isDone) }
  }
}

// MARK: Typed stores

struct SearchForm: View {
  @State private var model: ViewStoreOf<Search, SearchAction>

  init(search: StoreOf<Search, SearchAction>) {
    _model = State(initialValue: ViewStoreOf(search))
  }

  var body: some View {
    TextField("Search", text: model.binding(\.text) { .textChanged($0) })
    Button("Clear") { model.dispatch(.textChanged("")) }
  }
}

// MARK: Props

#if canImport(Combine)
  struct ProfileProps: Equatable { var title = "" }

  struct ProfileConnector: Connector {
    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> ProfileProps {
      ProfileProps(title: state.profile.name)
    }
  }

  struct ProfileView: PropsView {
    let props: ProfileProps

    var body: some View { Text(props.title) }
  }

  struct ProfileTab: View {
    var body: some View {
      ProfileView.connected(to: app, by: ProfileConnector())
    }
  }

  struct ProfileTitle: View {
    var body: some View {
      Connected(to: app, by: ProfileConnector()) { props in
        Text(props.title)
      }
    }
  }

  struct NoteCount: View {
    var body: some View {
      Connected(to: app.scope(\.notes), stateToProps: { notes, _ in notes.rows.count }) { count in
        Text("\(count) notes")
      }
    }
  }

  // MARK: Systems without Observation

  struct OlderScreen: View {
    @StateObject private var model = ViewStore(app.scope(\.profile))

    var body: some View { Text(model.name) }
  }

  // MARK: Combine

  final class Printer {
    private var subscriptions: Set<AnyCancellable> = []

    func start(_ store: Store<AppState>) {
      store.publisher(\.profile.name).sink { print($0) }.store(in: &subscriptions)
    }
  }
#endif
