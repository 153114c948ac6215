// SPDX-License-Identifier: MIT

/// The reducers of one store, by the types of actions that they handle.
///
/// The reducers of a type are found when its first action arrives. They form a route: a list in the
/// order of composition. Routes grow and shrink with dynamic reducers. A table belongs to the code
/// that runs it, one thread at a time: the drain.
final class ReducerTable {
  /// A reducer in the table.
  fileprivate final class Entry {
    let filter: ActionFilter
    /// The dynamic reducer that this belongs to, or zero.
    let dynamicReducer: UInt64
    let range: Range<Int>
    let offset: Int
    let doors: [CompiledReducer.Door]
    /// `nil` once the reducer has been removed.
    @exclusivity(unchecked)
    var body: CompiledReducer.Body?
    let hits: UnsafeMutablePointer<CachedHits>

    init(_ reducer: CompiledReducer, dynamicReducer: UInt64) {
      filter = reducer.filter
      self.dynamicReducer = dynamicReducer
      range = reducer.range
      offset = reducer.offset
      doors = reducer.doors
      body = reducer.make()
      hits = .allocate(capacity: 1)
      hits.initialize(to: CachedHits())
    }

    deinit {
      hits.deinitialize(count: 1)
      hits.deallocate()
    }
  }

  /// The reducers of the actions of one type, in the order of composition.
  private final class Route {
    @exclusivity(unchecked)
    var entries: ContiguousArray<Entry>
    /// The type of the actions.
    ///
    /// `nil`: all types.
    let type: (any Action.Type)?

    init(for type: (any Action.Type)?, _ entries: ContiguousArray<Entry>) {
      self.type = type
      self.entries = entries
    }
  }

  // Only the drain accesses these. `@exclusivity(unchecked)`: the dynamic checks took longer than
  // finding a reducer, and no reducer can reach its own table.
  @exclusivity(unchecked)
  private var entries = ContiguousArray<Entry>()
  @exclusivity(unchecked)
  private var routes: [ObjectIdentifier: Route] = [:]
  /// The type of the last action, which is often that of the next one.
  @exclusivity(unchecked)
  private var lastType: ObjectIdentifier?
  @exclusivity(unchecked)
  private var route: Route?
  /// Whether all reducers handle every action, so that one route serves all types.
  @exclusivity(unchecked)
  private var isUniform = true
  @exclusivity(unchecked)
  private var removedCount = 0
  @exclusivity(unchecked)
  private var dynamic: [UInt64: [Entry]] = [:]
  /// The number of reducers that have run.
  @exclusivity(unchecked)
  private(set) var entered = 0
  /// The changes of the last action.
  ///
  /// Used again for the next one.
  @exclusivity(unchecked)
  private(set) var mutations = ContiguousArray<Mutation>()

  init(_ reducers: [CompiledReducer]) {
    add(reducers, as: 0)
  }

  // MARK: Reducing

  /// Runs the reducers of an action on the value at `root`, and stores their changes.
  ///
  /// `mutations` then contains the changes.
  func reduce(
    _ root: UnsafeMutableRawPointer,
    _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) {
    if !isUniform {
      // The static type of the action. Only an object's dynamic type can differ from it.
      if lastType != staticType(of: action) { select(action) }
    }
    if !mutations.isEmpty { mutations.removeAll(keepingCapacity: true) }
    guard let route else { return }
    for index in 0..<route.entries.count {
      Unmanaged.passUnretained(route.entries[index])._withUnsafeGuaranteedRef { entry in
        run(entry, root, action, output)
      }
    }
  }

  /// Runs the reducers of an action on a part of the state, and returns their change.
  func reduce(
    _ value: UnsafeMutableRawPointer,
    _ action: any Action,
    _ output: ReducerOutput.Pointer,
    reportingTo buffer: MutationBuffer
  ) -> Touch {
    reduce(value, action, output)
    switch mutations.count {
    case 0: return .nothing
    case 1: return buffer.report(Mutation(range: mutations[0].range, target: mutations[0].target))
    default: return .whole
    }
  }

