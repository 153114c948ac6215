// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  /// Dispatches an action of any type in an extension of `Store`.
  ///
  /// `extension Store { … }` extends stores of every action type, also typed ones. Code written for
  /// UDF dispatches in such extensions. A typed store ignores an action of another type with a
  /// runtime warning. In new code, extend `Store<AppState>`.
  @_disfavoredOverload
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    untyped.dispatch(action, file: file, line: line)
  }
}
