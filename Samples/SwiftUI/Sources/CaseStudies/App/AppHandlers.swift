// SPDX-License-Identifier: MIT

import Runnel

/// The handlers of the commands, which stand for servers: each waits, and then answers.
nonisolated enum AppHandlers {
  static let live = CommandHandlers {
    RegisterHandler()
    FindHandler()
    LoadHandler()
    UploadHandler()
  }
}

/// Creates an account.
private nonisolated struct RegisterHandler: CommandHandler {
  func handle(_ command: SignUp.Register) -> EffectOf<SignUp.Action> {
    .run { send in
      try await send.sleep(for: .seconds(1))
      if command.fields.name == "admin" {
        send(.refused(SignUp.Problem(field: .name, text: "This name is taken.")))
      } else {
        send(.accepted(name: command.fields.name))
      }
    }
  }
}

/// Finds the animals whose names begin with a text.
private nonisolated struct FindHandler: CommandHandler {
  private static let animals = [
    "albatross", "badger", "beaver", "cormorant", "curlew", "dolphin", "eider", "heron", "kestrel",
    "lynx", "marten", "newt", "otter", "owl", "puffin", "seal", "stoat", "tern", "vole", "wren",
  ]

  func handle(_ command: Search.Find) -> EffectOf<Search.Action> {
    .run { send in
      try await send.sleep(for: .milliseconds(500))
      let prefix = command.text.lowercased()
      send(.found(Self.animals.filter { $0.hasPrefix(prefix) }, text: command.text))
    }
  }
}

/// Loads the headlines.
private nonisolated struct LoadHandler: CommandHandler {
  func handle(_ command: News.Load) -> EffectOf<News.Action> {
    .run { send in
      try await send.sleep(for: .seconds(1))
      send(.loaded(["Otters Return to the River", "Owls Hunt by Ear", "Seals Rest on Rocks"]))
    }
  }
}

/// Sends a file in ten parts.
private nonisolated struct UploadHandler: CommandHandler {
  func handle(_ command: Upload.Send) -> EffectOf<Upload.Action> {
    .run { send in
      for part in 1...10 {
        try await send.sleep(for: .milliseconds(300))
        send(.progressed(Double(part) / 10))
      }
      send(.finished)
    }
  }
}
