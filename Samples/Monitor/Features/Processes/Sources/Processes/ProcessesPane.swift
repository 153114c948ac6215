// SPDX-License-Identifier: MIT

import Runnel

/// A view that shows the visible part of the list as lines of text.
///
/// It calls ``show`` only when props or height have changed.
public final class ProcessesPane: ViewComponent {
  /// The content of the list.
  public struct Props: Equatable, Sendable {
    /// The rows, in order.
    public var rows: [Process] = []
    /// The number of processes, including hidden ones.
    public var total = 0
    /// The sort order of the rows.
    public var order = Order()
    /// The text that the rows contain.
    public var pattern = ""
    /// Whether the pattern is being typed.
    public var isTyping = false
    /// The process that is selected.
    public var selection: Process.ID?
  }

  /// Owns the connection.
  public let disposer = Disposer()
  /// The content that is shown, set by the connection.
  public var props = Props() { didSet { draw() } }

  /// The number of lines to show, unlimited by default.
  public var height = Int.max {
    didSet { if height != oldValue { draw() } }
  }

  private let show: ([ProcessesFeature.Line]) -> Void
  /// The index of the first visible row.
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
  /// Returns a store of the props of a list.
  ///
  /// The rows are derived separately: sorting takes too long to repeat for each move of the
  /// selection.
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
