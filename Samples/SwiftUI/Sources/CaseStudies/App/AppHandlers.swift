// SPDX-License-Identifier: MIT

import Runnel

/// The handlers of the commands, which stand for servers: each waits, and then answers.
nonisolated enum AppHandlers {
  static let live = CommandHandlers {
    // Creates an account.
    CommandHandlers(for: SignUp.Register.self, sending: SignUp.Action.self) { command in
      .run { send in
        try await send.sleep(for: .seconds(1))
        if command.fields.name == "admin" {
          let problem = SignUp.Problem(field: .name, text: "This name is taken.")
          send(.refused(problem))
        } else {
          send(.accepted(name: command.fields.name))
        }
      }
    }
    // Finds the animals whose names begin with a text.
    CommandHandlers(for: Search.Find.self, sending: Search.Action.self) { command in
      .run { send in
        try await send.sleep(for: .milliseconds(500))
        let prefix = command.text.lowercased()
        let hits = animals.filter { $0.hasPrefix(prefix) }
        send(.found(hits, text: command.text))
      }
    }
    CommandHandlers(for: News.Load.self, sending: News.Action.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(1))
        let headlines = ["Otters Return to the River", "Owls Hunt by Ear", "Seals Rest on Rocks"]
        send(.loaded(headlines))
      }
    }
    // Sends a file in ten parts.
    CommandHandlers(for: Upload.Send.self, sending: Upload.Action.self) { _ in
      .run { send in
        for part in 1...10 {
          try await send.sleep(for: .milliseconds(300))
          send(.progressed(Double(part) / 10))
        }
        send(.finished)
      }
    }
  }

  private static let animals = [
    "albatross", "badger", "beaver", "cormorant", "curlew", "dolphin", "eider", "heron", "kestrel",
    "lynx", "marten", "newt", "otter", "owl", "puffin", "seal", "stoat", "tern", "vole", "wren",
  ]
}
