// SPDX-License-Identifier: MIT

/// A result builder that composes the reducers of a ``Reducer`` in the order in which they stand.
@resultBuilder
public enum ReducerBuilder<State> {
  /// Returns one reducer.
  public static func buildExpression(_ reducer: Reducer<State>) -> Reducer<State> { reducer }

  /// Returns an optional reducer, or an empty one for `nil`.
  public static func buildExpression(_ reducer: Reducer<State>?) -> Reducer<State> {
    reducer ?? Reducer([])
  }

  /// Returns several reducers, in order.
  public static func buildBlock(_ reducers: Reducer<State>...) -> Reducer<State> {
    buildArray(reducers)
  }

  /// Returns the reducers of a loop, in order.
  public static func buildArray(_ reducers: [Reducer<State>]) -> Reducer<State> {
    Reducer(reducers.flatMap(\.compiled))
  }

  /// Returns the reducers of an `if` without an `else`.
  public static func buildOptional(_ reducer: Reducer<State>?) -> Reducer<State> {
    reducer ?? Reducer([])
  }

  /// Returns the reducers of an `if` that has an `else`.
  public static func buildEither(first reducer: Reducer<State>) -> Reducer<State> { reducer }

  /// Returns the reducers of an `else`.
  public static func buildEither(second reducer: Reducer<State>) -> Reducer<State> { reducer }

  /// Returns the reducers of an `if #available`.
  public static func buildLimitedAvailability(_ reducer: Reducer<State>) -> Reducer<State> {
    reducer
  }
}
