// SPDX-License-Identifier: MIT

@Suite struct PullToRefreshTests {
  typealias Timeline = PullToRefreshExample.Timeline

  #snippet("Test it")
}
