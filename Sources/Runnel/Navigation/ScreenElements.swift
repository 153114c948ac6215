// SPDX-License-Identifier: MIT

/// The entries of a stack, which are instances: actions that are for a screen reach only that one.
final class ScreenElements<Screen>: EntityCollection, NumberedScreens {
  typealias Element = ScreenStack<Screen>.Entry
  typealias ID = ScreenAddress

  /// A path that distinguishes screens from the same entries as elements of ``Entities``.
  var path: AnyKeyPath? { \Element.id }

  var areScreens: Bool { true }
  /// The bytes from the entries of a stack to the number of its last ID.
  private let lastNumberOffset =
    (MemoryLayout<ScreenStack<Screen>>.offset(of: \.lastNumber) ?? 0)
    - (MemoryLayout<ScreenStack<Screen>>.offset(of: \.entries) ?? 0)

  func numbers(in entries: UnsafeRawPointer) -> ScreenNumbers {
    let first = entries.assumingMemoryBound(to: Whole.self).pointee.ids.first?.number
    let last = (entries + lastNumberOffset).assumingMemoryBound(to: Int.self).pointee
    return ScreenNumbers(first: first ?? .max, last: last)
  }

  func raise(to number: Int, in entries: UnsafeMutableRawPointer) {
    (entries + lastNumberOffset).assumingMemoryBound(to: Int.self).pointee = number
  }

  static func position(of id: ID, in entries: UnsafePointer<Entities<Element>>) -> Int? {
    guard let position = entries.pointee.index(id: id.id) else { return nil }
    return id.leads(to: self.id(at: position, in: entries)) ? position : nil
  }

  static func id(at position: Int, in entries: UnsafePointer<Entities<Element>>) -> ID {
    entries.pointee.elements.withUnsafeBufferPointer { $0[position].address }
  }

  static func id(of entry: UnsafePointer<Element>) -> ID {
    entry.pointee.address
  }
}
