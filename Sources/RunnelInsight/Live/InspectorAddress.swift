// SPDX-License-Identifier: MIT

import Foundation

/// The address of an inspector: `runnel://TOKEN@127.0.0.1:PORT`.
struct InspectorAddress {
  let port: UInt16
  let token: String

  init(_ url: URL) throws(RecordingError) {
    guard url.scheme == "runnel", let token = url.user, !token.isEmpty,
      let port = url.port.flatMap(UInt16.init(exactly:))
    else {
      throw RecordingError(
        description: "\(url.scheme ?? "")://…\(url.path) isn't runnel://TOKEN@127.0.0.1:PORT")
    }
    guard ["127.0.0.1", "localhost"].contains(url.host ?? "") else {
      throw RecordingError(description: "\(url.host ?? "the host") isn't this machine")
    }
    self.port = port
    self.token = token
  }
}
