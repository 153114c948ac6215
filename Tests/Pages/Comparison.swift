// SPDX-License-Identifier: MIT

import Observation

@Suite struct ComparisonTests {
  #snippet("Plain Observable objects")

  @Test func `An action calls only the reducers of its type`() async {
    struct First: Action {}
    struct Second: Action {}
    let calls = Recorder<String>()
    #snippet("The Composable Architecture")
  }
}
