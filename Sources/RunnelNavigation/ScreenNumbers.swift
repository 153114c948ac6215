// SPDX-License-Identifier: MIT

package import Runnel

/// The numbers of screens while an action is reduced.
///
/// A stack that replaces another one would count from one again, and a view that follows the IDs
/// wouldn't notice. The numbers of new screens therefore continue those that the state's stacks had
/// before the action. Unlike a counter in the store or in the process, that depends on the state
/// alone: a test and a replay from any recorded state give the same IDs.
///
/// It covers stacks outside of collections. Effects and scopes don't need it: see `ElementMark`.
struct ScreenNumbers {
  private static let threadLocal = ThreadLocalPointer<ScreenNumbers>()

  /// The lowest number that a screen on a stack has.
  var first = Int.max
  /// The highest number that a stack has assigned, or zero.
  var last = 0

  /// The highest number that a stack of the value being reduced had before the action, or zero.
  static var last: Int { threadLocal.value?.pointee.last ?? 0 }

  /// The largest integer that every JSON decoder reads exactly.
  static var maximum: Int { Int(clamping: Int64(1) << 53) }

  /// Returns the number of an ID that is being decoded.
  ///
  /// Numbers below those in use before the action are kept, and the others move above these, in the
  /// same order: numbers grow by as much as there are screens, even if an app restores what it has
  /// just saved again and again.
  static func decoded(_ number: Int) -> Int {
    guard let used = threadLocal.value?.pointee, used.first <= number, number <= maximum
    else { return number }
    let (moved, overflow) = number.addingReportingOverflow(used.last - used.first + 1)
    return overflow ? .max : moved
  }

  mutating func formUnion(_ other: ScreenNumbers) {
    first = min(first, other.first)
    last = max(last, other.last)
  }

  /// Calls `body` while new screens get numbers above those of the stacks in a value, whose numbers
  /// are no lower afterward.
  static func continuing(_ stacks: [Place], in value: UnsafeMutableRawPointer, _ body: () -> Void) {
    withUnsafeTemporaryAllocation(of: ScreenNumbers.self, capacity: stacks.count + 1) { all in
      let outer = threadLocal.value
      var used = outer?.pointee ?? ScreenNumbers()
      for (index, stack) in stacks.enumerated() {
        let numbers = stack.numbers(in: value)
        all.initializeElement(at: index, to: numbers)
        used.formUnion(numbers)
      }
      all.initializeElement(at: stacks.count, to: used)
      threadLocal.value = all.baseAddress.map { $0 + stacks.count }
      body()
      threadLocal.value = outer
      // An undo restores an older stack, and a reset a new one.
      for (index, stack) in stacks.enumerated()
      where stack.numbers(in: value).last < all[index].last {
        stack.raise(to: all[index].last, in: value)
      }
    }
  }
}

/// A screen of a stack, whose numbers can be read and raised.
protocol NumberedScreen: AddressedElement {
  static func numbers(in entries: UnsafeRawPointer) -> ScreenNumbers
  static func raise(to number: Int, in entries: UnsafeMutableRawPointer)
}

extension Place {
  private var screen: (any NumberedScreen.Type)? { element as? any NumberedScreen.Type }

  fileprivate func numbers(in value: UnsafeRawPointer) -> ScreenNumbers {
    var numbers = ScreenNumbers()
    read(value) { if let screen { numbers = screen.numbers(in: $0) } }
    return numbers
  }

  fileprivate func raise(to number: Int, in value: UnsafeMutableRawPointer) {
    modify(value) { screen?.raise(to: number, in: $0) }
  }
}

extension ScreenStack.Entry: NumberedScreen {
  /// The bytes from the entries of a stack to the number of its last ID.
  private static var lastNumberOffset: Int {
    typealias Stack = ScreenStack<Screen>
    return (MemoryLayout<Stack>.offset(of: \.lastNumber) ?? 0)
      - (MemoryLayout<Stack>.offset(of: \.entries) ?? 0)
  }

  static func numbers(in entries: UnsafeRawPointer) -> ScreenNumbers {
    let first = entries.assumingMemoryBound(to: Entities<Self>.self).pointee.ids.first?.number
    let last = (entries + lastNumberOffset).assumingMemoryBound(to: Int.self).pointee
    return ScreenNumbers(first: first ?? .max, last: last)
  }

  static func raise(to number: Int, in entries: UnsafeMutableRawPointer) {
    (entries + lastNumberOffset).assumingMemoryBound(to: Int.self).pointee = number
  }
}

extension ScreenStack.Entry: AddressedElement {
  package static func reducing(
    _ places: [Place], in value: UnsafeMutableRawPointer, _ body: () -> Void
  ) {
    ScreenNumbers.continuing(places, in: value, body)
  }
}
