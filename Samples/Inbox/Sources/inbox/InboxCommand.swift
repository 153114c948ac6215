// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import InboxApp
import RunnelInsight
import TerminalUI

/// The inbox of a team, in a terminal and as commands for scripts.
@main
struct InboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "The inbox of a team.",
    discussion: """
      Without a command, the inbox runs in the terminal. Commands exit with status 0, with 1 and a \
      line on standard error after a failure, and with 64 if the arguments are wrong.
      """,
    subcommands: [
      TerminalCommand.self, LogInCommand.self, LogOutCommand.self, AccountsCommand.self,
      SwitchCommand.self, ListCommand.self, ShowCommand.self, SendCommand.self, SyncCommand.self,
      WatchCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: TerminalCommand.self)
}

struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the accounts and their data.",
      discussion: "The default is runnel-inbox in $XDG_DATA_HOME or ~/.local/share.",
      valueName: "DIR"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Records all actions and states to a file, without passwords.", valueName: "FILE"))
  var record: String?

  /// Records a store while `body` runs, if the user has named a file.
  func recording(_ store: Store<AppState>, _ body: () async throws -> Void) async throws {
    let recording = try record.map {
      try store.record(to: URL(fileURLWithPath: $0), states: .everyAction, deliveries: true)
    }
    try await body()
    try await recording?.flush()
  }

  var folder: URL {
    if let data { return URL(fileURLWithPath: data) }
    let environment = ProcessInfo.processInfo.environment
    // The XDG Base Directory Specification requires that relative paths are ignored.
    let base =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? ".")/.local/share"
    return URL(fileURLWithPath: base).appendingPathComponent("runnel-inbox")
  }
}

/// Prints a value as JSON, with its keys in alphabetical order.
func printJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  printLine(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints a line at once, because a script can be waiting for it.
///
/// Ends the program if the line can't be written: with status 1 and a reason, or without one if the
/// reader has closed the pipe.
func printLine(_ text: String) {
  do throws(WritingFailed) {
    try STDOUT_FILENO.write("\(text)\n")
  } catch {
    if !error.isBrokenPipe { report(error.reason) }
    exit(error.isBrokenPipe ? 0 : 1)
  }
}

/// Prints a line for the user on standard error.
func report(_ text: String) {
  FileHandle.standardError.write(Data("inbox: \(text)\n".utf8))
}

/// Returns text in one line, without characters that control a terminal.
func plain(_ text: String) -> String {
  String(
    text.map { character in
      let isControl = character.unicodeScalars.contains {
        [.control, .format].contains($0.properties.generalCategory)
      }
      return isControl && character != "\u{200D}" ? " " : character
    })
}
