// SPDX-License-Identifier: MIT

@Suite struct CountdownTimerTests {
  typealias Countdown = CountdownTimerExample.Countdown

  #snippet("Test it")
}
