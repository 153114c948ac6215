// SPDX-License-Identifier: MIT

import InboxWire
import Testing

@testable import InboxClient

/// The errors of requests.
@Suite struct InboxErrorTests {
  @Test(arguments: [
    (401, InboxError.unauthorized), (404, .notFound),
    (418, .invalid("the server answered with HTTP status 418")),
    (502, .unavailable("the server answered with HTTP status 502")),
    (301, .unavailable("the server answered with HTTP status 301")),
  ])
  func `An answer without a failure has the error of its status`(
    status: Int, error: InboxError
  ) {
    #expect(HTTPResponse(status: status).error == error)
  }
}
