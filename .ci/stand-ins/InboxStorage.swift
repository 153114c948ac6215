// SPDX-License-Identifier: MIT

// The types of the inbox sample's storage that the declarations of InboxApp mention. The real
// module depends on GRDB.

public final class AccountDatabase: Sendable {}

public struct TokenFile: Sendable {}
