// SPDX-License-Identifier: MIT

public import Runnel

/// A listener that chooses its queue, and implements `update(props:)`.
///
/// One written for UDF 2.1 has a property `props` instead, which is set for each action. Without
/// either, it ends the program at the first action. In new code, conform to `ViewActionListener` or
/// `ServiceActionListener`.
public protocol ActionListener: ServiceActionListener {
  /// The value that the listener receives for each action.
  // Declared again, so that the compiler infers it from `props` or from `update(props:)`.
  associatedtype Props

  /// The props of the last action, in a listener written for UDF 2.1.
  var props: Props { get set }

  /// Receives the props of one action.
  func update(props: Props)
}

extension ActionListener {
  /// Sets ``props``.
  public func update(props: Props) {
    self.props = props
  }

  /// Not available: the listener implements `update(props:)`.
  public var props: Props {
    get { Misuse.listenerWithoutProps(Self.self).trap() }
    set { Misuse.listenerWithoutProps(Self.self).trap() }
  }

  /// Connects the listener to a slice of a state through a closure, as in UDF 2.1.
  @preconcurrency
  public func connect<State: Sendable, Local>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateAndActionsToProps: sending @escaping (Local, any Action, any ActionDispatcher) -> Props,
    transform: sending @escaping (State) -> Local
  ) {
    let dispatcher = store.untyped
    connect(to: store, file: file, line: line) { state, action in
      stateAndActionsToProps(transform(state), action, dispatcher)
    }
  }
}

extension Misuse {
  fileprivate static func listenerWithoutProps(_ listener: Any.Type) -> Misuse {
    Misuse(
      site: CallSite(file: "?", line: 0),
      headline: "Action listener \(listener) has no place for its props.",
      why: "it implements neither `update(props:)` nor a property `props`.",
      fix: "implement `update(props:)`.")
  }
}
