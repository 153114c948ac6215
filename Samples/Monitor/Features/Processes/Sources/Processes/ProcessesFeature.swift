// SPDX-License-Identifier: MIT

import Runnel

/// A list of processes that can be sorted, filtered and navigated.
///
/// It depends neither on the source of the processes nor on the terminal. An app dispatches
/// ``Action/sampled(_:)`` and receives lines of text to draw.
public enum ProcessesFeature {
  /// The state of the list.
  public struct State: Codable, Equatable, Sendable {
    /// The processes of the last sample, in no particular order.
    public var processes: [Process] = []
    /// The sort order of the rows.
    public var order = Order()
    /// The filter that was entered last.
    public var filter = Filter()
    /// The previous filters, which can be restored.
    public var filters = History<Filter>()
    /// The filter that is being typed, if any, which applies at once.
    public var draft: String?
    /// The process that is selected, which the selection follows when rows move.
    public var selection: Process.ID?

    /// Creates a list without processes, sorted by processor time.
    public init() {}

    /// The text that rows must contain.
    public var pattern: String { draft ?? filter.text }

    /// The processes that match the pattern, in order.
    public var rows: [Process] { order.rows(of: processes, matching: pattern) }
  }

  /// A text that rows must contain.
  ///
  /// It is a type of its own, so that an app can undo other values, too:
  /// `UndoAction<ProcessesFeature.Filter>` undoes only filters.
  public struct Filter: Codable, Equatable, Sendable {
    /// The largest number of characters, above which more are ignored.
    ///
    /// Without a limit, a large paste would keep the list busy for minutes.
    public static let capacity = 200

    /// The text, compared case-insensitively, which matches all rows if it is empty.
    public var text = ""

    /// Creates a list without processes, sorted by processor time.
    public init() {}
  }

  /// An action of the list.
  public enum Action: Runnel.Action, Codable, Equatable {
    case sampled([Process])
    /// The selection moved down by a number of rows, or up if negative.
    case selectionMoved(by: Int)
    case selectionCleared
    case columnCycled
    case orderReversed
    case filterBegan
    case filterTyped(String)
    case filterDeleted
    case filterEnded
    case filterCleared
  }

  /// The reducer of the list.
  ///
  /// A filter is one undo step, however many keys it took, because completing it sets one value.
  /// If a sample or a filter hides the selected row, the row that takes its place is selected.
  public static let reducer = Reducer<State>.updating(Action.self, reduce)
    .undoable(\.filter, history: \.filters, limit: 20)
    .updatingOnChange(of: \.processes) { old, _, state in
      state.reselect(after: state.order.rows(of: old, matching: state.pattern))
    }
    .updatingOnChange(of: \.pattern) { old, _, state in
      state.reselect(after: state.order.rows(of: state.processes, matching: old))
    }

  /// Shows the list until the returned pane is released.
  @MainActor public static func start(
    on store: Store<State>, show: @escaping ([Line]) -> Void
  ) -> ProcessesPane {
    let pane = ProcessesPane(show: show)
    pane.connect(to: ProcessesPane.Props.derived(from: store))
    return pane
  }

  private static func reduce(state: inout State, action: Action) {
    switch action {
    case .sampled(let processes): state.processes = processes
    case .selectionMoved(let distance): state.moveSelection(by: distance)
    case .selectionCleared: state.selection = nil
    case .columnCycled: state.order = Order(by: state.order.column.next)
    case .orderReversed: state.order.isDescending.toggle()
    case .filterBegan: state.draft = state.pattern
    case .filterTyped(let text):
      state.draft = String((state.pattern + text).prefix(Filter.capacity))
    case .filterDeleted: state.draft = String(state.pattern.dropLast())
    case .filterEnded: state.endFilter(state.pattern)
    case .filterCleared: state.endFilter("")
    }
  }
}

extension ProcessesFeature.State {
  fileprivate mutating func endFilter(_ text: String) {
    filter.text = text
    draft = nil
  }

  fileprivate mutating func moveSelection(by distance: Int) {
    let rows = rows
    guard !rows.isEmpty else { return }
    let place = selection.flatMap { id in rows.firstIndex { $0.id == id } }
    let (sum, overflow) = (place ?? (distance > 0 ? -1 : rows.count))
      .addingReportingOverflow(distance)
    let target = overflow ? (distance > 0 ? .max : .min) : sum
    selection = rows[min(max(target, 0), rows.count - 1)].id
  }

  /// Moves the selection to a visible row if its own row is hidden.
  fileprivate mutating func reselect(after before: [Process]) {
    guard let selection else { return }
    let rows = rows
    guard !rows.contains(where: { $0.id == selection }) else { return }
    guard let place = before.firstIndex(where: { $0.id == selection }), !rows.isEmpty else {
      return self.selection = nil
    }
    self.selection = rows[min(place, rows.count - 1)].id
  }
}
