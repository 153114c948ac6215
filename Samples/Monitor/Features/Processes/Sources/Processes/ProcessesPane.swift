// SPDX-License-Identifier: MIT

import Runnel

/// Shows the list as lines of text, those that there is room for.
///
/// Its ``show`` is called when props or room have changed, and not otherwise.
public final class ProcessesPane: ViewComponent {
  /// What the list shows.
  public struct Props: Equatable, Sendable {
    /// The rows, in order.
    public var rows: [Process] = []
    /// How many processes there are, hidden ones too.
    public var total = 0
    /// By what the rows are sorted.
    public var order = Order()
    /// What the rows contain.
    public var pattern = ""
    /// Whether this is being typed.
    public var isTyping = false
    /// The row that is selected.
    public var selection: Process.ID?
  }

  /// Owns the connection.
  public let disposer = Disposer()
  /// What is shown; set by the connection.
  public var props = Props() { didSet { draw() } }

  /// How many lines there is room for. All that there are if not set.
  public var height = Int.max {
    didSet { if height != oldValue { draw() } }
  }

  private let show: ([ProcessesFeature.Line]) -> Void
  /// The first row on the screen.
  private var top = 0

  init(show: @escaping ([ProcessesFeature.Line]) -> Void) { self.show = show }

  private func draw() {
    let table = Table(props: props)
    let room = max(0, height - table.head.count)
    top = table.top(room: room, before: top)
    let bottom = top + min(room, props.rows.count - top)
    show(Array((table.head + table.rows(top..<bottom)).prefix(height)))
  }
}

extension ProcessesPane.Props {
  /// What there is to show of a list.
  ///
  /// The rows are derived by themselves: to sort them takes too long to do it for each move of the selection.
  static func derived(from store: Store<ProcessesFeature.State>) -> Store<ProcessesPane.Props> {
    let rows = store.derive(\.processes, \.order, \.pattern) { processes, order, pattern in
      order.rows(of: processes, matching: pattern)
    }
    return store.derive(
      from: rows, store.scope { $0.processes.count }, store.scope(\.order), store.scope(\.pattern),
      store.scope { $0.draft != nil }, store.scope(\.selection)
    ) { rows, total, order, pattern, isTyping, selection in
      ProcessesPane.Props(
        rows: rows, total: total, order: order, pattern: pattern, isTyping: isTyping,
        selection: selection)
    }
  }
}
