// SPDX-License-Identifier: MIT

/// A result builder for lists of effects, in the order in which they are written.
///
/// ``Effect/merge(file:line:_:)`` and ``Effect/concat(file:line:_:)`` apply it to their closures;
/// there is no need to name it.
@resultBuilder
public enum EffectBuilder {
  /// Collects one effect.
  public static func buildExpression(_ effect: Effect) -> [Effect] { [effect] }

  /// Collects one effect, or none.
  @_disfavoredOverload
  public static func buildExpression(_ effect: Effect?) -> [Effect] { effect.map { [$0] } ?? [] }

  /// Collects several effects, in order.
  public static func buildBlock(_ effects: [Effect]...) -> [Effect] { effects.flatMap(\.self) }

  /// Collects the effects of a loop.
  public static func buildArray(_ effects: [[Effect]]) -> [Effect] { effects.flatMap(\.self) }

  /// Collects the effects of an `if`.
  public static func buildOptional(_ effects: [Effect]?) -> [Effect] { effects ?? [] }

  /// Collects the effects of an `if` with an `else`.
  public static func buildEither(first effects: [Effect]) -> [Effect] { effects }

  /// Collects the effects of an `else`.
  public static func buildEither(second effects: [Effect]) -> [Effect] { effects }

  /// Collects the effects of an `if #available`.
  public static func buildLimitedAvailability(_ effects: [Effect]) -> [Effect] { effects }
}
