// SPDX-License-Identifier: MIT

/// The reducers of one store, sorted by the types of actions that they are for.
///
/// Which reducers an action enters is found out when the first action of its type comes, and remembered: a
/// short list, in the order of composition. Belongs to whoever runs it, one at a time: the drain.
final class ReducerTable {
  /// What an action may have changed: a range of bytes, and perhaps which element of the collection there.
  ///
  /// `@unchecked`: the hint and the trail are used by the drain that the table belongs to.
  struct Change: @unchecked Sendable {
    let footprint: Footprint
    let element: UnsafePointer<ElementHint>?
    /// What was found there last. Kept by the table.
    let trail: Unmanaged<Watches.Trail>?

    static var nothing: Change { Change(footprint: .nothing, element: nil, trail: nil) }

    /// The same for somebody who knows where this is anyway.
    var touch: Touch { footprint == .nothing ? .nothing : .whole }
  }

  /// A reducer, and who added it: zero is whoever made the table.
  fileprivate struct Installed {
    let trigger: ReducerEntry.Trigger
    let addition: UInt64
    let step: Step
  }

  fileprivate struct Step {
    let footprint: Footprint
    let offset: Int
    let body: ReducerEntry.Body
    let trail = Watches.Trail()
  }

  private typealias Route = ContiguousArray<Step>

  private struct State {
    var installed: ContiguousArray<Installed> = []
    var routes: [ObjectIdentifier: Route] = [:]
    /// The type of the last action, which is often that of the next.
    var lastType: ObjectIdentifier?
    /// The reducers for that type, or for all types if there are none but those for everything.
    var route: Route = []
    var isUniform = true
    var more = ContiguousArray<Change>()
    var entered = 0
  }

  /// Behind a pointer, because the checks for exclusive access that guard the properties of a class would
  /// cost more than entering a reducer does. Only the drain touches it.
  private let state: UnsafeMutablePointer<State>

  init(_ entries: [ReducerEntry]) {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    add(entries, as: 0)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// What the last action has changed beyond what `reduce` returned.
  var more: ContiguousArray<Change> {
    _read { yield state.pointee.more }
  }

  /// How many reducers have been entered.
  var entered: Int { state.pointee.entered }

  /// Lets the reducers that are for `action` change the value at `root`, one after the other.
  ///
  /// Returns what they may have changed: if it is in several places, the rest is in `more`.
  func reduce(_ root: UnsafeMutableRawPointer, _ action: any Action) -> Change {
    if !state.pointee.isUniform {
      let type = Swift.type(of: action)
      if state.pointee.lastType != ObjectIdentifier(type) { turn(to: type) }
    }
    if !state.pointee.more.isEmpty { state.pointee.more.removeAll(keepingCapacity: true) }
    var first = Change.nothing
    state.pointee.route.withUnsafeBufferPointer { route in
      state.pointee.entered += route.count
      for index in route.indices {
        let element: UnsafePointer<ElementHint>?
        switch route[index].body(root + route[index].offset, action) {
        case .nothing: continue
        case .whole: element = nil
        case .element(let hint): element = hint
        }
        let change = Change(
          footprint: route[index].footprint,
          element: element,
          trail: .passUnretained(route[index].trail)
        )
        if first.footprint == .nothing { first = change } else { state.pointee.more.append(change) }
      }
    }
    return first
  }

  private func turn(to type: any Action.Type) {
    let id = ObjectIdentifier(type)
    state.pointee.lastType = id
    if let route = state.pointee.routes[id] {
      state.pointee.route = route
    } else {
      let route = state.pointee.installed.filter { $0.trigger.includes(type) }.map(\.step)
      state.pointee.route = Route(route)
      state.pointee.routes[id] = state.pointee.route
    }
  }

  // MARK: Changing the table

  /// Adds reducers behind those that are there.
  func add(_ entries: [ReducerEntry], as addition: UInt64) {
    state.pointee.installed += entries.map { Installed($0, addition: addition) }
    forgetRoutes()
  }

  /// Takes out what was added as `addition`, and returns what has to be kept until nothing is locked.
  func remove(_ addition: UInt64) -> Any {
    let old = state.pointee
    state.pointee.installed.removeAll { $0.addition == addition }
    forgetRoutes()
    return old
  }

  private func forgetRoutes() {
    let installed = state.pointee.installed
    state.pointee.isUniform = installed.allSatisfy(\.isForEverything)
    state.pointee.route = state.pointee.isUniform ? Route(installed.map(\.step)) : []
    state.pointee.routes = [:]
    state.pointee.lastType = nil
  }
}

extension ReducerTable.Installed {
  fileprivate init(_ entry: ReducerEntry, addition: UInt64) {
    self.init(
      trigger: entry.trigger,
      addition: addition,
      step: .init(footprint: entry.footprint, offset: entry.offset, body: entry.make())
    )
  }

  fileprivate var isForEverything: Bool {
    if case .everything = trigger { true } else { false }
  }
}

extension ReducerEntry.Trigger {
  /// Whether it is for actions of a type, or of a class that the type inherits from.
  func includes(_ type: any Action.Type) -> Bool {
    switch self {
    case .everything:
      return true
    case .types(let types):
      if types.contains(where: { $0 == type }) { return true }
      guard var ancestor = type as? AnyClass else { return false }
      while let next = _getSuperclass(ancestor) {
        if types.contains(where: { $0 == next }) { return true }
        ancestor = next
      }
      return false
    }
  }
}
