// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

/// Where the session of the answers comes from.
protocol SessionSource: Sendable {
  /// The file of the recording, or `nil` for a running app.
  var file: String? { get }

  /// Returns the session as it is now.
  ///
  /// Throws an error whose description says what to do.
  func session() async throws -> Session

  func restore(after number: Int) async throws

  /// Dispatches an action of an accepted type in the running app.
  ///
  /// The payload is JSON in one line.
  func dispatch(_ typeName: String, _ payload: String) async throws
}

/// A recording, which is read again whenever its file has changed.
actor RecordedSource: SessionSource {
  nonisolated var file: String? { path }
  private let path: String
  private var last: (session: Session, size: Int?, date: Date?)?

  init(_ path: String) { self.path = path }

  func session() throws -> Session {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    if let type = attributes?[.type] as? FileAttributeType, type != .typeRegular {
      // Reading a FIFO could wait forever.
      throw Failure("\(path) isn't a file")
    }
    let (size, date) = (attributes?[.size] as? Int, attributes?[.modificationDate] as? Date)
    if let last, last.size == size, last.date == date { return last.session }
    last = nil
    do {
      let session = try Session(contentsOf: URL(fileURLWithPath: path))
      last = (session, size, date)
      return session
    } catch {
      throw Failure(
        "\(path): \(error). Run the app with a recording: store.record(to:) writes such a file")
    }
  }

  func restore(after number: Int) throws {
    throw Failure("only a running app can be restored: start the server with --live")
  }

  func dispatch(_ typeName: String, _ payload: String) throws {
    throw Failure("only a running app can dispatch: start the server with --live")
  }
}

/// The app that is connected, or that was last.
struct LiveSource: SessionSource {
  let file: String? = nil
  let hub: Hub

  func session() async throws -> Session {
    guard let session = try await hub.session() else {
      throw Failure(
        "no app is connected: pass the address that this server has printed on standard error to "
          + "store.inspect(at:), and start the app")
    }
    return session
  }

  func restore(after number: Int) async throws { try await hub.restore(after: number) }

  func dispatch(_ typeName: String, _ payload: String) async throws {
    try await hub.dispatch(typeName, payload)
  }
}

/// What a client can read without a question.
enum SessionResource: String, CaseIterable {
  case header = "runnel://session/header"
  case graph = "runnel://session/graph"

  /// The element of `resources/list`.
  var description: JSON {
    let (name, text): (JSON, JSON) =
      switch self {
      case .header: ("header", "The app, the recorded store and the start of the session.")
      case .graph: ("graph", "Action types, slices and observers as a Mermaid flowchart.")
      }
    return ["uri": .string(rawValue), "name": name, "description": text, "mimeType": type]
  }

  private var type: JSON { self == .header ? "application/json" : "text/vnd.mermaid" }

  /// The element of `resources/read`.
  func contents(of session: Session) -> JSON {
    let text: String
    switch self {
    case .header:
      let info = session.info
      var header: JSON = [
        "state": .string(info.stateName), "start": .string(info.start.formatted(.iso8601)),
        "n": .integer(info.firstNumber), "states": .string(info.states.rawValue),
      ]
      header["app"] = info.app.map { .string($0) }
      header["version"] = info.version.map { .string($0) }
      text = Answer([String(decoding: header.line, as: UTF8.self)]).text
    case .graph:
      text = Answer(session.graph(.mermaid).split(separator: "\n").map(String.init)).text
    }
    return ["uri": .string(rawValue), "mimeType": type, "text": .string(text)]
  }
}
