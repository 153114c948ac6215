// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of the actions of elements, with the ID of the element.
  ///
  /// With it, the state around a collection reacts to what happens in one of its elements:
  ///
  /// ```swift
  /// let listReducer = Reducer<List.State> {
  ///   Row.reducer.forEach(\.rows)
  ///   Reducer.updating(Row.Action.self, from: \.rows) { state, id, action in
  ///     if action == .deleteTapped { state.rows.remove(id: id) }
  ///   }
  /// }
  /// ```
  ///
  /// It is called for the actions that are addressed to an element of the collection, and for those
  /// of the element's effects, but not for those that are for a part of the element. Compose it
  /// behind the reducer of the elements if it removes them: that one then handles the action first.
  @preconcurrency
  public static func updating<Elements: ElementsByID & SendableMetatype, ActionType: Action>(
    _ type: ActionType.Type,
    from keyPath: any WritableKeyPath<State, Elements> & Sendable,
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ id: Elements.ElementID, _ action: ActionType)
      -> Void
  ) -> Reducer<State> where Elements.ElementID: SendableMetatype {
    on(type, from: keyPath, file: file, line: line) { state, id, action in
      reduce(&state, id, action)
      return .none
    }
  }

  /// Returns a reducer of the actions of elements, with the ID of the element, and effects.
  ///
  /// The effects belong to the state around the collection: see ``updating(_:from:file:line:_:)``.
  @preconcurrency
  public static func on<Elements: ElementsByID & SendableMetatype, ActionType: Action>(
    _ type: ActionType.Type,
    from keyPath: any WritableKeyPath<State, Elements> & Sendable,
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ id: Elements.ElementID, _ action: ActionType)
      -> EffectOf<ActionType>
  ) -> Reducer<State> where Elements.ElementID: SendableMetatype {
    let path = ElementsPath(keyPath, at: CallSite(file: file, line: line))
    let reducer = CompiledReducer(of: State.self, for: .types([type])) { site in
      let place = site.base.place(path)
      return { value, action, output in
        let id = output.pointee.address?._withUnsafeGuaranteedRef { address in
          // An element further inside reports to the element that contains it.
          address.place == place && address.inner?.hasElements != true
            ? address.id.base as? Elements.ElementID : nil
        }
        guard let id else { return false }
        return handle(action, as: ActionType.self) { action in
          let state = value.assumingMemoryBound(to: State.self)
          output.pointee.add(reduce(&state.pointee, id, action).untyped)
        }
      }
    }
    return Reducer([reducer])
  }
}
