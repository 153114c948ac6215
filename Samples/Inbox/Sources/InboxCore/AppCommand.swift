// SPDX-License-Identifier: MIT

public import Runnel

/// A request for a value that varies, so that reducers stay pure functions.
public enum AppCommand: Command, Equatable {
  /// Makes the ID of a draft. The handler sends ``SessionAction/drafted(id:threadID:subject:)``.
  case makeDraft(threadID: String?, subject: String)
  /// Reads the clock. The handler sends ``SessionAction/submitted(draftID:at:)``.
  case submit(draftID: String)
}