  @inline(__always)
  private func run(
    _ entry: Entry,
    _ root: UnsafeMutableRawPointer,
    _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) {
    guard let body = entry.body else { return }
    let released = output.pointee.released.count
    if !entry.doors.isEmpty {
      guard entry.areDoorsOpen(root) else { return }
      output.pointee.enter(entry.doors, of: root)
    }
    entered += 1
    let before = output.pointee.effects.count
    let touch = body(root + entry.offset, action, output)
    if output.pointee.effects.count != before {
      output.pointee.place(
        effectsFrom: before, at: entry.offset, entry.doors, of: entry.dynamicReducer)
    }
    if !entry.doors.isEmpty { output.pointee.retainReleased(from: released) }
    switch touch {
    case .nothing: return
    case .whole: mutations.append(Mutation(range: entry.range, hits: entry.hits))
    case .part(let part):
      var mutation = part.pointee.shifted(by: entry.offset)
      if mutation.range == entry.range { mutation.hits = entry.hits }
      mutations.append(mutation)
    }
  }

  @inline(__always)
  private func staticType<ActionType: Action>(of action: ActionType) -> ObjectIdentifier {
    ObjectIdentifier(ActionType.self)
  }

  private func select(_ action: any Action) {
    let type = Swift.type(of: action)
    let id = ObjectIdentifier(type)
    lastType = type is AnyClass ? nil : id
    if let known = routes[id] { return route = known }
    let made = Route(for: type, entries.filter { $0.body != nil && $0.filter.includes(type) })
    routes[id] = made
    route = made
  }

  // MARK: Dynamic reducers

  /// Adds reducers behind the present ones.
  ///
  /// O(number of action types so far).
  func add(_ reducers: [CompiledReducer], as dynamicReducer: UInt64) {
    let added = reducers.map { Entry($0, dynamicReducer: dynamicReducer) }
    entries += added
    if dynamicReducer != 0 { dynamic[dynamicReducer] = added }
    let wasUniform = isUniform
    isUniform = isUniform && added.allSatisfy(\.handlesAll)
    if isUniform {
      if route == nil { route = Route(for: nil, []) }
      route?.entries += added
    } else if wasUniform {
      forgetRoutes()
    }
    for known in routes.values {
      known.entries += added.filter { entry in known.type.map(entry.filter.includes) ?? false }
    }
  }

  /// Removes a dynamic reducer.
  ///
  /// O(1), amortized.
  ///
  /// - Returns: The removed bodies. Release them with nothing locked: reducers can retain objects
  ///   of user code.
  func remove(_ dynamicReducer: UInt64) -> [CompiledReducer.Body] {
    guard let removed = dynamic.removeValue(forKey: dynamicReducer) else { return [] }
    let bodies = removed.compactMap(\.body)
    for entry in removed { entry.body = nil }
    removedCount += removed.count
    if removedCount > 16, removedCount > entries.count / 2 { compact() }
    return bodies
  }

  private func compact() {
    entries.removeAll { $0.body == nil }
    removedCount = 0
    isUniform = entries.allSatisfy(\.handlesAll)
    forgetRoutes()
    if isUniform { route = Route(for: nil, entries) }
  }

  private func forgetRoutes() {
    routes = [:]
    route = nil
    lastType = nil
  }
}

extension ReducerTable.Entry {
  fileprivate var handlesAll: Bool {
    if case .all = filter { true } else { false }
  }

  /// Returns whether all optionals around the reducer's value have a value.
  fileprivate func areDoorsOpen(_ root: UnsafeRawPointer) -> Bool {
    for door in doors {
      guard case .wrapped(let isPresent) = door.optic.access, isPresent(root + door.offset)
      else { return false }
    }
    return true
  }
}
