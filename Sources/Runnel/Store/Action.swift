// SPDX-License-Identifier: MIT

/// An event that has happened, such as a tap, a reply or a tick.
///
/// The reducer decides how it changes the state. Define one enum per feature:
///
/// ```swift
/// enum CounterAction: Action { case incremented, decremented }
/// ```
///
/// Keep closures and objects out of actions: plain data can be logged, compared and replayed.
public protocol Action: Sendable {}
