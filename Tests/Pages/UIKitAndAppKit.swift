// SPDX-License-Identifier: MIT

/// The examples of UIKit, with stand-ins for its classes.
///
/// They are compiled, and not run.
@MainActor struct UIKitAndAppKitExamples {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var rows: Entities<Row> = [Row(id: 1), Row(id: 2)]
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var title = "untitled"
  }

  enum CounterAction: Action { case incremented, saved(Int) }
  enum NameAction: Action { case refused(String) }
  enum RowAction: Action { case tapped }

  private let store = Store(state: AppState())

  #snippet("Connect a view controller", 2)

  final class CounterController: UIViewController, ViewComponent {
    let disposer = Disposer()
    var props = CounterProps()
  }

  #snippet("Connect a view")

  struct RowProps: Equatable {
    var title = ""
    var onTap = Callback {}
  }

  #snippet("Dispatch from a button")
  #snippet("Show a notice once")
  #snippet("Services")

  private func connect() {
    #snippet("Connect a view controller", 3)
    #snippet("Connect a view", 2...3)
    #snippet("Show a notice once", 2)
    #snippet("Services", 2)
  }
}

@MainActor struct AnimationsRefreshAndFocusExamples {
  #snippet("AnimationsRefreshAndFocus.md", "Scroll to a row", 2)

  private enum Inbox { enum Action: Runnel.Action { case sent } }
  private struct Haptics: Sendable { func play() {} }

  private func listen(
    _ store: StoreOf<Int, Inbox.Action>, _ haptics: Haptics, _ disposer: Disposer
  ) {
    #snippet("AnimationsRefreshAndFocus.md", "Play haptics, and show a notice once", 2)
  }
}
