// SPDX-License-Identifier: MIT

import Runnel

/// The handlers of the commands, which stand for servers: each waits, and then answers.
nonisolated enum AppHandlers {
  static let live = CommandHandlers {
    // Creates an account.
    CommandHandlers(for: SignUp.Register.self) { command in
      .run { send in
        try await send.sleep(for: .seconds(1))
        if command.fields.name == "admin" {
          let problem = SignUp.Problem(field: .name, text: "This name is taken.")
          send(SignUp.Action.refused(problem))
        } else {
          send(SignUp.Action.accepted(name: command.fields.name))
        }
      }
    }
    // Finds the animals whose names begin with a text.
    CommandHandlers(for: Search.Find.self) { command in
      .run { send in
        try await send.sleep(for: .milliseconds(500))
        let prefix = command.text.lowercased()
        let hits = animals.filter { $0.hasPrefix(prefix) }
        send(Search.Action.found(hits, text: command.text))
      }
    }
    CommandHandlers(for: News.Load.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(1))
        let headlines = ["Otters Return to the River", "Owls Hunt by Ear", "Seals Rest on Rocks"]
        send(News.Action.loaded(headlines))
      }
    }
    // Sends a file in ten parts.
    CommandHandlers(for: Upload.Send.self) { _ in
      .run { send in
        for part in 1...10 {
          try await send.sleep(for: .milliseconds(300))
          send(Upload.Action.progressed(Double(part) / 10))
        }
        send(Upload.Action.finished)
      }
    }
  }

  private static let animals = [
    "albatross", "badger", "beaver", "cormorant", "curlew", "dolphin", "eider", "heron", "kestrel",
    "lynx", "marten", "newt", "otter", "owl", "puffin", "seal", "stoat", "tern", "vole", "wren",
  ]
}
