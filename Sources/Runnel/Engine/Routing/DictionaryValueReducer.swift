// SPDX-License-Identifier: MIT

/// Runs the reducers of a dictionary's values.
///
/// One for each `forEach` of each store.
final class DictionaryValueReducer<Value, Key: Hashable & Sendable> {
  private let table: ReducerTable
  private let collection = CollectionOptic.dictionary(Key.self, Value.self)
  private var target: ElementTarget<Key>
  private let buffer = MutationBuffer()
  private let inner = MutationBuffer()
  /// The key of the last changed value.
  private let lastKey = UnsafeMutablePointer<Key?>.allocate(capacity: 1)

  init(_ reducers: [CompiledReducer]) {
    table = ReducerTable(reducers)
    target = ElementTarget(around: reducers)
    lastKey.initialize(to: nil)
  }

  deinit {
    lastKey.deinitialize(count: 1)
    lastKey.deallocate()
  }

  func reduce(
    _ values: UnsafeMutablePointer<[Key: Value]>, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Touch {
    guard let key = target.id(of: action) else {
      var result = Touch.nothing
      for index in values.pointee.indices {
        if case .nothing = reduce(values, at: index, action, output) { continue }
        result = .whole
      }
      return result
    }
    guard let index = values.pointee.index(forKey: key) else { return .nothing }
    let touch = reduce(values, at: index, action, output)
    lastKey.pointee = key
    return buffer.report(
      .value(ObjectIdentifier(Key.self), UnsafeRawPointer(lastKey)),
      in: MemoryLayout<[Key: Value]>.size, touch)
  }

  private func reduce(
    _ values: UnsafeMutablePointer<[Key: Value]>, at index: [Key: Value].Index,
    _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Touch {
    let before = output.pointee.effects.count
    let key = values.pointee.keys[index]
    let touch = withUnsafeMutablePointer(to: &values.pointee.values[index]) {
      ReducerOutput.reduce(
        key, of: values, at: $0, action, with: table, reportingTo: inner, output)
    }
    if output.pointee.effects.count != before {
      output.pointee.addStep(.element(collection, AnyHashable(key)), toEffectsFrom: before)
    }
    return touch
  }
}
