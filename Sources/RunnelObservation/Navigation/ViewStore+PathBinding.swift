// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// The bindings without SwiftUI, so that tests on every system cover them.
extension ViewStoreOf {
  /// Returns a binding to the IDs of a stack, which sends an action for a screen that is left.
  func pathBinding<Screen: Sendable>(
    _ keyPath: KeyPath<State, ScreenStack<Screen>>, from site: CallSite = CallSite(),
    send: @escaping (StackAction<Screen>) -> ActionType
  ) -> FieldBinding<[ScreenID]> {
    let location = KeyPathLocation(keyPath.appending(path: \.ids))
    let shown = Shown(fields.peek(location))
    return FieldBinding(
      get: { [fields] in
        shown.value = fields.read(location)
        return shown.value
      },
      set: { [fields] written in
        var action: (any Action)?
        switch PathWrite(of: written, whileShowing: shown.value) {
        case .nothing: break
        case .dismiss(let id): action = EffectOf.erase(send(.dismiss(id)))
        case .refused: Misuse.writtenPath(written, shown: shown.value, at: site).warn()
        }
        fields.write(written, at: location, with: action, from: site)
      })
  }
}

/// What a view means when it writes a navigation path.
enum PathWrite: Equatable {
  case nothing
  /// The user has gone back from this screen, and from all above it.
  case dismiss(ScreenID)
  /// The path has screens that aren't shown, or in another order.
  case refused

  /// Compares a written path with the one that the view shows.
  ///
  /// A removed screen is named by its ID: a write that arrives late removes no other screen.
  init(of written: [ScreenID], whileShowing shown: [ScreenID]) {
    guard shown.starts(with: written) else {
      self = .refused
      return
    }
    self = written.count < shown.count ? .dismiss(shown[written.count]) : .nothing
  }
}

extension Misuse {
  fileprivate static func writtenPath(
    _ written: [ScreenID], shown: [ScreenID], at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site, headline: "A navigation path with other screens was written; it was ignored.",
      why: "the binding shows the screens \(shown) and \(written) was written. A view can only "
        + "remove screens from the top, because a screen needs a state.",
      fix: "push the screen with an action, such as `StackAction.push`, and not with a "
        + "`NavigationLink(value:)`.")
  }
}
