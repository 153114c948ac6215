// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for a larger state that contains this one's state.
  ///
  /// A path of stored properties costs nothing, and the store skips observers of other slices. A
  /// computed property is read and written for each handled action, as a change of the whole state.
  public func scope<Root>(_ keyPath: any WritableKeyPath<Root, State> & Sendable) -> Reducer<Root> {
    through(.property(keyPath))
  }

  /// Returns this reducer for a state with an optional value, called while the value is present.
  ///
  /// Another reducer must set and remove the value. Compose it before this one if this one handles
  /// the action that sets the value, or after it for the action that removes the value.
  ///
  /// Effects belong to the value. They and their pending actions are canceled when it disappears
  /// or, if `State` is `Identifiable`, its ID changes: see ``EffectOf/detachedFromState()``.
  public func ifPresent<Root>(
    _ keyPath: any WritableKeyPath<Root, State?> & Sendable
  ) -> Reducer<Root> {
    identified().through(.wrapped(State.self), as: State?.self).through(.property(keyPath))
  }

  /// Returns this reducer for a state with an optional value, whose identity is at a path.
  ///
  /// ```swift
  /// Session.reducer.ifPresent(\.session, id: \.user.id)
  /// ```
  ///
  /// Effects end when one with another ID takes its place, too: no timer outlives a logout.
  public func ifPresent<Root, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, State?> & Sendable, id: any KeyPath<State, ID> & Sendable
  ) -> Reducer<Root> {
    identified(by: id).through(.wrapped(State.self), as: State?.self).through(.property(keyPath))
  }

  /// Returns this reducer for an enum, called while the enum has one case.
  ///
  /// ```swift
  /// DetailFeature.reducer.ifCase(\.screen, .detail)
  /// ```
  ///
  /// The payload is extracted, reduced and put back, without a second copy. Effects are canceled
  /// when the enum changes to another case, unless they are ``EffectOf/detachedFromState()``, and
  /// if `State` is `Identifiable`, when a payload with another ID replaces this one.
  public func ifCase<Root, Enum>(
    _ keyPath: any WritableKeyPath<Root, Enum> & Sendable, _ path: CasePath<Enum, State>
  ) -> Reducer<Root> {
    identified().through(path.step, as: Enum.self).through(.property(keyPath))
  }

  /// Returns this reducer for a case of an enum, with the identity of the payload at a path.
  ///
  /// Effects end with the case, and when a payload with another ID replaces this one.
  public func ifCase<Root, Enum, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Enum> & Sendable, _ path: CasePath<Enum, State>,
    id: any KeyPath<State, ID> & Sendable
  ) -> Reducer<Root> {
    identified(by: id).through(path.step, as: Enum.self).through(.property(keyPath))
  }

  /// Returns this reducer for one case of an optional enum, such as the kinds of a sheet.
  ///
  /// ```swift
  /// enum Sheet: Equatable, Sendable {
  ///   case composer(Composer.State)
  ///   case settings(Settings.State)
  /// }
  /// ```
  ///
  /// ```swift
  /// Composer.reducer.ifPresent(\.sheet, .composer)
  /// Settings.reducer.ifPresent(\.sheet, .settings)
  /// ```
  ///
  /// Effects end as those of ``ifCase(_:_:)`` do, and when the enum disappears.
  public func ifPresent<Root, Enum>(
    _ keyPath: any WritableKeyPath<Root, Enum?> & Sendable, _ path: CasePath<Enum, State>
  ) -> Reducer<Root> {
    identified().through(path.step, as: Enum.self)
      .through(.wrapped(Enum.self), as: Enum?.self)
      .through(.property(keyPath))
  }

  /// Returns a reducer for one of several instances of a feature.
  ///
  /// ```swift
  /// let appReducer = Reducer<AppState> {
  ///   Player.reducer.scope(\.left).instance(Side.left)
  ///   Player.reducer.scope(\.right).instance(Side.right)
  /// }
  /// ```
  ///
  /// It doesn't receive actions of another instance: see ``StoreOf/instance(_:file:line:)``. An
  /// action without an address reaches all. The actions and IDs of its effects are its own: a
  /// `cancel` elsewhere doesn't cancel them. Dispatch an action for which the instances cancel.
  ///
  /// A feature can contain instances of its own: their IDs distinguish them within one instance of
  /// the feature. For a collection, use ``forEach(_:file:line:)``. Call this last, behind `scope`
  /// or `ifPresent`: an action then costs the same with any number of instances.
  public func instance(_ id: some Hashable & Sendable) -> Reducer<State> {
    let address = Address(instance: AnyHashable(id))
    return Reducer(compiled.map { $0.at(address) })
  }

  /// Returns the same reducer, whose effects end with the ID of the value if it has one.
  func identified() -> Reducer<State> {
    ElementCollection.identity(of: State.self).map { Reducer([compiled.forEach(of: $0)]) } ?? self
  }

  private func identified<ID: Hashable & Sendable>(
    by path: any KeyPath<State, ID> & Sendable
  ) -> Reducer<State> {
    Reducer([compiled.forEach(of: IdentifiedValue<State, ID>(by: path) { $0[keyPath: path] })])
  }

  func through<Whole>(_ step: Step, as: Whole.Type = Whole.self) -> Reducer<Whole> {
    // The key paths of the public functions are writable.
    Reducer<Whole>(compiled.through(step))
  }
}

