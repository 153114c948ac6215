// SPDX-License-Identifier: MIT

import RunnelText

extension StoreOf {
  /// Starts an effect that belongs to the owner of the returned token, such as a screen or an app.
  ///
  /// ```swift
  /// store.run(.perform(PhotoCommand.load(id))).dispose(on: disposer)
  /// store.run(.stream(socket.messages) { ChatAction.received($0) }).dispose(on: disposer)
  /// ```
  ///
  /// For work that no action causes: a socket, a timer, a delegate. If an action causes the work,
  /// return the effect from a reducer. To follow another store, stream its values:
  ///
  /// ```swift
  /// player.run(.stream(session.scope(\.user).values(delivery: .every)) { .userChanged($0) })
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// That effect retains neither store, and ends when either is deallocated.
  ///
  /// The effect starts at once and doesn't retain the store. It is canceled when the token is
  /// disposed or released, when the store is deallocated, or when the optional, case or element of
  /// the store's scope disappears. An effect that ends or fails affects no other; an uncaught error
  /// goes to ``onError(_:file:line:)``. ``settled(includingEffects:)`` and
  /// ``dispatchAndWait(_:file:line:)`` don't wait for it: they wait for effects of actions.
  public func run(
    _ effect: EffectOf<ActionType>, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    engine.effects.start(
      effect.untyped, to: address, of: slice, from: engine.slices.pathBase(of: slice), in: engine,
      at: CallSite(file: file, line: line))
  }

  /// Cancels the effects that have an ID, running or waiting, in this store and below.
  ///
  /// On the store of an element, a screen or an instance, these are its own effects and those of
  /// what is inside it, and on any other, all effects of the app with the ID.
  ///
  /// Can be called from any thread. If an action of such an effect is being reduced, it is the
  /// last. Effects of actions that were dispatched before are canceled even if they have not
  /// started. O(number of IDs in use), or O(1) if no element, screen or instance uses any.
  public func cancelEffects(id: some Hashable & Sendable) {
    // Made with nothing locked, because it hashes the user's value.
    let id = EffectID(id).used(by: address)
    engine.effects.update { $0.cancel(id) }
    engine.post(.run { [effects = engine.effects] in effects.update { $0.cancel(id) } })
  }

  /// Calls `listener` for each uncaught error, until the token is disposed or released.
  ///
  /// ```swift
  /// store.onError { crashReporter.record($0.error, at: "\($0.site)") }.dispose(on: disposer)
  /// ```
  ///
  /// Each listener receives each error of the whole store once, on the thread on which the effect
  /// failed, in the order in which the listeners were added. Without a listener, an error is a
  /// runtime warning. The token doesn't retain the store.
  @preconcurrency
  public func onError(
    _ listener: @escaping @Sendable (EffectFailure) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let listener = engine.effects.failureListeners.withLock { $0.add(listener) }
    return Disposable(at: CallSite(file: file, line: line)) { [weak effects = engine.effects] in
      effects?.failureListeners.withLock { $0.remove(listener) }
    }
  }

  /// The running and waiting effects of the whole store, in start order: O(number of effects).
  public var runningEffects: [RunningEffect] { engine.effects.running() }
}

/// An error that left an effect uncaught, or that a connection of the store met.
///
/// See ``StoreOf/onError(_:file:line:)``. `RunnelPersistence` reports a value that it can't save.
public struct EffectFailure: Error, CustomStringConvertible {
  /// The error.
  public let error: any Error
  /// The place where the effect or the connection was created.
  public let site: CallSite
  package let isOfConnection: Bool

  package init(error: any Error, site: CallSite, isOfConnection: Bool = false) {
    self.error = error
    self.site = site
    self.isOfConnection = isOfConnection
  }

  /// The error and the place.
  public var description: String {
    "\(error) in \(isOfConnection ? "a connection" : "an effect") made at \(site)".escapingControls
  }
}

/// A description of an effect that is running or waiting, in ``StoreOf/runningEffects``.
///
/// For logs, debuggers and tests: a snapshot that retains nothing of the effect.
public struct RunningEffect: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the effect, or its command, as in `run` and `perform Login.submit`.
  public let name: String
  /// The cancellation IDs, the innermost first.
  public let ids: [String]
  /// A Boolean value indicating whether the effect is delayed or waits for other effects.
  public let isWaiting: Bool
  /// The file in which the effect was created.
  public let file: String
  /// The line in which the effect was created.
  public let line: Int

  /// The parts on one line, as in `run (Search.ID.query, waiting) at Search/Search.swift:9`.
  public var description: String {
    let notes = ids + (isWaiting ? ["waiting"] : [])
    let list = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(name)\(list) at \(file):\(line)".escapingControls
  }

  init(name: String, ids: [String], isWaiting: Bool, site: CallSite) {
    self.name = name
    var known: [String] = []
    for id in ids where !known.contains(id) { known.append(id) }
    self.ids = known
    self.isWaiting = isWaiting
    file = site.file
    line = site.line
  }
}

/// An effect that a store has started, for lists and records.
///
/// Describing it takes longer than starting it: readers decide when. It retains no closure.
package struct EffectRecord: Sendable {
  package enum Outcome: Sendable {
    case finished
    case failed(any Error)
    case canceled
  }

  /// Ascending in the order in which work is started, or zero.
  package let number: UInt64
  /// The number of the action whose reducer returned the effect, or zero.
  package let cause: UInt64
  package let site: CallSite
  /// The name of the effect inside all modifiers, and its action or command.
  private let name: String
  private let content: (any Sendable)?
  private let ids: [EffectID]
  private let isWaiting: Bool

  /// Creates a record of an effect that hasn't ended, with the state machine locked.
  init(_ node: EffectNode) {
    number = node.workNumber
    cause = node.root.action
    site = node.site
    ids = node.ids
    var effect = node.effect
    isWaiting = effect?.count == 1 && (!node.hasBegun || node.timer != nil)
    while let modified = effect, modified.count == 1 { effect = modified[0] }
    (name, content) =
      switch effect?.kind {
      case .send(let action): ("send", action)
      case .perform(let command): ("perform", command)
      case .cancel: ("cancel", nil)
      case .merge: ("merge", nil)
      case .concatenate: ("concatenate", nil)
      default: (effect?.work?.name ?? "none", nil)
      }
  }

  /// The name of the effect, without what its action or its command contains.
  package var nameWithoutContent: String {
    content.map { "\(name) \(TypeName.withoutModule(type(of: $0)))" } ?? name
  }

  package func describe() -> RunningEffect {
    RunningEffect(
      name: content.map { "\(name) \(TypeName.of($0))" } ?? name, ids: ids.map(\.description),
      isWaiting: isWaiting, site: site)
  }
}
