// SPDX-License-Identifier: MIT

import RunnelText

#if canImport(os)
  import os
#endif

extension Middleware {
  /// Returns a middleware that logs each reduced action and its result.
  ///
  /// ```swift
  /// Store(state: AppState(), reducer: appReducer, middleware: [.logger(.actions, .changes)])
  /// ```
  ///
  /// For example, it prints:
  ///
  /// ```text
  /// 3 ProfileAction.renamed("otter") at App/Profile.swift:12
  ///   - profile.name: ""
  ///   + profile.name: "otter"
  /// ```
  ///
  /// The logger logs the actions that the reducers receive: it omits those that other middleware
  /// vetoed, and prints replaced ones as replaced, with the number of the dispatched action. It
  /// runs on the store's queue, before observers are notified, and the next action waits for it. An
  /// action that no reducer of its type handled is logged with the reason, such as
  /// `, not reduced: \App.search? is absent`.
  ///
  /// `.changes` converts the whole state to text for each action, which is slow for a large state:
  /// log a slice with ``scope(_:)``. The logger retains the text, but no copy of the state. Without
  /// content, the logger does nothing.
  public static func logger(_ content: LogContent..., to sink: LogSink = .system) -> Middleware {
    guard !content.isEmpty else { return Middleware(probe: nil) }
    let dump: @Sendable (State) -> [String] = {
      content.contains(.changes) ? ValueDump.lines(of: $0, .summaries) : []
    }
    var interests: Probe.Interests = .reduced
    if content.contains(.time) { interests.insert(.time) }
    if content.contains(.actions) { interests.insert(.reported) }
    return Middleware(probe: { [interests] initial in
      // The lines are the state after the last action.
      let log = Locked((lines: dump(initial), outcome: nil as String?))
      return Probe(interests) { event in
        switch event {
        case .reported(let report):
          let isUsual = report.isReduced && report.reasons.isEmpty
          log.withLock { $0.outcome = isUsual ? nil : report.outcome }
        case .reduced(let action):
          let lines = dump(action.root.assumingMemoryBound(to: State.self).pointee)
          let (old, outcome) = log.withLock { log in
            defer { log.lines = lines }
            return (log.lines, log.outcome)
          }
          var text = line(of: action, content)
          if let outcome { text += ", \(outcome)" }
          for line in LineDiff.lines(from: old, to: lines) { text += "\n  \(line)" }
          sink.write(text)
        default: break
        }
      }
    })
  }

  private static func line(of action: ReducedAction, _ content: [LogContent]) -> String {
    let (record, nanoseconds) = (action.record, action.duration)
    var text = "\(record.sequence)"
    if content.contains(.actions) { text += " \(record.description) at \(record.site)" }
    if content.contains(.time) {
      let thousandths = "\(1_000 + nanoseconds / 1_000 % 1_000)".dropFirst()
      text += " in \(nanoseconds / 1_000_000).\(thousandths) ms"
    }
    return text
  }

  /// Returns a middleware that reports what became of each action.
  ///
  /// ```swift
  /// let strict = Middleware<AppState>.reports { if !$0.isReduced { print($0) } }
  /// ```
  ///
  /// `report` receives each action that reaches the reducers: how many of them handled it, and why
  /// none did, found by following their paths. It is called on the store's queue, before observers
  /// are notified, and must not wait for the store. O(number of reducers) for each action.
  public static func reports(to report: @escaping @Sendable (ActionReport) -> Void) -> Middleware {
    Middleware(probe: { _ in
      Probe(.reported) { event in
        switch event {
        case .reported(let outcome): report(outcome)
        default: break
        }
      }
    })
  }
}

/// The destination of a log.
public struct LogSink: Sendable {
  let write: @Sendable (String) -> Void

  /// Creates a sink that calls `write` with the text of one action at a time.
  ///
  /// The text has one or more lines, without a line break at the end. `write` is called on the
  /// store's queue and must not wait for the store.
  @preconcurrency
  public init(_ write: @escaping @Sendable (_ text: String) -> Void) {
    self.write = write
  }

  /// The system log on Apple platforms, and standard error elsewhere.
  ///
  /// Xcode and Console show the system log. Actions and states can contain private data: the text
  /// is logged as private, and appears only while a debugger is attached.
  public static let system: LogSink = {
    #if canImport(os)
      let logger = Logger(subsystem: "Runnel", category: "actions")
      return LogSink { text in logger.debug("\(text)") }
    #else
      return .standardError
    #endif
  }()

  /// Standard error, with a line break after each text.
  public static let standardError = LogSink { Platform.printError($0) }
}

/// The parts of an action's entry in the log of ``Middleware/logger(_:to:)``.
public enum LogContent: Hashable, Sendable {
  /// The action's number, the action itself, and the place where it was dispatched.
  case actions
  /// The lines of the state that the action removed, and those that it added.
  case changes
  /// The time that the reducers took.
  case time
}
