// SPDX-License-Identifier: MIT

@Suite struct ShowAnErrorTests {
  typealias Report = ShowAnErrorExample.Report

  #snippet("Test it")
}
