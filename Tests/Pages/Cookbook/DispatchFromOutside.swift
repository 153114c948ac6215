// SPDX-License-Identifier: MIT

@Suite struct DispatchFromOutsideTests {
  #snippet("Define the feature")

  #snippet("Dispatch from a delegate")

  #snippet("Wrap a callback in an effect")

  #snippet("Wrap a callback in an effect", 2)

  #snippet("Test it")
}
