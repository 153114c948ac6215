// SPDX-License-Identifier: MIT

@Suite struct FormRecipeTests {
  typealias Registration = FormRecipeExample.Registration

  #snippet("Test it")
}
