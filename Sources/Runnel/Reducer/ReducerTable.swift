// SPDX-License-Identifier: MIT

/// The reducers of one store, sorted by the types of actions that they are for.
///
/// Which reducers an action enters is found out when the first action of its type comes, and remembered: a
/// short list, in the order of composition. Belongs to whoever runs it, one at a time: the drain.
///
/// The way of an action through the table counts no references: that would cost more than all the rest.
final class ReducerTable {
  /// What an action may have changed: a range of bytes, and perhaps which element of the collection there.
  ///
  /// `@unchecked`: the hint and the trail are used by the drain that the table belongs to.
  struct Change: @unchecked Sendable {
    let footprint: Footprint
    let element: UnsafePointer<ElementHint>?
    /// What was found there last.
    let trail: UnsafeMutablePointer<Watches.Trail>?

    static var nothing: Change { Change(footprint: .nothing, element: nil, trail: nil) }

    /// The same for somebody who knows where this is anyway.
    var touch: Touch { footprint == .nothing ? .nothing : .whole }
  }

  /// The part of a reducer that the steps of all routes share.
  fileprivate final class Code {
    let body: ReducerEntry.Body
    let trail: UnsafeMutablePointer<Watches.Trail>

    init(body: @escaping ReducerEntry.Body) {
      self.body = body
      trail = .allocate(capacity: 1)
      trail.initialize(to: Watches.Trail())
    }

    deinit {
      trail.deinitialize(count: 1)
      trail.deallocate()
    }
  }

  /// A reducer, and who added it: zero is whoever made the table.
  fileprivate struct Installed {
    let trigger: ReducerEntry.Trigger
    let addition: UInt64
    let footprint: Footprint
    let offset: Int
    let code: Code
  }

  /// One reducer on the way of an action.
  private struct Step {
    let footprint: Footprint
    let offset: Int
    let addition: UInt64
    /// Kept by the list of what is installed, which routes are made from and do not outlive.
    let code: Unmanaged<Code>
  }

  /// The way of the actions of one type.
  private final class Route {
    let steps: UnsafeMutablePointer<Step>
    let count: Int

    init(_ installed: [Installed]) {
      count = installed.count
      steps = .allocate(capacity: max(count, 1))
      for (index, reducer) in installed.enumerated() {
        (steps + index).initialize(
          to: Step(
            footprint: reducer.footprint,
            offset: reducer.offset,
            addition: reducer.addition,
            code: .passUnretained(reducer.code)
          ))
      }
    }

    deinit {
      steps.deallocate()
    }
  }

  private struct State {
    var installed: [Installed] = []
    var routes: [ObjectIdentifier: Route] = [:]
    /// The type of the last action, which is often that of the next.
    var lastType: ObjectIdentifier?
    /// The route for that type, or for all types if there are none but reducers for everything.
    var route: Route?
    var steps: UnsafeMutablePointer<Step>?
    var count = 0
    var isUniform = true
    var more = ContiguousArray<Change>()
    var hasMore = false
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

  /// Whether the last action has changed more than `reduce` returned.
  var hasMore: Bool { state.pointee.hasMore }

  /// What the last action has changed beyond what `reduce` returned.
  var more: ContiguousArray<Change> { state.pointee.more }

  /// How many reducers have been entered.
  var entered: Int { state.pointee.entered }

  /// Lets the reducers that are for `action` change the value at `root`, one after the other. Their effects
  /// go to `effects`.
  ///
  /// Returns what they may have changed: if it is in several places, the rest is in `more`.
  func reduce(
    _ root: UnsafeMutableRawPointer,
    _ action: any Action,
    _ effects: ReducerEntry.Effects
  ) -> Change {
    if !state.pointee.isUniform {
      // The type under which it was handed over. Only of an object may the type be another.
      if state.pointee.lastType != staticType(of: action) { turn(to: action) }
    }
    if state.pointee.hasMore {
      state.pointee.more.removeAll(keepingCapacity: true)
      state.pointee.hasMore = false
    }
    var first = Change.nothing
    guard let steps = state.pointee.steps else { return first }
    let count = state.pointee.count
    state.pointee.entered += count
    for index in 0..<count {
      let step = steps + index
      let before = effects.pointee.count
      let touch = step.pointee.code._withUnsafeGuaranteedRef {
        $0.body(root + step.pointee.offset, action, effects)
      }
      if effects.pointee.count != before {
        effects.place(
          from: before, at: step.pointee.offset, step.pointee.footprint, step.pointee.addition)
      }
      let element: UnsafePointer<ElementHint>?
      switch touch {
      case .nothing: continue
      case .whole: element = nil
      case .element(let hint): element = hint
      }
      let change = Change(
        footprint: step.pointee.footprint,
        element: element,
        trail: step.pointee.code._withUnsafeGuaranteedRef { $0.trail }
      )
      if first.footprint == .nothing {
        first = change
      } else {
        state.pointee.more.append(change)
        state.pointee.hasMore = true
      }
    }
    return first
  }

  private func staticType<ActionType: Action>(of action: ActionType) -> ObjectIdentifier {
    ObjectIdentifier(ActionType.self)
  }

  private func turn(to action: any Action) {
    let type = Swift.type(of: action)
    let id = ObjectIdentifier(type)
    state.pointee.lastType = type is AnyClass ? nil : id
    if let route = state.pointee.routes[id] {
      take(route)
    } else {
      let route = Route(state.pointee.installed.filter { $0.trigger.includes(type) })
      state.pointee.routes[id] = route
      take(route)
    }
  }

  private func take(_ route: Route?) {
    state.pointee.route = route
    state.pointee.steps = route?.steps
    state.pointee.count = route?.count ?? 0
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
    state.pointee.routes = [:]
    state.pointee.lastType = nil
    let installed = state.pointee.installed
    state.pointee.isUniform = installed.allSatisfy(\.isForEverything)
    take(state.pointee.isUniform ? Route(installed) : nil)
  }
}

extension ReducerTable.Installed {
  fileprivate init(_ entry: ReducerEntry, addition: UInt64) {
    self.init(
      trigger: entry.trigger,
      addition: addition,
      footprint: entry.footprint,
      offset: entry.offset,
      code: .init(body: entry.make())
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
