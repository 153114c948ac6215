// SPDX-License-Identifier: MIT

/// Where the elements of an array lie. Asking does not copy an array that is held by nobody else, and
/// does copy one that is, as each change would.
func address<Element>(of array: inout [Element]) -> Int {
  array.withUnsafeMutableBufferPointer { Int(bitPattern: $0.baseAddress) }
}
