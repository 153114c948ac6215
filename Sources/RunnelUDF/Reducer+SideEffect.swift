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
