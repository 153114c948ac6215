// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import Accounts

/// A password is in no description, dump or encoding, and so in no log, file or recording.
@Suite struct SecretTests {
  private let password = "river-of-otters"

  private func texts(of value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [dumped, "\(value)", String(reflecting: value), String(describing: value)]
  }

  @Test func `A description and a dump show dots`() {
    let secret = Secret(password)
    #expect(texts(of: secret) == ["- •••\n", "•••", "•••", "•••"])
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(texts(of: Secret()) == texts(of: secret))
    #expect(secret.revealed() == password)
    #expect(secret.count == 15 && !secret.isEmpty && Secret().isEmpty)
  }

  @Test func `A state, an action and a command with a password don't show it`() {
    let state = entering(ada, password)
    #expect(state.login?.password == Secret(password))
    let command = Command.logIn(server: "s", user: "u", password: Secret(password))
    for text in texts(of: state) + texts(of: Action.passwordChanged(Secret(password)))
      + texts(of: command)
    {
      #expect(text.contains("•••"))
      #expect(!text.contains(password))
    }
  }

  @Test func `An encoding has an empty string in place of the password`() throws {
    let encoder = JSONEncoder()
    #expect(String(decoding: try encoder.encode(Secret(password)), as: UTF8.self) == #""""#)
    for data in [
      try encoder.encode(entering(ada, password)),
      try encoder.encode(Action.passwordChanged(Secret(password))),
    ] {
      #expect(!String(decoding: data, as: UTF8.self).contains(password))
    }
    let state = try JSONDecoder().decode(State.self, from: encoder.encode(entering(ada, password)))
    #expect(state == entering(ada, ""))
    #expect(try JSONDecoder().decode(Secret.self, from: Data(#""x""#.utf8)) == Secret("x"))
  }
}