extension Reducer {
  /// Returns this reducer for each element of a collection.
  ///
  /// ```swift
  /// Row.reducer.forEach(\.rows)
  /// ```
  ///
  /// For an array of identifiable elements, a dictionary, ``Entities``, or a `ScreenStack`. The
  /// elements are plain features, which don't know that they are many. An action dispatched through
  /// ``StoreOf/scope(_:id:file:line:)`` or ``StoreOf/dispatch(_:to:id:file:line:)`` reaches its
  /// element alone: O(1) while the elements of an array stay near their positions, and O(n) once
  /// after they have moved farther. Any other action that the reducer handles reaches every
  /// element, in order (those of a dictionary in none): O(n). With
  /// ``updating(_:from:file:line:_:)``, the state around sees which element an action is for.
  ///
  /// Effects belong to the element that they were returned for: their actions come back to it, and
  /// the IDs with which they are canceled, debounced or limited are its own. They are canceled when
  /// no element has its ID, unless they are ``EffectOf/detachedFromState()``. If an element changes
  /// its own ID, its earlier effects end, and those of this action belong to the new ID.
  ///
  /// Elements can contain collections, whose IDs needn't be unique outside. If two elements of an
  /// array have one ID, one is used, with a runtime warning when a search first finds both.
  public func forEach<Root, Elements: ElementsByID>(
    _ keyPath: any WritableKeyPath<Root, Elements> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> where Elements.IdentifiedElement == State {
    Reducer<Root>(ElementsPath(keyPath, at: CallSite(file: file, line: line)).lift(compiled))
  }

  /// Returns this reducer for each element of an array whose IDs are at a path.
  ///
  /// See ``forEach(_:file:line:)``.
  public func forEach<Root, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, [State]> & Sendable,
    id: any KeyPath<State, ID> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> {
    let elements = ArrayElements<State, ID>(by: id, at: CallSite(file: file, line: line))
    return Reducer<[State]>([compiled.forEach(of: elements)]).through(.property(keyPath))
  }

  package func forEach<Root, Elements: ElementsByID>(
    _ keyPath: any WritableKeyPath<Root, Elements> & Sendable,
    _ path: CasePath<Elements.IdentifiedElement, State>, at site: CallSite
  ) -> Reducer<Root> {
    Reducer<Root>(ElementsPath(keyPath, at: site).lift(compiled.through(path.step)))
  }
}

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
