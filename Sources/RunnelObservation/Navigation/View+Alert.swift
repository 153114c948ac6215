// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  public import RunnelNavigation
  public import SwiftUI

  extension View {
    /// Shows the alert or the confirmation dialog at a key path of a view store.
    ///
    /// ```swift
    /// .alert(model, \.alert, dismiss: .alertDismissed)
    /// ```
    ///
    /// When the user taps a button, the view store sends the action of `dismiss`, with which the
    /// reducer sets the alert to `nil`, and then that of the button. An alert that ends in any
    /// other way sends the action of `dismiss` alone.
    @MainActor
    public func alert<State, ActionType>(
      _ model: ViewStoreOf<State, ActionType>, _ keyPath: KeyPath<State, AlertState<ActionType>?>,
      file: StaticString = #fileID, line: UInt = #line,
      dismiss: @escaping @autoclosure () -> ActionType
    ) -> some View {
      alert(model, keyPath, file: file, line: line, dismiss: dismiss(), send: { $0 })
    }

    /// Shows the alert or the confirmation dialog at a key path, with actions of another type.
    ///
    /// ```swift
    /// .alert(model, \.alert, dismiss: AppAction.alertDismissed, send: AppAction.alert)
    /// ```
    ///
    /// The actions of the buttons are sent as `send` returns them.
    @MainActor
    public func alert<State, ActionType, ButtonAction>(
      _ model: ViewStoreOf<State, ActionType>, _ keyPath: KeyPath<State, AlertState<ButtonAction>?>,
      file: StaticString = #fileID, line: UInt = #line,
      dismiss: @escaping @autoclosure () -> ActionType, send: @escaping (ButtonAction) -> ActionType
    ) -> some View {
      let site = CallSite(file: file, line: line)
      let alert = model.alertPresentation(
        keyPath, style: .alert, from: site, dismiss: dismiss, send: send)
      let dialog = model.alertPresentation(
        keyPath, style: .confirmationDialog, from: site, dismiss: dismiss, send: send)
      return self.alert(
        alert.title, isPresented: Binding(alert.isPresented), presenting: alert.alert
      ) {
        AlertButtons(buttons: $0.buttons, tap: alert.tap)
      } message: {
        if let message = $0.message { Text(message) }
      }
      .confirmationDialog(
        dialog.title, isPresented: Binding(dialog.isPresented), titleVisibility: .visible,
        presenting: dialog.alert
      ) {
        AlertButtons(buttons: $0.buttons, tap: dialog.tap)
      } message: {
        if let message = $0.message { Text(message) }
      }
    }
  }

  private struct AlertButtons<ButtonAction: Sendable>: View {
    let buttons: [AlertState<ButtonAction>.Button]
    let tap: @MainActor (AlertState<ButtonAction>.Button) -> Void

    var body: some View {
      ForEach(buttons.indices, id: \.self) { index in
        Button(buttons[index].title, role: role(of: buttons[index])) { tap(buttons[index]) }
      }
    }

    private func role(of button: AlertState<ButtonAction>.Button) -> ButtonRole? {
      switch button.role {
      case .cancel: .cancel
      case .destructive: .destructive
      case nil: nil
      }
    }
  }
#endif
