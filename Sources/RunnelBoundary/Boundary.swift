// SPDX-License-Identifier: MIT

public import Runnel

/// A feature that is reached by its inputs and its outputs, and by nothing else.
///
/// From outside, inputs can be sent and not read, outputs read and not written. The state, the dependencies
/// and the logic in between cannot be reached. What may be sent and read is said once, by two structures, and
/// both are reached by key path:
///
/// ```swift
/// let boundary = ThermometerBoundary(input: ThermometerBoundary.Input(), extra: sensor)
/// boundary.input.unit("°C")
/// let unit = boundary.output.unit.value
/// ```
///
/// It is built over a store: one of its own, which nobody else knows, or a scope of the app's. Use it where a
/// screen or a service should depend on a few names rather than on a state and its actions; inside of one
/// feature, components connected to a store are less to write.
///
/// A boundary owns its bindings, its ``BoundaryLogic/Extra`` and its own store. When it goes away,
/// subscriptions that the logic gave to its disposer end, effects of a store of its own are cancelled, and
/// inputs lead nowhere. Outputs that somebody still holds keep the last value.
///
/// Code in the module of a feature sees what Swift lets it see of the structures that it names as `Input` and
/// `Output`. Keep what is not meant for others `private` there, as ever.
///
/// A boundary may be made and used on any thread, and is not `Sendable`, so that it can be a base class
/// without more ado; its ``input`` and ``output`` are, and can be passed on.
open class Boundary<Logic: BoundaryLogic>: InputOutput {
  /// Where values are sent in.
  public let input: Inputs<Logic.Input>
  /// Where values are read.
  public let output: Outputs<Logic.Output>

  /// What is inside, in closures: a mirror looks into everything else.
  private let insides: Insides

  private struct Insides {
    let settled: @Sendable (_ includingEffects: Bool) async -> Void
    let end: () -> Void
  }

  /// A boundary over a store, or over a scope of one.
  ///
  /// - Parameters:
  ///   - input: The inputs, made for this boundary alone.
  ///   - store: The state. It is kept.
  ///   - extra: What the logic works with. It is kept.
  ///   - file: The file in which the boundary is made.
  ///   - line: The line in which the boundary is made.
  public init(
    input: Logic.Input,
    store: Store<Logic.State>,
    extra: Logic.Extra,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    (self.input, output, insides) = Boundary.bind(input, store, extra, at: site) {}
  }

  /// A boundary that stands alone, with a state of its own.
  ///
  /// - Parameters:
  ///   - input: The inputs, made for this boundary alone.
  ///   - state: The state to begin with.
  ///   - reducer: What the actions that the logic dispatches mean for the state.
  ///   - clock: What effects go by.
  ///   - extra: What the logic works with. It is kept.
  ///   - file: The file in which the boundary is made.
  ///   - line: The line in which the boundary is made.
  public init(
    input: Logic.Input,
    state: Logic.State,
    reducer: Reducer<Logic.State>,
    clock: any Clock<Duration> = ContinuousClock(),
    extra: Logic.Extra,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let store = Store(state: state, reducer: reducer, clock: clock, file: file, line: line)
    let site = CallSite(file: file, line: line)
    (self.input, output, insides) = Boundary.bind(input, store, extra, at: site) {
      // An output that somebody holds keeps the store, and shall not keep it busy.
      store.retireEffects()
    }
  }

  private static func bind(
    _ input: Logic.Input,
    _ store: Store<Logic.State>,
    _ extra: Logic.Extra,
    at site: CallSite,
    onEnd: @escaping () -> Void
  ) -> (Inputs<Logic.Input>, Outputs<Logic.Output>, Insides) {
    let lifetime = BoundaryLifetime(at: site)
    lifetime.claimPorts(of: input)
    let output = Logic.bind(Dependency(input, store, extra, lifetime))
    let insides = Insides {
      await store.settled(includingEffects: $0)
    } end: {
      lifetime.end()
      onEnd()
      // Until here, whatever is in there.
      withExtendedLifetime(extra) {}
    }
    return (Inputs(input), Outputs(output), insides)
  }

  deinit {
    insides.end()
  }

  /// Returns when all that was sent before the call has been reduced and announced: for tests.
  ///
  /// It waits for the store of this boundary. Others that it works with are waited for by themselves.
  ///
  /// - Parameter includingEffects: Whether to wait also for the effects, and for what comes of them.
  nonisolated(nonsending)
    public func settled(includingEffects: Bool = false) async
  {
    await insides.settled(includingEffects)
  }
}

extension Boundary where Logic.Extra == Void {
  /// A boundary over a store, or over a scope of one, that works with nothing else.
  public convenience init(
    input: Logic.Input,
    store: Store<Logic.State>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(input: input, store: store, extra: (), file: file, line: line)
  }

  /// A boundary that stands alone, with a state of its own, and works with nothing else.
  public convenience init(
    input: Logic.Input,
    state: Logic.State,
    reducer: Reducer<Logic.State>,
    clock: any Clock<Duration> = ContinuousClock(),
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      input: input, state: state, reducer: reducer, clock: clock, extra: (), file: file, line: line)
  }
}

extension Boundary where Logic.State == Void {
  /// A boundary without state.
  public convenience init(
    input: Logic.Input,
    extra: Logic.Extra,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      input: input, store: Store(state: (), file: file, line: line), extra: extra, file: file,
      line: line)
  }
}

extension Boundary where Logic.State == Void, Logic.Extra == Void {
  /// A boundary without state that works with nothing else.
  public convenience init(
    input: Logic.Input,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(input: input, extra: (), file: file, line: line)
  }
}

extension Boundary: CustomReflectable {
  /// Nothing: what lies behind it is not to be seen.
  public var customMirror: Mirror {
    Mirror(self, children: [], ancestorRepresentation: .suppressed)
  }
}
