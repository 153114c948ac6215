// SPDX-License-Identifier: MIT

/// Ten stored slices of one type, or a hundred in a `Ten<Ten<Int>>`.
package struct Ten<Value: Sendable>: Sendable {
  package var a, b, c, d, e, f, g, h, i, j: Value

  package init(_ value: Value) {
    (a, b, c, d, e) = (value, value, value, value, value)
    (f, g, h, i, j) = (value, value, value, value, value)
  }

  package static var paths: [any WritableKeyPath<Ten, Value> & Sendable] {
    [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
  }
}
