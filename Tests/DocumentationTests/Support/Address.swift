// SPDX-License-Identifier: MIT

/// Returns the address of the elements of an array.
///
/// The call copies an array that has a second reference, as each mutation would.
func address<Element>(of array: inout [Element]) -> Int {
  array.withUnsafeMutableBufferPointer { Int(bitPattern: $0.baseAddress) }
}
