// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for each element of an array.
  ///
  /// ```swift
  /// Row.reducer.forEach(\.rows, id: \.id)
  /// ```
  ///
  /// An ``ElementAction`` with an ID of the type of `id` reaches only the element with that ID.
  /// This costs O(1) while elements keep their positions, and O(n) after they have moved. Any other
  /// action that the reducer handles reaches every element, in order: O(n).
  ///
  /// If one `forEach` is inside another with the same type of ID, IDs refer to the inner one. The
  /// outer one passes an action that the inner one handles to each of its elements.
  ///
  /// Effects belong to the element that they were returned for. They are canceled when no element
  /// has its ID, unless they are ``Effect/outlastingItsState()``. Their actions go to the whole
  /// store: to reach the element, dispatch an ``ElementAction`` with its ID.
  ///
  /// If two elements have the same ID, the first one is used, unless the other had the ID before.
  /// The duplicate is a runtime warning, reported once, when elements are searched.
  public func forEach<Root, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, [State]> & Sendable,
    id: any KeyPath<State, ID> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Reducer<Root> {
    let site = CallSite(file: file, line: line)
    let entry = ReducerEntry(
      of: [State].self, for: entries.trigger, picks: entries.picks(by: ID.self)
    ) { [entries] in
      let run = ForEachElement(entries, by: id, site: site)
      return { run.reduce(&$0.assumingMemoryBound(to: [State].self).pointee, $1, $2) }
    }
    return Reducer<Root>(entries: [entry.scoped(keyPath)])
  }

  /// Returns this reducer for each element of an array of identifiable elements.
  ///
  /// Equivalent to ``forEach(_:id:file:line:)`` with `\.id`.
  public func forEach<Root>(
    _ keyPath: any WritableKeyPath<Root, [State]> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Reducer<Root> where State: Identifiable, State.ID: Sendable {
    forEach(keyPath, id: \.id, file: file, line: line)
  }

  /// Returns this reducer for each value of a dictionary.
  ///
  /// ```swift
  /// Download.reducer.forEach(\.downloads)
  /// ```
  ///
  /// An ``ElementAction`` with an ID of the type of the keys reaches only the value for that key:
  /// O(1). Any other action that the reducer handles reaches every value, in no particular order:
  /// O(n).
  ///
  /// Effects belong to the value that they were returned for. They are canceled when the dictionary
  /// has no value for its key, unless they are ``Effect/outlastingItsState()``.
  public func forEach<Root, Key: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, [Key: State]> & Sendable
  ) -> Reducer<Root> {
    let entry = ReducerEntry(
      of: [Key: State].self, for: entries.trigger, picks: entries.picks(by: Key.self)
    ) { [entries] in
      let run = ForEachValue<State, Key>(entries)
      return { run.reduce(&$0.assumingMemoryBound(to: [Key: State].self).pointee, $1, $2) }
    }
    return Reducer<Root>(entries: [entry.scoped(keyPath)])
  }
}

extension [ReducerEntry] {
  /// Which actions a `forEach` around these gives to one element, beside those that are picked inside.
  fileprivate func picks(by idType: Any.Type) -> [ReducerEntry.Pick] {
    flatMap(\.picks) + [.init(trigger: trigger, idType: ObjectIdentifier(idType))]
  }
}

/// The state of `forEach` over an array in one store, which only the drain accesses.
private final class ForEachElement<Element, ID: Hashable> {
  private let table: ReducerTable
  private var router: ElementRouter<ID>
  private var index: ElementIndex<Element, ID>
  /// Where the hints point to.
  private let hint = UnsafeMutablePointer<ElementHint>.allocate(capacity: 1)

  init(_ entries: [ReducerEntry], by path: KeyPath<Element, ID>, site: CallSite) {
    table = ReducerTable(entries)
    router = ElementRouter(around: entries)
    index = ElementIndex(by: path, site: site)
    hint.initialize(to: .position(0))
  }

  deinit {
    hint.deallocate()
  }

