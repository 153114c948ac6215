// SPDX-License-Identifier: MIT

@Suite struct PaginationTests {
  typealias Feed = PaginationExample.Feed

  #snippet("Test it")

  #snippet("Test it", 2)
}
