// SPDX-License-Identifier: MIT

/// An event that has happened, such as a tap, a reply or a tick.
///
/// An action is a plain value; the reducer decides how it changes the state. Define one enum per
/// feature:
///
/// ```swift
/// enum CounterAction: Action { case incremented, decremented }
/// ```
///
/// Actions are `Sendable` because they cross threads to the reducer. Keep closures and objects out
/// of them: an action that is plain data can be logged, compared and replayed.
public protocol Action: Sendable {}
