// SPDX-License-Identifier: MIT

/// The numbers of screens while an action is reduced.
///
/// A stack that replaces another one would count from one again, and a view that follows the IDs
/// wouldn't notice. So the numbers of new screens continue those that the state's stacks had before
/// the action. That depends on the state alone: a test and a replay from any recorded state give
/// the same IDs. A counter in the store or in the process wouldn't.
///
/// It covers the stacks that are found without looking through collections. Effects and scopes
/// don't need it: see ``ScreenMark``.
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
  /// The numbers that were in use before the action stay free: lower ones are kept, and the others
  /// move above them, in the same order. So numbers grow by as much as there are screens, even if
  /// an app restores what it has just saved again and again.
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

  /// Calls `body` while new screens get numbers above those of the stacks in a value.
  ///
  /// Afterward, no stack in the value has a lower number than before.
  static func continuing<Result>(
    _ stacks: [ScreenStackPlace], in value: UnsafeMutableRawPointer, _ body: () throws -> Result
  ) rethrows -> Result {
    try withUnsafeTemporaryAllocation(of: ScreenNumbers.self, capacity: stacks.count + 1) { all in
      let outer = threadLocal.value
      var used = outer?.pointee ?? ScreenNumbers()
      for (index, stack) in stacks.enumerated() {
        let numbers = stack.numbers(in: value)
        all.initializeElement(at: index, to: numbers)
        used.formUnion(numbers)
      }
      all.initializeElement(at: stacks.count, to: used)
      threadLocal.value = all.baseAddress.map { $0 + stacks.count }
      defer {
        threadLocal.value = outer
        // An undo restores an older stack, and a reset a new one.
        for (index, stack) in stacks.enumerated()
        where stack.numbers(in: value).last < all[index].last {
          stack.raise(to: all[index].last, in: value)
        }
      }
      return try body()
    }
  }
}

/// The screens of a stack, whose numbers can be read and raised.
protocol NumberedScreens: AnyObject, Sendable {
  func numbers(in entries: UnsafeRawPointer) -> ScreenNumbers
  /// Raises the number of the last ID.
  func raise(to number: Int, in entries: UnsafeMutableRawPointer)
}

/// A stack of screens in the value of a composition of reducers.
struct ScreenStackPlace: Sendable {
  let screens: any NumberedScreens
  /// The optionals and cases around the stack, the outermost first, each with the bytes before it.
  private var parts: [(offset: Int, optic: Optic)] = []
  /// The bytes from the start of the innermost of them to the screens.
  private var offset = 0

  init(_ screens: any NumberedScreens) {
    self.screens = screens
  }

  /// Returns the same place in the value around some steps, or `nil` if one is a computed property,
  /// whose getter isn't called for this.
  func inside(_ steps: [ReducerStep]) -> ScreenStackPlace? {
    var place = self
    for step in steps.reversed() {
      switch step {
      case .stored(let offset, _): place.move(by: offset)
      case .optic(let optic):
        switch optic.access {
        case .stored(let offset): place.move(by: offset)
        case .projected where !optic.isCase: return nil
        case .wrapped, .projected: place.parts.insert((0, optic), at: 0)
        }
      // A value with an identity, which is its own collection.
      case .elements: break
      }
    }
    return place
  }

  private mutating func move(by offset: Int) {
    if parts.isEmpty { self.offset += offset } else { parts[0].offset += offset }
  }

  /// Returns whether another place is surely the same one.
  func isSame(as other: ScreenStackPlace) -> Bool {
    offset == other.offset && parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy {
        $0.offset == $1.offset && ($0.optic === $1.optic || !$0.optic.isCase && !$1.optic.isCase)
      }
  }

  /// Returns the numbers of the stack, or none if it is absent.
  func numbers(in value: UnsafeRawPointer, from part: Int = 0) -> ScreenNumbers {
    guard part < parts.count else { return screens.numbers(in: value + offset) }
    var numbers = ScreenNumbers()
    parts[part].optic.read(value + parts[part].offset) {
      numbers = self.numbers(in: $0, from: part + 1)
    }
    return numbers
  }

  func raise(to number: Int, in value: UnsafeMutableRawPointer, from part: Int = 0) {
    guard part < parts.count else { return screens.raise(to: number, in: value + offset) }
    let (offset, optic) = parts[part]
    guard let modify = optic.modify else {
      // An optional, which has its value at its start.
      return raise(to: number, in: value + offset, from: part + 1)
    }
    _ = modify(value + offset, MutationBuffer()) { payload in
      raise(to: number, in: payload, from: part + 1)
      return .nothing
    }
  }
}

extension CompiledReducer {
  /// The stacks of screens that the reducer handles, outside of collections.
  ///
  /// Stacks in an element are those of a table of reducers further inside.
  var screenStacks: [ScreenStackPlace] {
    let inner = parts.flatMap { part -> [ScreenStackPlace] in
      switch part.steps.first {
      case .elements(let elements as any NumberedScreens): [ScreenStackPlace(elements)]
      case .elements(let elements) where !(elements is any IdentifiedValueCollection): []
      default: part.screenStacks
      }
    }
    return inner.compactMap { $0.inside(steps) }
  }
}

extension StoreOf {
  /// Changes a state as the reducers of this store would, for the expected state of a test.
  ///
  /// New screens get the same IDs. The store is that of the whole state.
  package func change(
    _ state: inout State, _ body: (inout State) throws -> Void
  ) rethrows {
    let stacks = engine.composed.flatMap(\.screenStacks)
    try withUnsafeMutablePointer(to: &state) { state in
      try ScreenNumbers.continuing(stacks, in: state) { try body(&state.pointee) }
    }
  }
}
