// SPDX-License-Identifier: MIT

/// The reducers of one store, by the types of actions that they handle, for the drain.
///
/// The first action of a type finds its reducers: a route, in the order of composition, which grows
/// and shrinks with dynamic reducers. The table retains entries and routes, and refers to those of
/// the current action as `Unmanaged`, so that finding a reducer retains and releases nothing.
final class ReducerTable {
  /// The function of a reducer, which is released when the reducer is removed.
  final class Code {
    let body: CompiledReducer.Body

    init(_ body: @escaping CompiledReducer.Body) {
      self.body = body
    }
  }

  fileprivate final class Entry {
    let filter: ActionFilter
    /// Zero for reducers that the store was created with.
    let dynamicReducer: UInt64
    /// The bytes that the reducer may write, which begin at its value.
    let range: Range<Int>
    let part: StoredPart
    /// What a run adds to the number of reducers that have handled an action.
    let count: Int
    let address: Address?
    let base: PathBase
    /// `nil` once the reducer has been removed.
    private(set) var code: Unmanaged<Code>?
    let hits: UnsafeMutablePointer<SliceIndex.Hits>

    init(_ reducer: CompiledReducer, at site: ReducerSite, dynamicReducer: UInt64) {
      let site = site.appending(reducer.outerSteps, of: reducer.bodyType)
      base = site.base
      filter = reducer.filter
      self.dynamicReducer = dynamicReducer
      range = reducer.range
      part = reducer.part
      count = reducer.isLeaf ? 1 : 0
      address = reducer.address
      code = .passRetained(Code(reducer.makeAddressedBody(at: site)))
      hits = .allocate(capacity: 1)
      hits.initialize(to: (generation: 0, positions: []))
    }

    deinit {
      code?.release()
      hits.deinitialize(count: 1)
      hits.deallocate()
    }

    func takeCode() -> Code? {
      defer { code = nil }
      return code?.takeRetainedValue()
    }
  }

  /// The reducers of the actions of one type, in the order of composition.
  private final class Route {
    @exclusivity(unchecked)  // 61
    private(set) var entries: ContiguousArray<Unmanaged<Entry>> = []
    let type: any Action.Type
    let address: Address?

    /// `address` is the part of one that decides, if the actions have one.
    init(for type: any Action.Type, to address: Address?) {
      self.type = type
      self.address = address
    }

    func append(_ added: some Sequence<Entry>) {
      for entry in added where entry.code != nil && entry.filter.includes(type) {
        entries.append(.passUnretained(entry))
      }
    }
  }

  /// Accessed by the drain.
  ///
  /// `@exclusivity(unchecked)`: no reducer can reach its own table.
  @exclusivity(unchecked)  // 63, and 575 for an observed row
  private var content:
    (
      entries: ContiguousArray<Entry>, routes: [ObjectIdentifier: Route],
      /// The type of the last action, which is often that of the next one.
      lastType: ObjectIdentifier?, route: Unmanaged<Route>?,
      /// The routes of the actions that have an address, by the hash of their type and of the part
      /// of it that decides.
      addressRoutes: [Int: Route],
      hasElementReducers: Bool, removedCount: Int, dynamic: [UInt64: [Entry]],
      addressedElements: [Place], entered: Int
    ) = (
      // `.init()`: a literal compiles one more function for each type of dictionary.
      entries: [], routes: .init(), lastType: nil, route: nil, addressRoutes: .init(),
      hasElementReducers: false, removedCount: 0, dynamic: .init(), addressedElements: [],
      entered: 0
    )
  let site: ReducerSite
  /// For tests of the cost, as `entered` is.
  var addressRouteCount: Int { content.addressRoutes.count }
  #if DEBUG
    /// No reducer handles actions of the last type, whatever their address is.
    private(set) var isMissing = false
    /// The types of the actions that have been reported.
    private var reported: Set<ObjectIdentifier> = []
    /// A reducer of some actions, rather than of every action, has been added.
    private var hasFilters = false
  #endif
  var entered: Int { content.entered }

  init(_ reducers: [CompiledReducer], at site: ReducerSite = ReducerSite()) {
    self.site = site
    add(reducers, as: 0)
  }

  // MARK: Reducing

