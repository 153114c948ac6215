// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a running app live, and restores earlier states in it.",
    discussion: """
      It prints the address of the page, and the address that the app passes to \
      store.inspect(at:). Both are on this machine only and contain a random token: each program \
      that has it can read and replace the state of the app.
      """)

  @OptionGroup var options: ServerOptions

  func run() async throws {
    let server = options.server()
    try await server.run {
      print("page  \(server.pageAddress)")
      print("app   \(server.appAddress)")
      // Another program can be reading the addresses from a pipe.
      fflush(nil)
    }
  }
}

struct ServerOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The port of the page. The app's port is the next one.")
  var port: UInt16 = 9_730

  @Option(help: "The token, of letters and digits. By default it is a new one each time.")
  var token: String?

  func validate() throws {
    if port == .max || port == 0 { throw ValidationError("--port must be from 1 to 65534.") }
    if let token, Token(token) == nil {
      throw ValidationError("--token needs at least 16 letters and digits.")
    }
  }

  func server() -> LiveServer {
    LiveServer(port: port, token: token.flatMap(Token.init) ?? Token.random()) { report in
      // A program that has started this one and doesn't read its reports must not stop it.
      var errors = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      if poll(&errors, 1, 0) > 0 { complain(report) }
    }
  }
}
