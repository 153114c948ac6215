// SPDX-License-Identifier: MIT

/// A side effect as plain data.
///
/// A reducer returns an effect that performs a command; a ``CommandHandler`` outside the reducer
/// handles it. The feature can therefore be tested without the network, shown in a preview with
/// other handlers, and needs no dependencies of its own.
///
/// ```swift
/// enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
///
/// return .perform(LoginCommand.login(user: user, password: password))
/// ```
///
/// The results of a command come back as actions, as with any ``Effect``. All modifiers apply to
/// ``EffectOf/perform(_:file:line:)``.
public protocol Command: Sendable {}
