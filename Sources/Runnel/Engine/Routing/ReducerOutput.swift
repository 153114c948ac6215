// SPDX-License-Identifier: MIT

/// The results of the reducers of one action, and the slices around the value being reduced.
///
/// Reducers get a pointer to it: a class would be retained and released by each of them.
@usableFromInline
struct ReducerOutput: ~Copyable {
  @usableFromInline
  typealias Pointer = UnsafeMutablePointer<ReducerOutput>

  /// What the reducers have changed, in the value that is being reduced.
  var changes = Changes()
  /// The effects that reducers returned, in the order of composition.
  var effects = ContiguousArray<UntypedEffect>()
  /// The number of reducers of the user that have handled the action.
  var reducerCount = 0
  /// Slices that retain the value that is being reduced, or a part of it.
  var cursor = SliceCursor()
  /// The slices that have released their retained values, with the places of the values.
  ///
  /// Reducers inside such a slice can then change the value in place.
  var released: [(slice: Slice, value: UnsafeRawPointer)] = []
  /// The address of the action, inside that of the reducers around.
  ///
  /// Unmanaged, because the code that processes the action retains it.
  var address: Unmanaged<Address>?
  /// The innermost of the values that the compositions around the running reducer share with it.
  var sharedValues: UnsafePointer<SharedValue>?

  @usableFromInline
  init() {}

  // MARK: Effects

  mutating func add(_ effect: consuming UntypedEffect) {
    if effect.kind != nil { effects.append(effect) }
  }

  /// Sets the origin of the effects from an index on: a place in the state and a dynamic reducer.
  mutating func place(effectsFrom start: Int, at base: PathBase, of reducer: UInt64) {
    for index in start..<effects.count {
      // The innermost reducer is the one that returned it.
      if effects[index].pathBase == nil { effects[index].pathBase = base }
      if reducer != 0 { effects[index].dynamicReducer = reducer }
    }
  }

  /// Assigns the effects from an index on to a value with an identity.
  mutating func assign(effectsFrom start: Int, to identity: AnyHashable) {
    for index in start..<effects.count { effects[index].identities.insert(identity, at: 0) }
  }

  // MARK: Addresses

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

  // MARK: Retained values

  // The `enter` functions return the number of slices that had released their values before, with
  // which `retainReleased` ends what it began.

  /// Has the slices of optionals around a value release what they retain.
  ///
  /// `value` is the start of the composition's value.
  mutating func enter(
    _ optionals: [EnclosingOptional], of value: UnsafeRawPointer
  ) -> Int {
    let before = released.count
    guard !cursor.isEmpty else { return before }
    for optional in optionals {
      cursor.releaseWrapped(optional.step, at: value + optional.offset, &released)
    }
    return before
  }

  /// Has the slices of an enum's payloads release what they retain, and moves the cursor there.
  mutating func enterProjection(
    _ step: Step, of whole: UnsafeRawPointer, at part: UnsafeRawPointer
  ) -> Int {
    let before = released.count
    guard !cursor.isEmpty else { return before }
    cursor =
      step.isCase
      ? cursor.enterPayload(step.payloadType, of: whole, at: part, &released) : SliceCursor()
    return before
  }

  /// Has the slice of an element release what it retains, and moves the cursor there.
  mutating func enterElement(
    _ id: UnsafeRawPointer, _ type: ObjectIdentifier, of collection: UnsafeRawPointer,
    at element: UnsafeRawPointer
  ) -> Int {
    let before = released.count
    guard !cursor.isEmpty else { return before }
    cursor = cursor.enterElement(id, type, of: collection, at: element, &released)
    return before
  }

  /// Runs the reducers of an element, with the cursor inside it.
  @inline(__always)
  static func reduce(
    _ id: UnsafeRawPointer, _ type: ObjectIdentifier, of collection: UnsafeRawPointer,
    at element: UnsafeMutableRawPointer,
    _ action: any Action, with table: ReducerTable, _ output: Pointer
  ) -> Bool {
    let cursor = output.pointee.cursor
    let released = output.pointee.enterElement(id, type, of: collection, at: element)
    defer {
      output.pointee.retainReleased(from: released)
      output.pointee.cursor = cursor
    }
    return table.reduce(element, action, output)
  }
}
