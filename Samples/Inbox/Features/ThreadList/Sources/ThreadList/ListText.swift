// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadListFeature {
  /// The IDs to show and the text below them, for any user interface.
  ///
  /// It doesn't contain the rows: show each row with a scope of its ID.
  public struct ListText: Equatable, Sendable {
    /// The IDs of the rows to show, in order.
    public var ids: [Row.ID]
    /// The selected row.
    public var selectedID: Row.ID?
    /// The reason for missing rows, such as "Loading" or an error, or an empty text.
    public var note: String
    /// An offer such as "Archived “Lunch”", or an empty text if there is nothing to take back.
    public var undo: String

    /// Creates the texts of a list.
    public init(_ state: State) {
      ids = state.shown.ids
      selectedID = state.selectedID
      undo = state.archiveUndo.map { "Archived “\($0.row.subject)”" } ?? ""
      let isLoading = state.search.isActive ? state.search.isLoading : state.isLoading
      let empty = state.search.isActive ? "Nothing found for “\(state.search.text)”" : "No threads"
      note =
        state.search.error ?? state.error
        ?? (isLoading ? "Loading" : state.shown.isEmpty ? empty : "")
    }
  }

  /// A connector that maps the list to its texts.
  public struct ListConnector: Connector {
    /// Creates a connector.
    public init() {}

    /// Returns the texts of the list.
    public func stateToProps(state: State, dispatcher: any ActionDispatcher) -> ListText {
      ListText(state)
    }
  }
}
