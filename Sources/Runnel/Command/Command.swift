// SPDX-License-Identifier: MIT

/// What is to be done outside of the state, as plain data.
///
/// A reducer says *what* by a command; a ``CommandHandler`` outside of it knows *how*. So a feature can be
/// tested without the network, shown in a preview with other handlers, and needs no dependencies of its own.
///
/// ```swift
/// enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
///
/// return .perform(LoginCommand.login(user: user, password: password))
/// ```
///
/// What comes of a command is told by actions, as with any ``Effect``; all modifiers work around
/// ``Effect/perform(_:file:line:)``.
public protocol Command: Sendable {}
