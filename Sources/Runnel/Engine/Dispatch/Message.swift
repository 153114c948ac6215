// SPDX-License-Identifier: MIT

/// A dispatched action in the mailbox, with its origin.
///
/// A message fits into one cache line. It is copied only explicitly, since copying an
/// existential retains its contents.
struct Message: ~Copyable {
  let action: any Action
  let site: CallSite
  private let markedDepth: UInt32
  /// The number of the action that was being processed at the time of the dispatch, or zero.
  let parent: UInt64

  private static var routedMark: UInt32 { 1 << 31 }

  /// Creates a message, whose action is a `RoutedAction` if it is routed.
  @inline(__always)
  init(action: any Action, site: CallSite, depth: UInt32, parent: UInt64, isRouted: Bool = false) {
    self.action = action
    self.site = site
    markedDepth = isRouted ? depth | Message.routedMark : depth
    self.parent = parent
  }

  /// The number of actions, each dispatched while the previous one was processed, before this one.
  var depth: UInt32 { markedDepth & ~Message.routedMark }
  var isRouted: Bool { markedDepth >= Message.routedMark }
  /// The action, with the effect that sent it and the middleware that it has passed.
  var routed: RoutedAction { action.asRouted ?? RoutedAction(action, to: nil) }

  func copy() -> Message {
    Message(action: action, site: site, depth: depth, parent: parent, isRouted: isRouted)
  }
}
