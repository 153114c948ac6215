// SPDX-License-Identifier: MIT

@Suite struct PollingTests {
  typealias Weather = PollingExample.Weather

  #snippet("Test it")
}
