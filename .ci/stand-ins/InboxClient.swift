// SPDX-License-Identifier: MIT

// The type of the inbox sample's client that the declarations of InboxApp mention. The real module
// depends on FlyingSocks.

public struct InboxAPI: Sendable {}
