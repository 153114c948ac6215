// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import RunnelInsight

struct Walk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Goes through the recorded states, action by action.",
    discussion: """
      With --step, it waits for a line after each action: an empty one for the next action, \
      "b" for the one before, a number for the action with it, "s" for the state, "q" to end.
      """)

  @OptionGroup var recording: RecordingFile

  @Option(help: "The number of the first action.")
  var from: Int?

  @Option(help: "The number of the last action.")
  var to: Int?

  @Option(help: "Stop at the first action with a change that contains this text.")
  var until: String?

  @Flag(help: "Wait after each action.")
  var step = false

  func run() throws {
    let session = try recording.session()
    do { try walk(session) } catch let error as SessionError {
      throw Failure("\(recording.file): \(error)")
    }
    try recording.reportDamage(of: session)
  }

  private func walk(_ session: Session) throws {
    var start = try before(from, in: session)
    var isComplete = true
    repeat {
      var next: Int?
      try session.forEachChange(after: start) { action, changes in
        if let to, action.number > to { return false }
        show(action, changes)
        if changes == nil, isComplete {
          isComplete = false
          complain(
            "the states around this action aren't recorded, and perhaps around others; "
              + "record with `states: .everyAction` to see what each action changes")
        }
        if let until, let changes, changes.contains(where: { $0.contains(until) }) { return false }
        if step {
          next = try prompt(at: action, in: session)
          return next == nil
        }
        return true
      }
      guard let next else { return }
      start = next
    } while start >= 0
  }

  /// Returns the number of the action before one, or the start.
  private func before(_ number: Int?, in session: Session) throws -> Int {
    guard let number else { return session.info.firstNumber }
    guard let index = session.index(of: number) else {
      throw Failure("\(recording.file): there is no action \(number)")
    }
    return index > 0 ? session.actions[index - 1].number : session.info.firstNumber
  }

  private func show(_ action: RecordedAction, _ changes: [String]?) {
    print(printable("\(action)"))
    for change in changes ?? [] {
      print(printable("  \(change)"))
    }
  }

  /// Waits for a line, and returns `nil` to go on, the number after which to go on, or -1 to end.
  private func prompt(at action: RecordedAction, in session: Session) throws -> Int? {
    while let line = readLine() {
      switch line {
      case "": return nil
      case "q": return -1
      case "s":
        let state = try session.recordedState(after: action.number)
        print(printable(state.map { String(decoding: $0, as: UTF8.self) } ?? "not recorded"))
      case "b":
        guard let index = session.index(of: action.number), index > 0 else {
          complain("this is the first action")
          continue
        }
        return try before(session.actions[index - 1].number, in: session)
      default:
        guard let number = Int(line), session.index(of: number) != nil else {
          complain("an empty line, b, s, q, or the number of an action")
          continue
        }
        return try before(number, in: session)
      }
    }
    return -1
  }
}
