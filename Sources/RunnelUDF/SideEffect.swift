// SPDX-License-Identifier: MIT

import Dispatch
public import Runnel

extension EffectOf {
  /// Returns an effect that executes a side effect on a thread of its own.
  ///
  /// Its actions reach the store as long as that exists, even after `execute(with:)` has returned,
  /// unless the effect was canceled before.
  public static func execute(
    _ sideEffect: any SideEffectProtocol, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    work(named(sideEffect), at: CallSite(file: file, line: line)) { send in
      var send = send
      send.outlastsEffect = true
      let dispatcher = send
      await onOwnThread { sideEffect.execute(with: dispatcher) }
    }
  }

  /// Returns an effect that executes a side effect once, with a dispatcher that the caller chooses.
  ///
  /// It releases the side effect when `execute(with:)` has returned, not when the effect has ended.
  static func executeOnce(
    _ sideEffect: any SideEffectProtocol, with dispatcher: any ActionDispatcher, at site: CallSite
  ) -> EffectOf {
    let name = named(sideEffect)
    let pending = Locked<(any SideEffectProtocol, any ActionDispatcher)?>((sideEffect, dispatcher))
    return work(name, at: site) { _ in
      await onOwnThread {
        let taken = pending.withLock { $0.take() }
        if let (sideEffect, dispatcher) = taken { sideEffect.execute(with: dispatcher) }
      }
    }
  }

  private static func named(_ sideEffect: any SideEffectProtocol) -> String {
    "execute \(type(of: sideEffect))"
  }
}

/// Calls `body` on a thread that may block: a serial queue has one of its own while it runs.
///
/// Tasks share one thread for each core, and a concurrent queue adds threads late, too.
private func onOwnThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "Runnel.SideEffect").async {
      body()
      continuation.resume()
    }
  }
}

/// A side effect that a store executes, which a reducer returns, or `nil`.
///
/// The store calls `execute(with:)` on a thread of its own, which may block: other side effects,
/// reducers and tasks don't wait for it. In new code, return an `Effect`: it can be canceled,
/// composed and tested.
@preconcurrency
public protocol SideEffectProtocol: Sendable {
  /// Executes the side effect.
  func execute(with dispatcher: any ActionDispatcher)
}

/// The result of a reducer with side effects: an object, or `nil`.
public typealias SideEffect = (any SideEffectProtocol)?

/// A function from the result of a side effect to the action that reports it.
public typealias ResultAction<Success, Failure: Error> = (Result<Success, Failure>) -> any Action

/// A side effect that executes several side effects, one after another: see ``combine(_:)``.
public struct CombineSideEffect: SideEffectProtocol {
  let effects: [any SideEffectProtocol]

  /// Creates a side effect of the parts of several ones, without those that are `nil`.
  public init(effects: [SideEffect]) {
    self.effects = effects.flatMap { effect -> [any SideEffectProtocol] in
      if let combined = effect as? CombineSideEffect { return combined.effects }
      return effect.map { [$0] } ?? []
    }
  }

  /// Executes the side effects in order, on this thread.
  public func execute(with dispatcher: any ActionDispatcher) {
    effects.forEach { $0.execute(with: dispatcher) }
  }
}

/// A builder of the list of side effects in ``combine(_:)``.
@resultBuilder
public enum SideEffectsBuilder {
  /// Returns a side effect that executes `effects` in order.
  public static func buildBlock(_ effects: SideEffect...) -> any SideEffectProtocol {
    CombineSideEffect(effects: effects)
  }
}

/// Returns a side effect that executes several in order, one after another.
///
/// ```swift
/// func appReducer(state: inout AppState, action: any Action) -> SideEffect {
///   combine {
///     cartReducer(state: &state.cart, action: action)
///     userReducer(state: &state.user, action: action)
///   }
/// }
/// ```
public func combine(
  @SideEffectsBuilder _ content: () -> any SideEffectProtocol
) -> any SideEffectProtocol {
  content()
}
