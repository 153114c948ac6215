// SPDX-License-Identifier: MIT

extension Reducer {
  /// The types of actions that the composed reducers name, each once, in the order of composition.
  ///
  /// O(number of reducers).
  package var handledTypes: [any Action.Type] {
    var types: [any Action.Type] = []
    var seen: Set<ObjectIdentifier> = []
    func add(_ reducers: [CompiledReducer]) {
      for reducer in reducers {
        if case .types(let named) = reducer.filter {
          for type in named where seen.insert(ObjectIdentifier(type)).inserted {
            types.append(type)
          }
        }
        add(reducer.parts)
      }
    }
    add(compiled)
    return types
  }
}
