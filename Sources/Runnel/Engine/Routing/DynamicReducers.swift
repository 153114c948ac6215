// SPDX-License-Identifier: MIT

struct DynamicReducers: Sendable {
  struct Key: Hashable {
    /// The part, or the enum around it.
    let slice: ObjectIdentifier
    /// Together with the case, it distinguishes the cases of an enum.
    let type: ObjectIdentifier
    let caseName: String?
    let disposer: ObjectIdentifier?
    let name: String
    /// Whom of many the reducer belongs to, if there are several.
    let address: Address?
  }

  private struct State {
    var last: UInt64 = 0
    /// The numbers of the reducers with a key, the tokens that end them with their owners, and the
    /// slices of their keys.
    var keyed = [Key: (number: UInt64, token: Disposable?, slice: Slice)]()
    /// What the reducers are, by number.
    var outlines = [UInt64: [CompiledReducer]]()

    mutating func add(_ reducers: [CompiledReducer]) -> UInt64 {
      last += 1
      outlines[last] = reducers.map(\.outline)
      return last
    }
  }

  private let state = Locked(State())

  /// The outlines of all reducers that have been added and not removed, in that order.
  var outlines: [CompiledReducer] {
    state.withLock { state in
      state.outlines.keys.map { Int($0) }.sorted().flatMap { state.outlines[UInt64($0)] ?? [] }
    }
  }

  /// Registers a reducer, and returns its number, which is never zero.
  func add(_ reducers: [CompiledReducer]) -> UInt64 {
    state.withLock { $0.add(reducers) }
  }

  func remove(_ number: UInt64) {
    state.withLock { _ = $0.outlines.removeValue(forKey: number) }
  }

  /// Registers a reducer under a key of a slice.
  ///
  /// `post` receives the numbers of the replaced reducer, if any, and of the new one, and returns
  /// the token that ends that with its owner. Calls for one key have the order of their effect.
  func replace(
    _ key: Key, of slice: Slice, _ reducers: [CompiledReducer],
    _ post: (_ replaced: UInt64?, _ added: UInt64) -> Disposable?
  ) -> Disposable? {
    let (token, replaced) = state.withLock { state in
      let number = state.add(reducers)
      let replaced = state.keyed[key]
      if let replaced { state.outlines[replaced.number] = nil }
      let token = post(replaced?.number, number)
      state.keyed[key] = (number, token, slice)
      return (token, replaced)
    }
    // It has ended already. This marks the token of its owner as disposed.
    replaced?.token?.dispose()
    return token
  }

  /// Removes the reducer with a key, whose number `post` receives, and returns the slice of the
  /// key, or `nil` if there is none with the `expected` number.
  func remove(_ key: Key, _ expected: UInt64?, _ post: (UInt64) -> Void) -> Slice? {
    let removed = state.withLock { state -> (number: UInt64, token: Disposable?, slice: Slice)? in
      guard let keyed = state.keyed[key], expected ?? keyed.number == keyed.number
      else { return nil }
      state.outlines[keyed.number] = nil
      post(keyed.number)
      return state.keyed.removeValue(forKey: key)
    }
    removed?.token?.dispose()
    return removed?.slice
  }
}

extension Engine {
  func removeDynamicReducer(_ key: DynamicReducers.Key, _ expected: UInt64? = nil) {
    let slice = dynamicReducers.remove(key, expected) { number in
      post(.change(removing: number, adding: [], as: 0))
    }
    if let slice { release(slice) }
  }
}
