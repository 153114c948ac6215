// SPDX-License-Identifier: MIT

/// Puts reducers one after the other, in the order in which they are written.
///
/// Used where a ``Reducer`` is made of several; there is no need to name it.
@resultBuilder
public enum ReducerBuilder<State> {
  /// One reducer.
  public static func buildExpression(_ reducer: Reducer<State>) -> Reducer<State> { reducer }

  /// One reducer, or none.
  public static func buildExpression(_ reducer: Reducer<State>?) -> Reducer<State> {
    reducer ?? Reducer(entries: [])
  }

  /// Several reducers, in order.
  public static func buildBlock(_ reducers: Reducer<State>...) -> Reducer<State> {
    buildArray(reducers)
  }

  /// The reducers of a loop.
  public static func buildArray(_ reducers: [Reducer<State>]) -> Reducer<State> {
    Reducer(entries: reducers.flatMap(\.entries))
  }

  /// The reducers under an `if`.
  public static func buildOptional(_ reducer: Reducer<State>?) -> Reducer<State> {
    reducer ?? Reducer(entries: [])
  }

  /// The reducers under an `if` that has an `else`.
  public static func buildEither(first reducer: Reducer<State>) -> Reducer<State> { reducer }

  /// The reducers under an `else`.
  public static func buildEither(second reducer: Reducer<State>) -> Reducer<State> { reducer }

  /// The reducers under an `if #available`.
  public static func buildLimitedAvailability(_ reducer: Reducer<State>) -> Reducer<State> {
    reducer
  }
}
