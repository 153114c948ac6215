// SPDX-License-Identifier: MIT

// The type of the inbox sample's client that the declarations of InboxApp mention. The real module
// depends on swift-nio.

public struct InboxAPI: Sendable {}
