// SPDX-License-Identifier: MIT

import Dispatch

/// What ``Middleware/logger(_:to:)`` writes of each action.
public enum LogContent: Hashable, Sendable {
  /// Its number, the action itself, and where it was dispatched.
  case actions
  /// What it has changed: the lines of the state that are gone, and those that are new.
  case changes
  /// How long the reducers took.
  case time
}

extension Middleware {
  /// Writes each action that has been reduced to a log, and what has come of it.
  ///
  /// ```swift
  /// Store(state: AppState(), reducer: appReducer, middleware: [.logger(.actions, .changes)])
  /// ```
  ///
  /// It prints, for instance:
  ///
  /// ```text
  /// 3 ProfileAction.renamed("otter") at App/Profile.swift:12
  ///   - profile.name: ""
  ///   + profile.name: "otter"
  /// ```
  ///
  /// It writes what the reducers have been given: what other middleware has vetoed is not there, and what it
  /// has replaced is there as it was replaced. It writes before anybody is told of the change, on the store's
  /// queue, and the next action waits for it. `.changes` makes text of the whole state for each action, which
  /// takes time with a large one: put a logger of a part there by ``scope(_:)``. It holds the text, and
  /// nothing of the state. Without any content nothing is written, and nothing is done for it.
  ///
  /// The number is that of the action as it was dispatched: what a middleware has made several of has one.
  ///
  /// - Parameters:
  ///   - content: What to write.
  ///   - sink: Where to write it. The system's log on Apple's systems, standard error elsewhere, unless told
  ///     otherwise.
  public static func logger(_ content: LogContent..., to sink: LogSink = .system) -> Middleware {
    logger(Set(content), to: sink)
  }

  /// Writes each action that has been reduced to a log, where what to write is decided at run time.
  ///
  /// See ``logger(_:to:)-(LogContent...,_)``.
  public static func logger(
    _ content: Set<LogContent>,
    to sink: LogSink = .system
  ) -> Middleware {
    guard !content.isEmpty else { return Middleware(hooks: nil) }
    return Middleware(hooks: { initial in
      let log = ActionLog(content, sink, state: initial)
      var hooks = Hooks()
      if content.contains(.time) {
        hooks.reduceBegan = { _ in log.begin() }
        hooks.reduceEnded = { _ in log.end() }
      }
      hooks.inspected = { record, state in
        log.write(record, state.assumingMemoryBound(to: State.self).pointee)
      }
      return hooks
    })
  }
}

/// Where a log is written to.
public struct LogSink: Sendable {
  private let writeText: @Sendable (String) -> Void

  /// A sink that calls `write` with the text of one action at a time: one or more lines, without a line break
  /// at the end. It is called on the store's queue, and must not wait for the store.
  @preconcurrency
  public init(_ write: @escaping @Sendable (_ text: String) -> Void) {
    writeText = write
  }

  func write(_ text: String) {
    writeText(text)
  }
}

/// What a logger remembers.
private final class ActionLog: Sendable {
  private struct State {
    var began: UInt64 = 0
    var nanoseconds: UInt64 = 0
    /// The state after the last action, as text.
    var lines: [String]
  }

  private let content: Set<LogContent>
  private let sink: LogSink
  private let state: Locked<State>

  init(_ content: Set<LogContent>, _ sink: LogSink, state: Any) {
    self.content = content
    self.sink = sink
    self.state = Locked(State(lines: content.contains(.changes) ? Outline.lines(of: state) : []))
  }

  func begin() {
    state.withLock { $0.began = DispatchTime.now().uptimeNanoseconds }
  }

  func end() {
    state.withLock { $0.nanoseconds = DispatchTime.now().uptimeNanoseconds - $0.began }
  }

  func write(_ record: ActionRecord, _ value: Any) {
    var text = "\(record.sequence)"
    if content.contains(.actions) { text += " \(record.description) at \(record.site)" }
    let lines = content.contains(.changes) ? Outline.lines(of: value) : []
    let (old, nanoseconds) = state.withLock { state in
      defer { state.lines = lines }
      return (state.lines, state.nanoseconds)
    }
    if content.contains(.time) {
      let thousandths = "\(1_000 + nanoseconds / 1_000 % 1_000)".dropFirst()
      text += " in \(nanoseconds / 1_000_000).\(thousandths) ms"
    }
    for line in LineDiff.lines(from: old, to: lines) { text += "\n  \(line)" }
    sink.write(text)
  }
}
