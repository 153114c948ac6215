// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

@MainActor
struct AlertPresentation<ButtonAction: Sendable> {
  let alert: AlertState<ButtonAction>?
  /// Whether an alert of the style is shown, which can be set to `false` only.
  let isPresented: FieldBinding<Bool>
  let tap: @MainActor (AlertState<ButtonAction>.Button) -> Void

  var title: String { alert?.title ?? "" }
}

extension ViewStoreOf {
  func alertPresentation<ButtonAction>(
    _ keyPath: KeyPath<State, AlertState<ButtonAction>?>, style: AlertState<ButtonAction>.Style,
    from site: CallSite = CallSite(), dismiss: @escaping () -> ActionType,
    send: @escaping (ButtonAction) -> ActionType
  ) -> AlertPresentation<ButtonAction> {
    let location = KeyPathLocation(keyPath)
    let alert = fields.read(location).flatMap { $0.style == style ? $0 : nil }
    let number = fields.closedAlerts[location, default: 0]
    // A view can report the end of an alert after the action of its button, which can have shown
    // another alert, or the same one again.
    let close = { @MainActor [fields] in
      guard number == fields.closedAlerts[location, default: 0], let alert,
        let present = fields.peek(location), present.looksLike(alert)
      else { return }
      fields.closedAlerts[location] = number + 1
      fields.write(nil, at: location, with: EffectOf.erase(dismiss()), from: site)
    }
    return AlertPresentation(
      alert: alert,
      isPresented: FieldBinding(get: { alert != nil }, set: { if !$0 { close() } }),
      tap: { [fields] button in
        close()
        guard let action = button.action else { return }
        fields.store.send(EffectOf.erase(send(action)), from: site)
      })
  }
}

extension AlertState {
  fileprivate func looksLike(_ other: AlertState) -> Bool {
    title == other.title && message == other.message && style == other.style
      && buttons.map(\.title) == other.buttons.map(\.title)
      && buttons.map(\.role) == other.buttons.map(\.role)
  }
}
