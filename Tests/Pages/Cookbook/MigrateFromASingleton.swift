// SPDX-License-Identifier: MIT

@Suite struct MigrateFromASingletonTests {
  #snippet("Define the feature")

  #snippet("Keep the object as a facade")

  #snippet("Test it")
}