  func reduce(
    _ elements: inout [Element],
    _ action: any Action,
    _ effects: ReducerEntry.Effects
  ) -> Touch {
    guard let id = router.id(of: action) else {
      var touch = Touch.nothing
      for position in elements.indices {
        if case .whole = reduce(&elements, at: position, action, effects) { touch = .whole }
      }
      return touch
    }
    guard let position = index.position(of: id, in: elements) else { return .nothing }
    guard case .whole = reduce(&elements, at: position, action, effects) else { return .nothing }
    hint.pointee = .position(position)
    return .element(hint)
  }

  private func reduce(
    _ elements: inout [Element],
    at position: Int,
    _ action: any Action,
    _ effects: ReducerEntry.Effects
  ) -> Touch {
    let before = effects.pointee.count
    let touch = withUnsafeMutablePointer(to: &elements[position]) {
      table.reduce($0, action, effects).touch
    }
    // The id as it is now, if the element has changed it.
    if effects.pointee.count != before, position < elements.count {
      settle(effects, from: before, index.id(at: position, of: elements))
    }
    return touch
  }

  /// Says of effects that they belong to the element with an id.
  private func settle(_ effects: ReducerEntry.Effects, from start: Int, _ id: ID) {
    let look: ReducerEntry.Look = { [self] elements, sweep, body in
      let elements = elements.assumingMemoryBound(to: [Element].self)
      guard let position = index.position(of: id, in: elements.pointee, sweep) else { return false }
      return elements.pointee.withUnsafeBufferPointer { elements in
        elements.baseAddress.map { body($0 + position) } ?? false
      }
    }
    effects.settle(
      from: start, in: TransientPart { look($0, $1) { _ in true } }, isElement: true, look)
  }
}

/// The state of `forEach` over a dictionary in one store, which only the drain accesses.
private final class ForEachValue<Value, Key: Hashable> {
  private let table: ReducerTable
  private var router: ElementRouter<Key>
  /// Where the hints point to.
  private let hint = UnsafeMutablePointer<ElementHint>.allocate(capacity: 1)
  private let lastKey = UnsafeMutablePointer<Key?>.allocate(capacity: 1)

  init(_ entries: [ReducerEntry]) {
    table = ReducerTable(entries)
    router = ElementRouter(around: entries)
    lastKey.initialize(to: nil)
    hint.initialize(to: .key(ObjectIdentifier(Key.self), UnsafeRawPointer(lastKey)))
  }

  deinit {
    hint.deallocate()
    lastKey.deinitialize(count: 1)
    lastKey.deallocate()
  }

  func reduce(
    _ values: inout [Key: Value],
    _ action: any Action,
    _ effects: ReducerEntry.Effects
  ) -> Touch {
    guard let key = router.id(of: action) else {
      var touch = Touch.nothing
      for index in values.indices {
        if case .whole = reduce(&values, at: index, action, effects) { touch = .whole }
      }
      return touch
    }
    guard let index = values.index(forKey: key) else { return .nothing }
    guard case .whole = reduce(&values, at: index, action, effects) else { return .nothing }
    lastKey.pointee = key
    return .element(hint)
  }

  private func reduce(
    _ values: inout [Key: Value],
    at position: [Key: Value].Index,
    _ action: any Action,
    _ effects: ReducerEntry.Effects
  ) -> Touch {
    let before = effects.pointee.count
    let touch = withUnsafeMutablePointer(to: &values.values[position]) {
      table.reduce($0, action, effects).touch
    }
    if effects.pointee.count != before { settle(effects, from: before, values.keys[position]) }
    return touch
  }

  /// Says of effects that they belong to the value for a key.
  private func settle(_ effects: ReducerEntry.Effects, from start: Int, _ key: Key) {
    let look: ReducerEntry.Look = { values, _, body in
      guard let value = values.assumingMemoryBound(to: [Key: Value].self).pointee[key]
      else { return false }
      return withUnsafePointer(to: value) { body($0) }
    }
    effects.settle(
      from: start, in: TransientPart { look($0, $1) { _ in true } }, isElement: true, look)
  }
}
