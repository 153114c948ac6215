// SPDX-License-Identifier: MIT

/// Collects effects in the order in which they are written.
///
/// Used where ``Effect/merge(file:line:_:)`` and ``Effect/concat(file:line:_:)`` are given a closure; there
/// is no need to name it.
@resultBuilder
public enum EffectBuilder {
  /// One effect.
  public static func buildExpression(_ effect: Effect) -> [Effect] { [effect] }

  /// One effect, or none.
  @_disfavoredOverload
  public static func buildExpression(_ effect: Effect?) -> [Effect] { effect.map { [$0] } ?? [] }

  /// Several effects, in order.
  public static func buildBlock(_ effects: [Effect]...) -> [Effect] { effects.flatMap(\.self) }

  /// The effects of a loop.
  public static func buildArray(_ effects: [[Effect]]) -> [Effect] { effects.flatMap(\.self) }

  /// The effects under an `if`.
  public static func buildOptional(_ effects: [Effect]?) -> [Effect] { effects ?? [] }

  /// The effects under an `if` that has an `else`.
  public static func buildEither(first effects: [Effect]) -> [Effect] { effects }

  /// The effects under an `else`.
  public static func buildEither(second effects: [Effect]) -> [Effect] { effects }

  /// The effects under an `if #available`.
  public static func buildLimitedAvailability(_ effects: [Effect]) -> [Effect] { effects }
}
