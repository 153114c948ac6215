// SPDX-License-Identifier: MIT

// A program that imports InboxApp sees the state and the actions of the app too.
@_exported public import InboxCore
