// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import RunnelInsight

struct HTML: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "html", abstract: "Writes a page for a browser, which loads nothing else.")

  @OptionGroup var recording: RecordingFile
  @OptionGroup var output: Output

  func run() throws {
    let session = try recording.session()
    try output.write(Page.recorded(session.jsonLines()), beside: recording.file, as: "html")
    try recording.reportDamage(of: session)
  }
}

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a Chrome trace, which ui.perfetto.dev and chrome://tracing open.")

  @OptionGroup var recording: RecordingFile
  @OptionGroup var output: Output

  func run() throws {
    let session = try recording.session()
    try output.write(session.chromeTrace(), beside: recording.file, as: "trace.json")
    try recording.reportDamage(of: session)
  }
}

struct DevTools: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devtools",
    abstract: "Writes a page that opens the session in the browser extension Redux DevTools.")

  @OptionGroup var recording: RecordingFile
  @OptionGroup var output: Output

  @Option(name: .shortAndLong, help: "The number of actions, from the end.")
  var last = 500

  @Option(help: "The part of the state to export, as keys with periods between them: cart.items")
  var part: String?

  @Flag(help: "Write the lifted state as JSON, without a page.")
  var json = false

  func validate() throws {
    if last < 0 { throw ValidationError("--last must not be negative.") }
  }

  func run() throws {
    let session = try recording.session()
    let path = part?.split(separator: ".").map(String.init) ?? []
    let lifted = try session.reduxDevTools(last: last, of: path)
    if json {
      try output.write(lifted, beside: recording.file, as: "devtools.json")
    } else {
      let name = session.info.app ?? session.info.stateName
      let page = try Page.devTools(name: name, lifted: lifted)
      try output.write(page, beside: recording.file, as: "devtools.html")
    }
    try recording.reportDamage(of: session)
  }
}

struct Graph: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints which actions changed which slices, and which observers received them.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case mermaid, dot, json

    var value: GraphFormat {
      switch self {
      case .mermaid: .mermaid
      case .dot: .dot
      case .json: .json
      }
    }
  }

  @OptionGroup var recording: RecordingFile

  @Option(name: .shortAndLong, help: "The format.")
  var format = Format.mermaid

  func run() throws {
    let session = try recording.session()
    print(session.graph(format.value), terminator: "")
    try recording.reportDamage(of: session)
  }
}
