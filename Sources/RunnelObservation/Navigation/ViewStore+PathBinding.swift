// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// The bindings without SwiftUI, so that tests on every system cover them.
extension ViewStoreOf {
  func pathBinding<Screen: Sendable>(
    _ keyPath: KeyPath<State, ScreenStack<Screen>>,
    from site: CallSite = CallSite(),
    send: @escaping (StackAction<Screen>) -> ActionType
  ) -> FieldBinding<[ScreenID]> {
    fields.pathBinding(to: KeyPathLocation(keyPath.appending(path: \.ids)), from: site) {
      EffectOf.erase(send(.dismiss($0)))
    }
  }
}

extension ViewStoreFields {
  /// Returns a binding to the IDs of a stack, which sends an action for a screen that is left.
  func pathBinding<Location: FieldLocation<State, [ScreenID]>>(
    to location: Location,
    from site: CallSite,
    dismiss: @escaping (ScreenID) -> any Action
  ) -> FieldBinding<[ScreenID]> {
    let shown = ShownPath(peek(location))
    return FieldBinding(
      get: {
        shown.ids = self.read(location)
        return shown.ids
      },
      set: { written in
        var action: (any Action)?
        switch PathWrite(of: written, whileShowing: shown.ids) {
        case .nothing: break
        case .dismiss(let id): action = dismiss(id)
        case .refused: Misuse.writtenPath(written, shown: shown.ids, at: site).warn()
        }
        self.write(written, at: location, with: action, from: site)
      }
    )
  }
}

/// The path that a view has read last.
@MainActor
private final class ShownPath {
  var ids: [ScreenID]

  init(_ ids: [ScreenID]) {
    self.ids = ids
  }
}

/// What a view means when it writes a navigation path.
enum PathWrite: Equatable {
  /// The path is the one that is shown.
  case nothing
  /// The user has gone back from this screen, and from all above it.
  case dismiss(ScreenID)
  /// The path has screens that aren't shown, or in another order.
  case refused

  /// Compares a written path with the one that the view shows.
  ///
  /// A removed screen is named by its ID. So a write that arrives after the state has changed
  /// removes no other screen.
  init(of written: [ScreenID], whileShowing shown: [ScreenID]) {
    guard shown.starts(with: written) else {
      self = .refused
      return
    }
    self = written.count < shown.count ? .dismiss(shown[written.count]) : .nothing
  }
}
