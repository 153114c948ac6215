// SPDX-License-Identifier: MIT

public import Runnel

extension Runnel.Reducer {
  /// Creates a reducer of every action from a function that returns an object or `nil`.
  @preconcurrency
  public init(
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, any Action) -> SideEffect
  ) {
    self = .on { state, action in
      reduce(&state, action).map { .execute($0, file: file, line: line) } ?? .none
    }
  }

  /// Creates a reducer of every action from a function.
  @preconcurrency
  public init(_ reduce: @escaping @Sendable (inout State, any Action) -> Void) {
    self = .updating(reduce)
  }
}

/// A function that updates a state in response to an action, as in UDF.
///
/// It hides the type in files that import only `RunnelUDF`: to compose reducers, write
/// `Runnel.Reducer`.
public typealias Reducer<State> = (inout State, any Action) -> Void

/// A function that updates a state in response to an action, and returns a side effect or `nil`.
public typealias SideEffectReducer<State> = (inout State, any Action) -> SideEffect
