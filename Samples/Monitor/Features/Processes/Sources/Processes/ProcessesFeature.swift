// SPDX-License-Identifier: MIT

import Runnel

/// A list of processes that can be sorted, filtered and walked through.
///
/// It knows nothing of where processes come from, nor of the terminal: an app dispatches
/// ``Action/sampled(_:)``, and is handed lines of text to draw.
public enum ProcessesFeature {
  /// What the list has to know.
  public struct State: Equatable, Sendable {
    /// The processes of the last sample, in no particular order.
    public var processes: [Process] = []
    /// By what the rows are sorted.
    public var order = Order()
    /// The filter that has been typed last.
    public var filter = Filter()
    /// The filters before, which can be gone back to.
    public var filters = History<Filter>()
    /// The filter that is being typed, if one is. It counts at once.
    public var draft: String?
    /// The row that is selected, wherever it moves to.
    public var selection: Process.ID?

    /// A list without processes, sorted by the processor's time.
    public init() {}

    /// What rows must contain.
    public var pattern: String { draft ?? filter.text }

    /// The processes that match the pattern, in order.
    public var rows: [Process] { order.rows(of: processes, matching: pattern) }
  }

  /// A text that rows must contain. It has a type of its own, so that there can be other things in an app
  /// to undo: `UndoAction<ProcessesFeature.Filter>` is about this one.
  public struct Filter: Equatable, Sendable {
    /// The text, in any case. All rows contain the empty one.
    public var text = ""

    /// A filter that lets everything through.
    public init() {}
  }

  /// What can happen to the list.
  public enum Action: Runnel.Action, Equatable {
    /// The system has been sampled. These are all of its processes.
    case sampled([Process])
    /// The selection goes down by so many rows, or up if negative.
    case selectionMoved(by: Int)
    /// Nothing is selected any more.
    case selectionCleared
    /// The next column is to sort by.
    case columnCycled
    /// The order is to be the other way round.
    case orderReversed
    /// What is typed from now on is the filter.
    case filterBegan
    /// The filter has been added to.
    case filterTyped(String)
    /// The last character of the filter has been deleted.
    case filterDeleted
    /// The filter is complete.
    case filterEnded
    /// There is to be no filter.
    case filterCleared
  }

  /// What actions mean for the list.
  ///
  /// A filter is one step to undo, however many keys it took, since it is one value that is set once.
  /// Whatever hides the selected row, be it a sample or the filter, the selection goes to the row that
  /// takes its place.
  public static let reducer = Reducer<State>.on(Action.self, reduce)
    .undoable(\.filter, history: \.filters, limit: 20)
    .onChange(of: \.processes) { old, _, state in
      state.reselect(after: state.order.rows(of: old, matching: state.pattern))
    }
    .onChange(of: \.pattern) { old, _, state in
      state.reselect(after: state.order.rows(of: state.processes, matching: old))
    }

  /// Shows the list, for as long as somebody holds what this returns.
  @MainActor public static func start(
    on store: Store<State>,
    show: @escaping ([Line]) -> Void
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
    case .filterTyped(let text): state.draft = state.pattern + text
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

  /// Sees to it that the selected process is among the rows.
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
