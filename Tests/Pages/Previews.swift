// SPDX-License-Identifier: MIT

@Suite struct PreviewsTests {
  private let disposer = Disposer()
  private let print = Printer()

  @Test func `A reducer without effects updates the state and performs no command`() async {
    await failingOnRuntimeWarnings {
      #snippet("Preview with the reducer, without effects")
      await store.settled(includingEffects: true)
    }
    #expect(print.lines == ["true"])
  }

  @Test func `A handler answers the commands of a preview, or prints them`() async {
    #snippet("Preview with answers to commands", 1...2)
    await answering.settle(after: Mail.Action.refreshTapped, includingEffects: true)
    #expect(answering.state == Mail.State(subjects: ["Otters", "Fish"]))
    await spied.settle(after: Mail.Action.refreshTapped, includingEffects: true)
    #expect(print.lines == ["performed Load()"])
  }
}
