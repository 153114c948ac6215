// SPDX-License-Identifier: MIT

import Runnel

extension Misuse {
  /// A failed save, or a notice of a save that succeeded.
  static func unhandled(
    _ error: PersistenceError, isNotice: Bool, at site: CallSite
  ) -> Misuse {
    let why =
      if error.row != nil {
        "the row is left as it is, and isn't part of the collection."
      } else if isNotice {
        "the contents were copied to the backup and replaced."
      } else {
        "the state is not saved, or not as a whole. The storage is left as it is."
      }
    let fix =
      switch error.reason {
      case .notLoaded:
        "load the value with the same description before, or pass `replacingContents: true`."
      case .changedElsewhere:
        "end the connection with `discard()`, load the value again, and persist it again."
      default:
        error.isReplaceable && !isNotice
          ? "handle the error with `store.onError { … }`, or replace such contents with "
            + "`replacingUnreadable(backup:)`."
          : "handle the error with `store.onError { … }`."
      }
    return Misuse(
      site: site, headline: "Unhandled persistence error: \(error)", why: why,
      fix: "\(fix) This warning is reported once per error.")
  }

  static func waitForSaving(_ site: CallSite) -> Misuse {
    Misuse(
      site: site, headline: "Waiting for a save on a queue that it needs.",
      why: "the store reads the state, or the save is written, on this queue: the wait would never "
        + "end.",
      fix: "use `try await saving.flush()`, or wait on another queue.")
  }

  static func duplicateMigration(from version: Int, at site: CallSite) -> Misuse {
    Misuse(
      site: site,
      headline: "Duplicate migration from version \(version); the first one is used.",
      why: "a version has one migration, to the version that follows.",
      fix: "combine both in one `Migration(from: \(version))`.")
  }
}
