// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Foundation
import InboxServer

/// Serves the inbox until it is terminated.
@main
struct InboxServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox-server",
    abstract: "Serves the inbox of a team.",
    discussion: """
      The first line of output is the address: listening on http://127.0.0.1:PORT. SIGTERM and \
      SIGINT end the server. A server that is killed loses no message that it has confirmed.
      """)

  @Option(name: .shortAndLong, help: "The port, or 0 for a free one.")
  var port: UInt16 = 8_017

  @Option(help: "The IPv4 address to listen on. Requests aren't encrypted.")
  var host = "127.0.0.1"

  @Option(help: "The file of the database. It is created if it doesn't exist.")
  var database = "inbox.sqlite"

  @Option(help: "Fills an empty database with this number of threads.")
  var demoData = 0

  @Option(
    help: "The users to add, as NAME:PASSWORD,NAME:PASSWORD.",
    transform: parseUsers)
  var users = ServerUser.demo

  func validate() throws {
    if !(0...100_000).contains(demoData) {
      throw ValidationError("--demo-data must be from 0 to 100000.")
    }
  }

  func run() async throws {
    do {
      try raiseFileLimit()
      try await serve()
    } catch let error as StartupError {
      FileHandle.standardError.write(Data("inbox-server: \(error)\n".utf8))
      throw ExitCode(1)
    }
  }

  private func serve() async throws {
    var configuration = Server.Configuration(database: URL(fileURLWithPath: database))
    configuration.host = host
    configuration.port = port
    configuration.users = users
    configuration.demoThreads = demoData
    configuration.report = { line in
      FileHandle.standardError.write(Data("inbox-server: \(line)\n".utf8))
    }
    let server = try Server(configuration)
    let signals = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { Task { await server.stop() } }
      source.resume()
      return source
    }
    defer { for signal in signals { signal.cancel() } }
    let host = host
    try await server.run { port in
      print("listening on http://\(host):\(port)")
      // A script can be reading the address from a pipe.
      fflush(nil)
    }
  }

  /// Allows as many connections as the system does.
  private func raiseFileLimit() throws {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(resource, &limit)
  }
}

/// Parses `NAME:PASSWORD,NAME:PASSWORD`.
@Sendable
private func parseUsers(_ text: String) throws -> [ServerUser] {
  try text.split(separator: ",").map { part in
    let pair = part.split(separator: ":", maxSplits: 1)
    guard pair.count == 2,
      let user = ServerUser(name: String(pair[0]), password: String(pair[1]))
    else { throw ValidationError("\(part) isn't NAME:PASSWORD.") }
    return user
  }
}
