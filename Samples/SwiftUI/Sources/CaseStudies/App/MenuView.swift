// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import SwiftUI

  struct MenuView: View {
    let app: Store<AppState>
    /// No feature needs the selection, so it isn't a part of the app's state.
    @State private var selection: CaseStudy?

    var body: some View {
      NavigationSplitView {
        List(CaseStudy.allCases, id: \.self, selection: $selection) { screen in
          Label(screen.title, systemImage: screen.rawValue)
        }
        .navigationTitle("Case Studies")
      } detail: {
        if let selection {
          CaseStudyView(screen: selection, app: app)
        } else {
          Text("Select a screen.").foregroundStyle(.secondary)
        }
      }
    }
  }

  /// The view of a screen, over its scope of the app's store.
  private struct CaseStudyView: View {
    let screen: CaseStudy
    let app: Store<AppState>

    var body: some View {
      switch screen {
      case .counter: CounterView(app.scope(\.counter, accepting: Counter.Action.self))
      case .form: SignUpView(app.scope(\.signUp, accepting: SignUp.Action.self))
      case .list: TodoListView(app.scope(\.todos, accepting: TodoList.Action.self))
      case .search: SearchView(app.scope(\.search, accepting: Search.Action.self))
      case .sheet: ContactsView(app.scope(\.contacts, accepting: Contacts.Action.self))
      case .alert: TrashView(app.scope(\.trash, accepting: Trash.Action.self))
      case .navigation: MusicView(app.scope(\.music, accepting: Music.Action.self))
      case .timer: StopwatchView(app.scope(\.stopwatch, accepting: Stopwatch.Action.self))
      case .upload: UploadView(app.scope(\.upload, accepting: Upload.Action.self))
      case .refresh: NewsView(app.scope(\.news, accepting: News.Action.self))
      case .sharedState: TravelView(app.scope(\.travel))
      case .undo: DotsView(app.scope(\.dots, accepting: Dots.Action.self))
      case .animation: BubbleView(app.scope(\.bubble, accepting: Bubble.Action.self))
      }
    }
  }
#endif
