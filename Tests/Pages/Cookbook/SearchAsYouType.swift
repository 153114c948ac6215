// SPDX-License-Identifier: MIT

@Suite struct SearchAsYouTypeTests {
  typealias Search = SearchAsYouTypeExample.Search

  #snippet("Test it")
}
