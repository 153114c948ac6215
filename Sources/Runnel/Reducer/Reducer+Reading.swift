// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a surrounding state that updates one property and reads another value.
  ///
  /// ```swift
  /// Inbox.reducer.scope(\.inbox, reading: \.user)
  /// ```
  ///
  /// The reducer sees the value as it is before the reducer runs. Reducers composed before it have
  /// then run. See ``StateReading``. For optional state and elements, use
  /// ``reading(_:file:line:_:)``.
  public func scope<Root, Own, Shared>(
    _ keyPath: any WritableKeyPath<Root, Own> & Sendable,
    reading shared: any KeyPath<Root, Shared> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> where State == StateReading<Own, Shared> {
    reading(shared, file: file, line: line) { $0.scope(keyPath) }
  }

  /// Returns a reducer of a surrounding state that reads a value of that state.
  ///
  /// ```swift
  /// Row.reducer.reading(\.user) { $0.forEach(\.rows) }
  /// Search.reducer.reading(\.user) { $0.ifPresent(\.search) }
  /// ```
  ///
  /// `place` returns its argument, the reducer of the feature's own state, for a part of the
  /// surrounding state. The value is copied once for each reducer that handles an action, which
  /// mutates the feature's own state in place.
  public func reading<Root, Own, Shared>(
    _ shared: any KeyPath<Root, Shared> & Sendable,
    file: StaticString = #fileID, line: UInt = #line,
    _ place: (Reducer<Own>) -> Reducer<Root>
  ) -> Reducer<Root> where State == StateReading<Own, Shared> {
    let key = SharedValue.Key(at: CallSite(file: file, line: line))
    let placed = place(Reducer<Own>([compiled.reading(key, State.self)]))
    return Reducer<Root>(placed.compiled.map { $0.sharing(shared, as: key) })
  }
}

extension [CompiledReducer] {
  /// Returns a reducer of a feature's own state that runs these with the value of a composition.
  fileprivate func reading<Own, Shared>(_ key: SharedValue.Key, _: StateReading<Own, Shared>.Type)
    -> CompiledReducer
  {
    // Effects and reports find the parts of the own state through it.
    let site = key.site
    let optic = Optic.computed { (own: Own) in StateReading<Own, Shared>(partsOf: own, of: site) }
    return CompiledReducer(
      of: Own.self, for: filter, parts: map { $0.placed(at: .optic(optic)) }
    ) { site in
      let table = ReducerTable(self, at: site)
      let buffer = MutationBuffer()
      return { value, action, output in
        guard let shared = output.pointee.sharedValue(for: key) else {
          Misuse.sharedValueOutsideComposition(of: StateReading<Own, Shared>.self, at: key.site)
            .trap()
        }
        let own = value.assumingMemoryBound(to: Own.self)
        let before = output.pointee.effects.count
        let cursor = output.pointee.cursor
        // Moved, not copied: the reducer has the only reference to the storage of the own state.
        // Nothing reads the memory in the meantime, since the state is locked.
        var state = StateReading(
          own.move(), shared: shared.assumingMemoryBound(to: Shared.self).pointee)
        let touch = withUnsafeMutablePointer(to: &state) {
          // The own state lies at the start.
          output.pointee.cursor = cursor.moved(from: own, to: $0)
          return table.reduce($0, action, output, reportingTo: buffer)
        }
        own.initialize(to: state.own)
        output.pointee.cursor = cursor
        output.pointee.addStep(.projected(optic), toEffectsFrom: before)
        // A path without `own` reports the whole, which is larger than the own state.
        guard case .part(let change) = touch,
          change.pointee.range.upperBound > MemoryLayout<Own>.size
        else { return touch }
        return .whole
      }
    }
  }
}
