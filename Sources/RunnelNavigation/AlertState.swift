// SPDX-License-Identifier: MIT

public import Runnel

/// An alert or a confirmation dialog, as a part of the state.
///
/// ```swift
/// struct State: Equatable, Sendable {
///   var alert: AlertState<Action>?
/// }
/// ```
///
/// ```swift
/// state.alert = AlertState("Delete the thread?", message: "This can't be undone.") {
///   AlertState.Button("Delete", role: .destructive, action: .deleteConfirmed)
///   AlertState.Button("Cancel", role: .cancel)
/// }
/// ```
///
/// It is plain data: a test compares it, a recording contains it, and every interface can show it.
/// To close it, the interface sends an action of the app, and then that of the button.
public struct AlertState<ActionType: Sendable>: Sendable {
  /// The way in which an alert is shown.
  public enum Style: String, Codable, Sendable {
    /// In the middle of the screen.
    case alert
    /// As a list of choices, near what the user has tapped.
    case confirmationDialog
  }

  /// A button of an alert.
  public struct Button: Sendable {
    /// The meaning of a button, which decides its place and its style.
    public enum Role: String, Codable, Sendable {
      /// Leaves everything as it is.
      case cancel
      /// Deletes something, or can't be undone.
      case destructive
    }

    /// The text of the button.
    public var title: String
    /// The meaning of the button, or `nil` for a usual one.
    public var role: Role?
    /// The action that is dispatched when the button is tapped, if there is one.
    public var action: ActionType?

    /// Creates a button, which only closes the alert if it has no action.
    public init(_ title: String, role: Role? = nil, action: ActionType? = nil) {
      self.title = title
      self.role = role
      self.action = action
    }
  }

  /// The title.
  public var title: String
  /// The text below the title, if there is one.
  public var message: String?
  /// The way in which the alert is shown.
  public var style: Style
  /// The buttons, in order: with none, an interface shows one that closes the alert.
  public var buttons: [Button]

  /// Creates an alert, with a list of its buttons that can use `if`, `switch` and `for`.
  public init(
    _ title: String, message: String? = nil, style: Style = .alert,
    @ListBuilder<Button> buttons: () -> [Button] = { [] }
  ) {
    self.title = title
    self.message = message
    self.style = style
    self.buttons = buttons()
  }

  /// Returns the same alert with other actions, for a larger feature that shows it.
  public func map<Mapped>(_ transform: (ActionType) -> Mapped) -> AlertState<Mapped> {
    var mapped = AlertState<Mapped>(
      title, message: message, style: style == .alert ? .alert : .confirmationDialog)
    mapped.buttons = buttons.map { button in
      AlertState<Mapped>.Button(
        button.title, role: button.role.map { $0 == .cancel ? .cancel : .destructive },
        action: button.action.map(transform))
    }
    return mapped
  }
}

extension AlertState: Equatable where ActionType: Equatable {}
extension AlertState: Hashable where ActionType: Hashable {}
extension AlertState: Encodable where ActionType: Encodable {}
extension AlertState: Decodable where ActionType: Decodable {}
extension AlertState.Button: Equatable where ActionType: Equatable {}
extension AlertState.Button: Hashable where ActionType: Hashable {}
extension AlertState.Button: Encodable where ActionType: Encodable {}
extension AlertState.Button: Decodable where ActionType: Decodable {}
