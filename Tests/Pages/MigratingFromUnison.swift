// SPDX-License-Identifier: MIT

@Suite struct MigratingFromUnisonTests {
  let disposer = Disposer()

  #snippet("Equivalents", 1...2)

  @Test func `An update is tested as a function`() { #snippet("Equivalents", 9) }

  enum Device: Command { case title, levels, beep }
  enum DeviceResult: Action { case title(String), level(Int) }
  struct Speaker: Sendable { func beep() {} }

  #snippet("Equivalents", 4)

  #snippet("Equivalents", 7)

  @MainActor private func handle(
    _ store: Store<Form.State>, _ disk: Disk, _ levels: AsyncStream<Int>, _ speaker: Speaker,
    _ view: ViewRecorder<FormProps>
  ) async {
    do { #snippet("Equivalents", 3) }
    #snippet("Equivalents", 5)
    do { #snippet("Equivalents", 6) }
    #snippet("Equivalents", 8)
  }
}
