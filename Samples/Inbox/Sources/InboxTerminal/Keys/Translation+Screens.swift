// SPDX-License-Identifier: MIT

import Composer
import InboxApp
import Runnel
import TerminalUI
import ThreadDetail

/// A meaning of a key in a thread.
enum ThreadKey: Equatable {
  case thread(ThreadDetailFeature.Action)
  case back
  /// A key without a meaning at the moment.
  case nothing

  func meanings(on screen: ScreenID) -> [KeyMeaning] {
    switch self {
    case .thread(let action): [.thread(screen, action)]
    case .back: [.session(.backTapped)]
    case .nothing: []
    }
  }
}

/// Returns the meaning of a key in a thread, or `nil` for a key that means the same elsewhere.
func threadMeanings(of key: Key, page: Int, failed: String?) -> ThreadKey? {
  switch key {
  case .up, .character("k"): .thread(.scrolled(by: 1))
  case .down, .character("j"): .thread(.scrolled(by: -1))
  case .pageUp: .thread(.scrolled(by: page))
  case .pageDown, .character(" "): .thread(.scrolled(by: -page))
  case .home, .character("g"): .thread(.scrolled(by: .max))
  case .end, .character("G"): .thread(.scrolled(by: -.max))
  case .character("r"): .thread(.replyTapped)
  case .character("l"): .thread(.retryTapped)
  case .character("R"): failed.map { .thread(.resendTapped(clientID: $0)) } ?? .nothing
  case .character("D"): failed.map { .thread(.discardTapped(clientID: $0)) } ?? .nothing
  case .escape, .character("q"), .left: .back
  default: nil
  }
}

/// Returns the meaning of a key in the composer.
///
/// - Parameters:
///   - key: The key.
///   - field: The field with the cursor.
///   - above: The position of the cursor a line further up, if there is one.
///   - below: The position of the cursor a line further down, if there is one.
/// - Returns: The action, or `nil` for a key without a meaning.
func composerAction(
  of key: Key, _ field: ComposerFeature.Field, above: Int?, below: Int?
) -> ComposerFeature.Action? {
  switch key {
  case .character(let character): .typed(String(character))
  case .enter: field == .subject ? .focusChanged(.text) : .typed("\n")
  case .backspace: .deleted
  case .tab: .focusChanged(field == .subject ? .text : .subject)
  case .left: .moved(.left)
  case .right: .moved(.right)
  case .home: .moved(.home)
  case .end: .moved(.end)
  case .up: field == .subject ? nil : above.map { .moved(.position($0)) } ?? .focusChanged(.subject)
  case .down: field == .subject ? .focusChanged(.text) : below.map { .moved(.position($0)) }
  case .control("s"): .sendTapped
  case .control("u"): .undone
  case .control("r"): .redone
  case .escape: .discardTapped
  default: nil
  }
}
