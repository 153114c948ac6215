// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadListFeature {
  /// A request to the server for an account.
  public enum Command: Runnel.Command, Equatable {
    /// Loads a page. The handler sends ``Action/loaded(_:)``, or throws.
    case loadPage(account: String, cursor: String?, limit: Int)
    /// Searches for a text. The handler sends ``Action/found(text:_:)``, or throws.
    case search(account: String, text: String, limit: Int)
    /// Archives a thread, or takes it out of the archive.
    ///
    /// The handler sends ``Action/archived(_:_:)`` with the same values, or throws.
    case archive(account: String, Row.ID, Bool)
  }
}
