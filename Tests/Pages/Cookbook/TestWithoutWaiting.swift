// SPDX-License-Identifier: MIT

@Suite struct TestWithoutWaitingTests {
  #snippet("Define the feature")

  #snippet("Advance the time")

  #snippet("Wait for a state, not for a duration")
}
