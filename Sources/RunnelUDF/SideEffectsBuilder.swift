// SPDX-License-Identifier: MIT

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
