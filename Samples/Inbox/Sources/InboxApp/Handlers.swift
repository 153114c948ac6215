// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxCore
import InboxStorage
import InboxWire

struct AccountHandlers: CommandHandler {
  let files: AppFiles
  let keeper: SessionKeeper

  func handle(_ command: AccountsFeature.Command) -> Effect {
    switch command {
    case .logIn(let server, let user, let password):
      .once { [files] in
        guard let url = URL(string: "http://\(server)"), url.host != nil else {
          return AccountsFeature.Action.loginFailed(reason: "\(server) isn't a server")
        }
        do {
          let session = try await InboxAPI(server: url)
            .login(user: user, password: password.revealed())
          let account = AccountsFeature.Account(user: session.user, server: server)
          try Task.checkCancellation()
          try files.tokens.setToken(session.token, for: account.id)
          return AccountsFeature.Action.loggedIn(account)
        } catch InboxError.unauthorized {
          return AccountsFeature.Action.loginFailed(reason: "The name or the password is wrong.")
        }
      }
    case .logOut(let account):
      .run { [files, keeper] _ in
        try await keeper.discard(account)
        let token = try files.tokens.token(for: account.id)
        try files.tokens.setToken(nil, for: account.id)
        // Without a connection, the server keeps the token, which no file contains anymore.
        if let url = URL(string: "http://\(account.server)") {
          try? await InboxAPI(server: url, token: token, timeout: .seconds(3)).logout()
        }
      }
    }
  }
}

struct AppHandlers: CommandHandler {
  let environment: AppEnvironment

  func handle(_ command: AppCommand) -> Effect {
    switch command {
    case .makeDraft(let threadID, let subject):
      .once { [environment] in
        SessionAction.drafted(id: environment.makeID(), threadID: threadID, subject: subject)
      }
    case .submit(let draftID):
      .once { [environment] in
        SessionAction.submitted(draftID: draftID, at: environment.now())
      }
    }
  }
}

/// Performs the commands of the features of one session, over the network.
struct SessionHandlers: CommandHandling {
  let api: InboxAPI
  /// The database that caches messages, if there is one.
  let database: AccountDatabase?

  var commandHandlers: CommandHandlers {
    CommandHandlers {
      CommandHandlers(for: ThreadListFeature.Command.self, handle)
      CommandHandlers(for: ThreadDetailFeature.Command.self, handle)
      CommandHandlers(for: SyncFeature.Command.self, handle)
    }
  }

  private func handle(_ command: ThreadListFeature.Command) -> Effect {
    switch command {
    case .loadPage(_, let cursor, let limit):
      .once { [api] in
        let page = try await api.threads(limit: limit, before: cursor)
        let rows = page.threads.map { ThreadListFeature.Row($0, revision: page.revision) }
        return ThreadListFeature.Action.loaded(
          .init(cursor: cursor, rows: rows, next: page.next, revision: page.revision))
      }
    case .search(_, let text, let limit):
      .once { [api] in
        let page = try await api.threads(limit: limit, search: text)
        return ThreadListFeature.Action.found(
          text: text, page.threads.map { ThreadListFeature.Row($0, revision: page.revision) })
      }
    case .archive(_, let id, let isArchived):
      .once { [api] in
        _ = try await api.archive(id, isArchived: isArchived)
        return ThreadListFeature.Action.archived(id, isArchived)
      }
    }
  }

  private func handle(_ command: ThreadDetailFeature.Command) -> Effect {
    switch command {
    case .load(let thread):
      .run { [api, database] send in
        let cached = (try? database?.messages(in: thread)) ?? []
        if !cached.isEmpty {
          send(
            ThreadDetailFeature.Action.loaded(
              subject: "", cached.map { ThreadDetailFeature.Message($0) }, isStale: true))
        }
        let answer = try await api.messages(in: thread)
        // Without the cache, the messages are only not available offline.
        try? database?.save(answer.messages)
        send(
          ThreadDetailFeature.Action.loaded(
            subject: answer.thread.subject,
            answer.messages.map { ThreadDetailFeature.Message($0) }, isStale: false))
      }
    case .markRead(let thread, let message):
      .run { [api] _ in _ = try await api.markRead(thread, upTo: message) }
    }
  }

  private func handle(_ command: SyncFeature.Command) -> Effect {
    switch command {
    case .listen(_, let revision):
      .run { [api, database] send in
        let events = api.live(since: revision) { send(SyncFeature.Action.connected) }
        for try await event in events {
          try? database?.save(event.message.map { [$0] } ?? [])
          send(SyncFeature.Action.received(try SyncFeature.Event(event)))
        }
      }
    case .send(_, let message):
      .once { [api] in
        do {
          let sent = try await api.send(
            WireSend(
              clientID: message.id, threadID: message.threadID, subject: message.subject,
              text: message.text))
          return SyncFeature.Action.sent(id: message.id, payload: try sent.payload)
        } catch InboxError.rejected(let reason), InboxError.invalid(let reason) {
          return SyncFeature.Action.refused(id: message.id, reason: reason)
        } catch InboxError.notFound {
          return SyncFeature.Action.refused(id: message.id, reason: "the thread doesn't exist")
        }
      }
    }
  }
}

extension SyncFeature.Event {
  init(_ event: WireEvent) throws {
    self.init(revision: event.revision, payload: try event.payload)
  }
}
