// SPDX-License-Identifier: MIT

/// The results of the reducers of one action.
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
  /// The address of the action, inside that of the reducers around.
  ///
  /// Unmanaged, because the code that processes the action retains it.
  var address: Unmanaged<Address>?
  /// The values that the compositions around the running reducer share with it.
  var sharedValues: [SharedValue] = []

  @usableFromInline
  init() {}

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
