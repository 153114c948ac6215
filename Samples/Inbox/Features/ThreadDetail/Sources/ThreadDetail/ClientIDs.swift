// SPDX-License-Identifier: MIT

extension ThreadDetailFeature {
  /// The client IDs of the sent messages, which find a message of the server in O(1).
  ///
  /// The messages determine them. So they are neither encoded nor compared, and are collected from
  /// decoded messages on first use.
  struct ClientIDs: Equatable, Sendable {
    private var known: Set<String>?

    init() {}

    init(_ known: Set<String>) {
      self.known = known
    }

    static func == (left: ClientIDs, right: ClientIDs) -> Bool { true }

    mutating func contains(_ clientID: String, in messages: some Sequence<Message>) -> Bool {
      if known == nil { known = Set(messages.lazy.filter(\.isSent).map(\.clientID)) }
      return !clientID.isEmpty && known?.contains(clientID) ?? false
    }

    mutating func insert(_ clientID: String) {
      known?.insert(clientID)
    }
  }
}
