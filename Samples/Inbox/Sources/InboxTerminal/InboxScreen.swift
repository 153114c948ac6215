// SPDX-License-Identifier: MIT

package import InboxApp
package import TerminalUI

/// The screen of the inbox: maps the state to lines, and keys to actions.
final class InboxScreen: ViewComponent {
  let disposer = Disposer()
  var props = ScreenProps() { didSet { if props != oldValue { propsChanged() } } }

  var changed: () -> Void = {}

  private let store: Store<AppState>
  private let now: @Sendable () -> Int64
  private(set) var view = ViewState()

  /// Creates a screen of a store, with a hint that is always shown below the header.
  init(store: Store<AppState>, hint: String = "", now: @escaping @Sendable () -> Int64) {
    self.store = store
    self.now = now
    view.hint = hint
    if store.state.accounts.accounts.isEmpty { store.dispatch(AccountsFeature.Action.addTapped) }
    connect()
  }

  func resize(columns: Int, rows: Int) {
    guard columns != view.columns || rows != view.rows else { return }
    view.columns = max(1, columns)
    view.rows = rows
    connect()
  }

  /// The lines, exactly as many as there are rows.
  var lines: [StyledLine] { Frame(props: props, view: view).lines }

  /// Performs a key, and returns when its actions have been reduced.
  ///
  /// So the next key is interpreted with the state after this one.
  func press(_ key: Key) async {
    for meaning in meanings(of: key, in: KeyMode(props.content)) { await perform(meaning) }
    await store.settled()
  }

  /// Maps the state again, because the view has changed, with a connection in place of the last.
  private func connect() {
    let now = now
    connect(to: store) { [weak self] state, _ in
      ScreenProps(state, view: self?.view ?? ViewState(), now: now())
    }
  }

  private func propsChanged() {
    if case .list(let list) = props.content {
      view.list.first = list.first
      if list.needsPage { store.dispatch(ThreadListFeature.Action.reachedEnd) }
    }
    if case .thread(let thread) = props.content, thread.excess > 0 {
      send(ThreadDetailFeature.Action.scrolled(by: -thread.excess), to: thread.screen)
    }
    changed()
  }

  private func perform(_ meaning: KeyMeaning) async {
    switch meaning {
    case .app(let action): store.dispatch(action)
    case .accounts(let action): store.dispatch(action)
    case .settings(let action): store.dispatch(action)
    case .session(let action):
      // The next key belongs to the screen that the effect of this action opens.
      if case .composeTapped = action { return await store.dispatchAndWait(action) }
      store.dispatch(action)
    case .list(let action): store.dispatch(action)
    case .sync(let action): store.dispatch(action)
    case .thread(let screen, .replyTapped):
      await store.ifPresent(\.session)?.scope(\.path, id: screen)?
        .dispatchAndWait(ThreadDetailFeature.Action.replyTapped)
    case .thread(let screen, let action): send(action, to: screen)
    case .composer(let screen, let action): send(action, to: screen)
    case .searching(let isSearching):
      view.list.isSearching = isSearching
      connect()
    case .field(let field):
      view.field = field
      connect()
    }
  }

  private func send(_ action: some Action, to screen: ScreenID) {
    store.ifPresent(\.session)?.dispatch(action, to: \.path, id: screen)
  }
}

/// What the screen shows beside the state of the app: its size, its window, and the current field.
struct ViewState: Equatable, Sendable {
  var columns = 80
  var rows = 24
  /// A line below the header that is always shown, or an empty text.
  var hint = ""
  var list = ListWindow()
  var field = LoginField.server

  /// The number of lines between the title and the note.
  var contentHeight: Int { max(0, rows - headHeight - Self.footHeight) }
  /// The header, the hint, the title, and a blank line.
  var headHeight: Int { hint.isEmpty ? 3 : 4 }
  /// A blank line, the note, and the help.
  static let footHeight = 3
}

extension InboxApp {
  /// Shows the app in a terminal until the user quits, with a hint below the header.
  @MainActor
  package func run(
    in terminal: Terminal, hint: String, now: @escaping @Sendable () -> Int64
  ) async {
    let (store, screen) = (store, InboxScreen(store: store, hint: hint, now: now))
    let (keys, key) = AsyncStream.makeStream(of: Key.self)
    let session = TerminalSession(
      terminal,
      lines: { columns, rows in
        screen.resize(columns: columns, rows: rows)
        return screen.lines
      },
      pressed: { key.yield($0) },
      ended: { store.dispatch(AppAction.quit) })
    screen.changed = { session.setNeedsDisplay() }
    // A key waits until the previous one is reduced, even if keys arrive in a burst.
    let typing = Task { for await key in keys { await screen.press(key) } }
    await store.wait(until: \.isOver)
    typing.cancel()
    screen.changed = {}
    session.end()
  }
}
