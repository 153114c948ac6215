// SPDX-License-Identifier: MIT

public import Runnel

/// A feature that is accessible only through its inputs and outputs.
///
/// From outside, inputs can be sent but not read, and outputs can be read but not written. State,
/// dependencies and logic are inaccessible. Two structures define the inputs and outputs, and key
/// paths give access to them:
///
/// ```swift
/// let boundary = ThermometerBoundary(input: ThermometerBoundary.Input(), dependencies: sensor)
/// boundary.input.unit("°C")
/// let unit = boundary.output.unit.value
/// ```
///
/// A boundary is built on a store: a private one, or a scope of the app's store. Use it where a
/// screen or a service should depend on a few names instead of a state and its actions. Inside one
/// feature, components connected to a store need less code.
///
/// A boundary owns its bindings, its ``BoundaryLogic/Dependencies`` and its private store. When it
/// is released, the subscriptions of the logic's disposer end, effects of its private store are
/// canceled, inputs have no effect, and outputs that are still in use keep their last value.
///
/// Swift's access control still applies inside the feature's module: mark members of `Input` and
/// `Output` that other code must not use as `private`. A boundary can be created and used on any
/// thread. It isn't `Sendable`, so that subclassing it needs no annotation, but its ``input`` and
/// ``output`` are.
open class Boundary<Logic: BoundaryLogic>: InputOutput {
  /// The inputs to send values to.
  public let input: Inputs<Logic.Input>
  /// The outputs to read and observe.
  public let output: Outputs<Logic.Output>

  /// The implementation, in closures, because a mirror shows all other stored properties.
  private let implementation: Implementation

  private struct Implementation {
    let settled: @Sendable (_ includingEffects: Bool) async -> Void
    let end: () -> Void
  }

  /// Creates a boundary on a store or a scope.
  ///
  /// It retains the store and the dependencies, which are `()` for a logic without any. `input` is
  /// created for this boundary only.
  public init(
    input: Logic.Input, store: StoreOf<Logic.State, Logic.ActionType>,
    dependencies: Logic.Dependencies, file: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    (self.input, output, implementation) = Boundary.bind(input, store, dependencies, at: site) {}
  }

  /// Creates a boundary with a private store of an initial state.
  ///
  /// `reducer` handles the actions that the logic dispatches, and effects use `clock`. For the
  /// other parameters, see ``init(input:store:dependencies:file:line:)``.
  public init(
    input: Logic.Input, state: Logic.State, reducer: Reducer<Logic.State>,
    clock: any Clock<Duration> = ContinuousClock(), dependencies: Logic.Dependencies,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let store = Store(state: state, reducer: reducer, clock: clock, file: file, line: line)
      .accepting(anyOrOne: Logic.ActionType.self)
    let site = CallSite(file: file, line: line)
    (self.input, output, implementation) = Boundary.bind(input, store, dependencies, at: site) {
      // An output that is still in use retains the store, but must not keep its effects running.
      store.retireEffects()
    }
  }

  private static func bind(
    _ input: Logic.Input, _ store: StoreOf<Logic.State, Logic.ActionType>,
    _ dependencies: Logic.Dependencies, at site: CallSite, onEnd: @escaping () -> Void
  ) -> (Inputs<Logic.Input>, Outputs<Logic.Output>, Implementation) {
    let lifetime = BoundaryLifetime(at: site)
    lifetime.claimPorts(of: input)
    let output = Logic.bind(
      Context(
        input: Receivers(input: input, lifetime: lifetime), store: store,
        dependencies: dependencies, disposer: lifetime.disposer))
    let implementation = Implementation {
      await store.settled(includingEffects: $0)
    } end: {
      lifetime.end()
      onEnd()
      // The dependencies live until the boundary has ended.
      withExtendedLifetime(dependencies) {}
    }
    return (Inputs(input: input), Outputs(output: output), implementation)
  }

  deinit { implementation.end() }

  /// Returns when the store has processed all inputs sent before the call, for tests.
  ///
  /// Their actions have been reduced and delivered, with `includingEffects` also those that effects
  /// dispatch. Stores of other boundaries that this one uses aren't awaited.
  public nonisolated(nonsending) func settled(includingEffects: Bool = false) async {
    await implementation.settled(includingEffects)
  }
}

extension Boundary where Logic.State == Void {
  /// Creates a boundary without state, which retains the dependencies.
  ///
  /// `input` is created for this boundary only.
  public convenience init(
    input: Logic.Input, dependencies: Logic.Dependencies,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      input: input, state: (), reducer: Reducer {}, dependencies: dependencies, file: file,
      line: line)
  }
}

extension Boundary: CustomReflectable {
  /// An empty mirror, which hides the implementation.
  public var customMirror: Mirror {
    Mirror(self, children: [], ancestorRepresentation: .suppressed)
  }
}

/// The lifetime of a boundary, for objects that can outlive it.
final class BoundaryLifetime: Sendable {
  /// The owner of the boundary's subscriptions; after the end it disposes of new ones at once.
  let disposer = Disposer()
  private let site: CallSite
  /// In the order in which they were claimed, or `nil` after the end.
  private let ports = Locked<[any OwnableInputPort]?>([])

  init(at site: CallSite) { self.site = site }

  /// Claims all stored ports of an input, including inherited ones.
  func claimPorts(of input: Any, for each: (any OwnableInputPort) -> Void = { _ in }) {
    var mirror: Mirror? = Mirror(reflecting: input)
    while let next = mirror {
      for child in next.children {
        guard let port = child.value as? any OwnableInputPort else { continue }
        claim(port)
        each(port)
      }
      mirror = next.superclassMirror
    }
  }

  /// Makes the boundary the owner of a port: a port with another one is a fatal error.
  func claim(_ port: any OwnableInputPort) {
    if ports.withLock({ $0?.contains { $0 === port } ?? false }) { return }
    guard port.claim(for: ObjectIdentifier(self)) else {
      // After the end, the boundary's own ports are closed too.
      if hasEnded { return }
      Misuse.sharedPort("\(type(of: port))", at: site).trap()
    }
    ports.withLock { $0?.append(port) }
    if hasEnded { port.close() }
  }

  private var hasEnded: Bool { ports.withLock { $0 == nil } }

  func end() {
    disposer.close()
    ports.withLock { $0.take() }?.forEach { $0.close() }
  }
}
