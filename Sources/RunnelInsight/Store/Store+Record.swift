// SPDX-License-Identifier: MIT

public import Foundation
public import Runnel

extension StoreOf {
  /// Records the actions, effects and states of this store in a file.
  ///
  /// ```swift
  /// let recording = try store.record(to: url)
  /// ```
  ///
  /// The recording begins with the next dispatched action, and ends when it is disposed or
  /// released. A scope records the actions of the whole store, with its own slice as the state.
  ///
  /// - Actions are recorded after middleware, as the reducers receive them. An action whose type is
  ///   `Codable` can be replayed; any other can be read only.
  /// - States are recorded if their type is `Encodable`.
  /// - A value that can't be encoded, that is nested more than 250 deep, or that takes more than
  ///   31 MB isn't written as JSON. The first one of a type is a runtime warning, with its path.
  ///   Such an action is recorded as text.
  /// - The store's queue only appends the action to a list, which is encoded on a queue of its own:
  ///   see the article <doc:RecordingAndReplay> for the costs. Each of the `deliveries` costs two
  ///   clock readings.
  /// - An existing file is replaced, but nothing else is: not a device, a FIFO or a symbolic link.
  ///   The file is readable by its owner only. If something empties it, the recording begins again
  ///   with a header.
  /// - `redact` decides what is recorded of an action. It is called on the recording's queue, also
  ///   with the actions inside of it, such as one for a row or a screen: if one of these is not
  ///   kept, the whole action is hidden. What objects of classes contain isn't searched. The names
  ///   of effects have the types of their actions and commands only.
  /// - `redactState` removes from a state what must not be recorded, such as a password. It is
  ///   called on the recording's queue with a copy of the state, also with one that `restore(_:)`
  ///   sets. A state restored through another scope is hidden. A replay must do the same.
  ///
  /// - Throws: ``RunnelInsight/RecordingError`` if the file can't be created, or if something that
  ///   isn't a file is in its place.
  public func record(
    to url: URL, states: RecordedStates = .adaptive, deliveries: Bool = false,
    redacting redact: (@Sendable (any Action) -> Redaction)? = nil,
    redactingState redactState: (@Sendable (inout State) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Recording {
    record(
      try FileOutput(url), url, states: states, deliveries: deliveries,
      Redactor(redact: redact, redactState: redactState), CallSite(file: file, line: line))
  }

  /// Keeps the last actions of this store in memory, until the recorder is disposed or released.
  ///
  /// ```swift
  /// let flight = store.record(last: 5_000)
  /// ```
  ///
  /// For a problem that a user reports: nothing is encoded or written until
  /// ``RunnelInsight/FlightRecorder/write(to:)``. At least `count` actions are kept. For the other
  /// parameters, see ``record(to:states:deliveries:redacting:redactingState:file:line:)``.
  public func record(
    last count: Int, redacting redact: (@Sendable (any Action) -> Redaction)? = nil,
    redactingState redactState: (@Sendable (inout State) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> FlightRecorder {
    let site = CallSite(file: file, line: line)
    let recent = RecentEvents(last: count)
    let log = EventLog(
      states: Self.recorded(.adaptive), interval: recent.segmentLength, read: boxReader)
    let recorder = Recorder(log, recent)
    let encoder = lineEncoder(
      .adaptive, deliveries: false, Redactor(redact: redact, redactState: redactState), at: site)
    let token = add(recorder.probe(deliveries: false), at: site, whenAdded: recorder.begin)
    let read = reading(recorder)
    return FlightRecorder(token) { url in
      await read { recent in
        do throws(RecordingError) { try recent.write(to: url, encoder) } catch { return error }
        return nil
      }
    }
  }

  /// Records lines to an output with an address, for which `limit` events, or any number, may wait.
  func record(
    _ output: some LineOutput, _ url: URL, states: RecordedStates, deliveries: Bool,
    limit: Int? = nil, accepting acceptedTypes: [String] = [], _ redactor: Redactor<State>,
    _ site: CallSite
  ) -> Recording {
    let encoder = lineEncoder(
      states, deliveries: deliveries, accepting: acceptedTypes, redactor, at: site)
    let log = EventLog(states: Self.recorded(states), limit: limit, read: boxReader)
    let recorder = Recorder(log, LineWriter(output, encoder))
    let token = add(
      recorder.probe(deliveries: deliveries), at: site, whenAdded: recorder.begin,
      whenRemoved: { root in recorder.takeState(root) { $0.end() } })
    let read = reading(recorder)
    return Recording(url, token) { await read { $0.error } }
  }

  /// Calls a closure with the reader, after all that was dispatched before.
  ///
  /// The function doesn't retain the store, and works without this scope.
  private func reading<Reader>(
    _ recorder: Recorder<Reader>
  ) -> @Sendable (@escaping @Sendable (inout Reader) -> RecordingError?) async -> RecordingError? {
    { [afterEarlierActions] body in
      await withCheckedContinuation { continuation in
        afterEarlierActions { root in
          recorder.takeState(root) { continuation.resume(returning: body(&$0)) }
        }
      }
    }
  }

  /// Returns an encoder for events of this store, which doesn't retain the store.
  private func lineEncoder(
    _ states: RecordedStates, deliveries: Bool, accepting acceptedTypes: [String] = [],
    _ redactor: Redactor<State>, at site: CallSite
  ) -> LineEncoder<State> {
    let handler = Misuse.handler
    let header = RecordingHeader(
      state: RecordedName.of(State.self), states: Self.recorded(states), deliveries: deliveries,
      acceptedTypes: acceptedTypes)
    return LineEncoder(
      header, redactor, at: site, paths: reducerPaths, reportingTo: { $0.warn(to: handler) })
  }

  private static func recorded(_ states: RecordedStates) -> RecordedStates {
    State.self is any Encodable.Type ? states : .none
  }

  private var boxReader: @Sendable (UnsafeRawPointer) -> (any AnyObject & Sendable)? {
    let read = reader
    return { read($0).map(StateBox.init) }
  }
}
