// SPDX-License-Identifier: MIT

/// The part of a value that a reducer may have changed.
///
/// The state is a value: a reducer of one stored property can't change a byte outside of it.
struct Change {
  /// The bytes, counted from the start of the value.
  var range: Range<Int>
  /// The only changed part of these bytes, if it is known.
  var part: UnsafePointer<ChangedPart>?
  /// The slices that were found in these bytes last, if they always are the same.
  var hits: UnsafeMutablePointer<SliceIndex.Hits>?

  /// A change of all that a value contains, whatever its size is.
  static var everything: Change { Change(range: 0..<Int.max) }

  /// Returns the change in bytes from the start of a part, or of everything if it isn't inside.
  func moved(into part: Range<Int>) -> Change {
    guard part.lowerBound <= range.lowerBound, range.upperBound <= part.upperBound
    else { return .everything }
    let offset = part.lowerBound
    return Change(
      range: (range.lowerBound - offset)..<(range.upperBound - offset), part: self.part)
  }
}

/// One element of a collection, or the payload of an enum, and the change inside it.
struct ChangedPart {
  enum Kind {
    /// The element of an array or of entities at an index.
    case element(Int)
    /// The value of a dictionary: the type of its key, and the key.
    case value(ObjectIdentifier, UnsafeRawPointer)
    case payload
  }

  let kind: Kind
  /// In bytes from the start of the part.
  let inner: Change
}

/// What the reducers of one action have changed, in the order in which they ran.
///
/// A reducer that handles an action and adds nothing has changed all of its value. The code around
/// it describes what it added as a change of a larger value. The next action reuses the memory,
/// since an action must not allocate.
struct Changes: ~Copyable {
  struct Mark {
    fileprivate let count: Int
    fileprivate let partCount: Int
  }

  private var list = UnsafeMutableBufferPointer<Change>.allocate(capacity: 4)
  private(set) var count = 0
  private var parts: ContiguousArray<UnsafeMutablePointer<ChangedPart>> = []
  private var partCount = 0

  deinit {
    list.deallocate()
    parts.forEach { $0.deallocate() }
  }

  var mark: Mark { Mark(count: count, partCount: partCount) }

  /// Valid until the next one is added.
  var all: UnsafeBufferPointer<Change> {
    UnsafeBufferPointer(start: list.baseAddress, count: count)
  }

  mutating func removeAll() {
    (count, partCount) = (0, 0)
  }

  mutating func removeAll(from start: Mark) {
    (count, partCount) = (start.count, start.partCount)
  }

  @inline(__always)
  mutating func append(_ change: Change) {
    if count == list.count { grow() }
    list.initializeElement(at: count, to: change)
    count += 1
  }

  /// Describes the changes from an index on by a range of a larger value, with the slices there.
  @inline(__always)
  mutating func move(
    from start: Int, _ range: Range<Int>, _ hits: UnsafeMutablePointer<SliceIndex.Hits>
  ) {
    let offset = range.lowerBound
    for index in start..<count {
      let inner = list[index].range
      list[index].range = (inner.lowerBound + offset)..<(inner.upperBound + offset)
      if list[index].hits == nil, list[index].range == range { list[index].hits = hits }
    }
  }

  /// Describes the changes from a mark on as one of a part of a value with a size.
  ///
  /// If that isn't the only changed part, or the part has another ID now, all of the value counts.
  mutating func enclose(
    from start: Mark, in kind: ChangedPart.Kind, size: Int, isOnly: Bool = true
  ) {
    guard isOnly else { return removeAll(from: start) }
    let inner = count == start.count + 1 ? list[start.count] : .everything
    if partCount == parts.count { parts.append(.allocate(capacity: 1)) }
    let part = parts[partCount]
    part.initialize(to: ChangedPart(kind: kind, inner: inner))
    partCount += 1
    count = start.count
    append(Change(range: 0..<size, part: UnsafePointer(part)))
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Change>.allocate(capacity: 2 * list.count)
    _ = larger.moveInitialize(fromContentsOf: list)
    list.deallocate()
    list = larger
  }
}

/// The results of the reducers of one action, behind a pointer: each of them would retain and
/// release a class.
@usableFromInline
struct ReducerOutput: ~Copyable {
  @usableFromInline
  typealias Pointer = UnsafeMutablePointer<ReducerOutput>

  /// What the reducers have changed, in the value that is being reduced.
  var changes = Changes()
  /// In the order of composition.
  var effects = ContiguousArray<ReturnedEffect>()
  /// The number of reducers of the user that have handled the action.
  var reducerCount = 0
  /// The address of the action, inside that of the reducers around, retained while they run.
  var address: Unmanaged<Address>?
  /// The values that the compositions around the running reducer share with it.
  var sharedValues: [SharedValue] = []

  @usableFromInline
  init() {}

  /// Adds the effect that a reducer returned, unless it does nothing.
  @usableFromInline
  mutating func add(_ effect: consuming UntypedEffect?) {
    if let effect, !effect.isNothing { effects.append(ReturnedEffect(effect)) }
  }

  /// Sets the origin of the effects from an index on: a place in the state and a dynamic reducer.
  mutating func place(effectsFrom start: Int, at base: PathBase, of reducer: UInt64) {
    for index in start..<effects.count {
      // The innermost reducer is the one that returned it.
      if effects[index].pathBase == nil { effects[index].pathBase = base }
      if reducer != 0 { effects[index].dynamicReducer = reducer }
    }
  }

  mutating func assign(effectsFrom start: Int, to identity: AnyHashable) {
    for index in start..<effects.count {
      effects[index].identities = [identity] + effects[index].identities
    }
  }

  /// Moves the address of the action into another one that it matches.
  mutating func enter(_ entered: Address) {
    address = address?._withUnsafeGuaranteedRef { entered.remainder(of: $0) }
      .map(Unmanaged.passUnretained)
  }

  /// Assigns the effects from an index on to an address, inside of which theirs are.
  mutating func assign(effectsFrom start: Int, to address: Address) {
    for index in start..<effects.count {
      effects[index].address = address.appending(effects[index].address)
    }
  }
}
