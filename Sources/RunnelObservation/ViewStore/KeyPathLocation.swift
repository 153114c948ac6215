// SPDX-License-Identifier: MIT

/// The location of the value at a key path.
struct KeyPathLocation<State, Value>: FieldLocation {
  private let keyPath: KeyPath<State, Value>

  init(_ keyPath: KeyPath<State, Value>) {
    self.keyPath = keyPath
  }

  func value(in state: State, hint: inout Int) -> Value { state[keyPath: keyPath] }
}