  /// Runs the reducers of an action on the value at `root`, and returns whether one has handled it.
  @discardableResult
  func reduce(
    _ root: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Bool {
    // The static type of the action. Only an object's dynamic type can differ from it.
    if content.lastType != staticType(of: action) || output.pointee.address != nil {
      select(action, output.pointee.address?.takeUnretainedValue())
    }
    let before = output.pointee.changes.count
    if content.addressedElements.isEmpty {
      runRoute(root, action, output)
    } else {
      content.addressedElements.reducing(root) { runRoute(root, action, output) }
    }
    return output.pointee.changes.count != before
  }

  @inline(__always)
  private func runRoute(
    _ root: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) {
    content.route?._withUnsafeGuaranteedRef { route in
      for index in 0..<route.entries.count {
        route.entries[index]._withUnsafeGuaranteedRef { run($0, root, action, output) }
      }
    }
  }

  @inline(__always)
  private func run(
    _ entry: Entry, _ root: UnsafeMutableRawPointer, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) {
    guard let code = entry.code else { return }
    if !entry.part.isPresent(in: root) { return }
    content.entered += 1
    let (before, change) = (output.pointee.effects.count, output.pointee.changes.count)
    let isHandled = code._withUnsafeGuaranteedRef {
      $0.body(root + entry.range.lowerBound, action, output)
    }
    if output.pointee.effects.count != before {
      output.pointee.place(
        effectsFrom: before, at: entry.base, of: entry.dynamicReducer)
    }
    if !isHandled { return }
    output.pointee.reducerCount &+= entry.count
    if output.pointee.changes.count == change {
      output.pointee.changes.append(Change(range: entry.range, hits: entry.hits))
    } else {
      output.pointee.changes.move(from: change, entry.range, entry.hits)
    }
  }

  @inline(__always)
  private func staticType<ActionType: Action>(of action: ActionType) -> ObjectIdentifier {
    ObjectIdentifier(ActionType.self)
  }

  private func select(_ action: any Action, _ address: Address?) {
    let type = Swift.type(of: action)
    let id = ObjectIdentifier(type)
    content.lastType = type is AnyClass || address != nil ? nil : id
    // All elements have the same reducers, unless one has a reducer of its own.
    let part = content.hasElementReducers ? address : address?.leadingInstances
    let key = Int(bitPattern: id) ^ (part?.hash ?? 0)
    var route = address == nil ? content.routes[id] : content.addressRoutes[key]
    // Another one can have the same hash.
    if address != nil, route?.type != type || route?.address != part { route = nil }
    if route == nil {
      let made = Route(for: type, to: part)
      made.append(
        content.entries.filter { entry in
          address.flatMap { entry.address?.matches($0) } ?? true
        })
      route = made
      if address != nil {
        // Instances come and go, such as those of documents.
        if content.addressRoutes.count >= 1_024 { content.addressRoutes = .init() }
        content.addressRoutes[key] = made
      } else {
        content.routes[id] = made
      }
    }
    content.route = route.map(Unmanaged.passUnretained)
    #if DEBUG
      // A store that never had reducers, or those of every action alone, ignores actions.
      isMissing =
        hasFilters
        && !content.entries.contains { $0.code != nil && $0.filter.includes(type) }
    #endif
  }

  #if DEBUG
    /// Returns whether to report an action without reducers, as the first of its type, which the
    /// caller must then do.
    func beginReport(of action: any Action) -> Bool {
      reported.insert(ObjectIdentifier(Swift.type(of: action))).inserted
    }

    /// Lets the next action find out whether it has reducers, even if it has the last type.
    private func forgetMissing() { content.lastType = nil }
  #endif

  // MARK: Dynamic reducers

  /// Adds reducers behind the present ones, in O(number of action types so far).
  func add(_ reducers: [CompiledReducer], as dynamicReducer: UInt64) {
    let added = reducers.map { Entry($0, at: site, dynamicReducer: dynamicReducer) }
    if added.contains(where: { $0.address?.hasElements ?? false }) {
      content.hasElementReducers = true
    }
    content.entries += added
    for place in reducers.flatMap(\.addressedElements)
    where !content.addressedElements.contains(place) {
      content.addressedElements.append(place)
    }
    if dynamicReducer != 0 { content.dynamic[dynamicReducer] = added }
    #if DEBUG
      if added.contains(where: { !$0.handlesAll }) { hasFilters = true }
      forgetMissing()
    #endif
    for known in content.routes.values { known.append(added) }
    forgetAddressRoutes()
  }

  /// Removes a dynamic reducer in amortized O(1).
  ///
  /// Release the returned functions with nothing locked: reducers can retain objects of user code.
  func remove(_ dynamicReducer: UInt64) -> [Code] {
    guard let removed = content.dynamic.removeValue(forKey: dynamicReducer) else { return [] }
    let code = removed.compactMap { $0.takeCode() }
    content.removedCount += removed.count
    #if DEBUG
      forgetMissing()
    #endif
    if content.removedCount > 16, content.removedCount > content.entries.count / 2 { compact() }
    return code
  }

  private func compact() {
    content.entries.removeAll { $0.code == nil }
    content.removedCount = 0
    forgetRoutes()
  }

  private func forgetRoutes() {
    (content.routes, content.route, content.lastType) = (.init(), nil, nil)
    forgetAddressRoutes()
  }

  private func forgetAddressRoutes() {
    guard !content.addressRoutes.isEmpty else { return }
    (content.addressRoutes, content.lastType) = (.init(), nil)
  }
}

extension ReducerTable.Entry {
  fileprivate var handlesAll: Bool {
    if case .all = filter { address == nil } else { false }
  }
}
