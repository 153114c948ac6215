// SPDX-License-Identifier: MIT

/// One reducer of a composition: which actions it is for, where it writes, and what to call.
///
/// Like nodes and lanes it sees values through raw pointers, so that composing and entering reducers is
/// compiled once, and names a type only where the user's code begins.
@usableFromInline
struct ReducerEntry: Sendable {
  /// Which actions a reducer is for.
  enum Trigger: Sendable {
    case everything
    case types([any Action.Type])
  }

  /// Actions that a `forEach` gives to the element with their id.
  struct Pick: Sendable {
    let trigger: Trigger
    let idType: ObjectIdentifier
  }

  /// Where reducers put the effects that they return, in the order of composition.
  @usableFromInline
  typealias Effects = UnsafeMutablePointer<ContiguousArray<Effect>>

  /// Reduces the value at a pointer, and says what it may have written.
  @usableFromInline
  typealias Body = (
    _ value: UnsafeMutableRawPointer, _ action: any Action, _ effects: Effects
  ) -> Touch

  /// Leads from a value to a part of it, and to nothing if there is no such part.
  typealias Reach =
    (_ whole: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Touch) -> Touch

  let trigger: Trigger
  /// The bytes that it may write, counted from the start of the value that the composition is for.
  let footprint: Footprint
  /// How far from the start of that value the body wants its pointer.
  let offset: Int
  /// Which actions are given to one element of a collection inside, by an id.
  let picks: [Pick]
  /// Makes the body for one store. What the body remembers from one action to the next is that store's.
  let make: @Sendable () -> Body

  private init(
    trigger: Trigger,
    footprint: Footprint,
    offset: Int,
    picks: [Pick],
    make: @escaping @Sendable () -> Body
  ) {
    self.trigger = trigger
    self.footprint = footprint
    self.offset = offset
    self.picks = picks
    self.make = make
  }

  /// An entry whose body reduces a whole `State`.
  init<State>(
    of: State.Type,
    for trigger: Trigger,
    picks: [Pick] = [],
    make: @escaping @Sendable () -> Body
  ) {
    self.init(
      trigger: trigger,
      footprint: Footprint(lower: 0, upper: MemoryLayout<State>.size),
      offset: 0,
      picks: picks,
      make: make
    )
  }

  /// An entry whose body reduces a whole `State` and remembers nothing.
  init<State>(
    of: State.Type,
    for trigger: Trigger,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer, any Action, Effects) -> Touch
  ) {
    self.init(of: State.self, for: trigger) { body }
  }

  /// The same reducer for a value that has this one's at `distance` bytes from its start.
  func shifted(by distance: Int) -> ReducerEntry {
    ReducerEntry(
      trigger: trigger,
      footprint: Footprint(lower: footprint.lower + distance, upper: footprint.upper + distance),
      offset: offset + distance,
      picks: picks,
      make: make
    )
  }

  /// The same reducer for some actions only.
  func restricted(to accepted: AcceptedActions) -> ReducerEntry {
    ReducerEntry(
      trigger: trigger,
      footprint: footprint,
      offset: offset,
      picks: picks
    ) { [make] in
      let body = make()
      return { accepted.contains($1) ? body($0, $1, $2) : .nothing }
    }
  }

  /// The same reducer for a `Whole`, in which `reach` finds the value of this one, and `look` does to look at
  /// it.
  ///
  /// - Parameter isTransient: The value is there at times only.
  func lifted<Whole>(
    into: Whole.Type,
    isTransient: Bool,
    _ look: @escaping @Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Bool) -> Bool,
    _ reach: @escaping @Sendable () -> Reach
  ) -> ReducerEntry {
    ReducerEntry(of: Whole.self, for: trigger, picks: picks) { [offset, make] in
      let body = make()
      let reach = reach()
      let part = isTransient ? TransientPart { whole, _ in look(whole) { _ in true } } : nil
      return { whole, action, effects in
        let before = effects.pointee.count
        let touch = reach(whole) { body($0 + offset, action, effects).widened }
        if effects.pointee.count != before {
          effects.settle(from: before, in: part) { whole, _, body in
            look(whole) { body($0 + offset) }
          }
        }
        return touch
      }
    }
  }
}

/// What a reducer may have written of the bytes that it is allowed to write.
@usableFromInline
enum Touch {
  case nothing
  case whole
  /// One element of the collection that these bytes are.
  case element(UnsafePointer<ElementHint>)

  /// The same for somebody who does not know where the collection is.
  var widened: Touch {
    if case .nothing = self { .nothing } else { .whole }
  }
}

/// Names an element of a collection. Valid until the reducer that gave the hint runs again.
@usableFromInline
enum ElementHint {
  /// The element of an array at a position.
  case position(Int)
  /// The value of a dictionary for a key: the type of the key, and where it is, in an optional.
  case key(ObjectIdentifier, UnsafeRawPointer)
}

extension Array<ReducerEntry> {
  /// All the types that the entries are for, or everything.
  var trigger: ReducerEntry.Trigger {
    var types: [any Action.Type] = []
    for entry in self {
      guard case .types(let more) = entry.trigger else { return .everything }
      types += more
    }
    return .types(types)
  }
}
