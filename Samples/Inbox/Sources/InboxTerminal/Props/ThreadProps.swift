// SPDX-License-Identifier: MIT

import Runnel
import ThreadDetail

/// The visible part of a thread.
struct ThreadProps: Equatable, Sendable {
  var screen: ScreenID
  var subject: String
  /// The visible lines.
  var lines: [ThreadDetailFeature.Line]
  /// The number of lines below the visible ones.
  var below: Int
  /// The number of lines that the user has scrolled past the first one.
  var excess: Int
  /// The number of visible lines.
  var height: Int
  /// The client ID of the last reply that the server refused.
  var failed: String?
  /// The reason for missing messages, or an empty text.
  var note: String
}

extension ThreadProps {
  /// The number of columns before the text of a message.
  static let indent = 2

  /// Maps the visible messages.
  ///
  /// Only messages in the window and below are wrapped.
  init(
    _ state: ThreadDetailFeature.State, screen: ScreenID, height: Int, columns: Int, now: Int64
  ) {
    let window = state.window(
      height: height, width: max(1, columns - Self.indent), now: now, columns: columnCount)
    let isStale = state.isShowingStale
    self.init(
      screen: screen, subject: state.subject.isEmpty ? "(no subject)" : state.subject,
      lines: window.lines, below: window.below, excess: state.scroll - window.below,
      height: height, failed: state.messages.last { $0.hasFailed }?.clientID,
      note: state.problem ?? (state.isLoading ? "Loading" : isStale ? "From the last visit" : ""))
  }
}

extension ThreadDetailFeature.Message {
  fileprivate var hasFailed: Bool { if case .failed = status { true } else { false } }
}
