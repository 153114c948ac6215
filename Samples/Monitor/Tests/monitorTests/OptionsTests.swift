// SPDX-License-Identifier: MIT

import Testing

@testable import monitor

@Suite struct OptionsTests {
  @Test func `Options can be in any order, and the last one wins`() throws {
    #expect(try Options([]).frames == nil)
    #expect(try Options(["--once"]).frames == 1)
    #expect(try Options(["--once", "--settings", "a", "--frames", "3"]).frames == 3)
    #expect(try Options(["--settings", "a", "--settings", "b"]).settings == "b")
    #expect(try Options(["--help"]).wantsHelp)
    #expect(try Options(["--record", "a"]).record == "a")
    #expect(try Options(["--replay", "a"]).replay == "a")
    #expect(try Options(["--inspect", "runnel://a@b:1"]).inspector?.host == "b")
  }

  @Test(
    arguments: [
      ["--nonsense"], ["nonsense"], [""], ["-x"], ["--frames"], ["--frames", "0"],
      ["--frames", "-1"], ["--frames", "many"], ["--frames", "1.5"], ["--settings"],
      ["--settings", "--once"], ["--settings", ""], ["--log"],
      ["--record"], ["--replay", "--once"], ["--inspect"],
      ["--frames", "99999999999999999999"],
    ])
  func `Invalid options are refused`(arguments: [String]) {
    #expect(throws: Options.Mistake.self) { try Options(arguments) }
  }

  @Test func `The settings are in the file of the option, or in the folder for settings`() throws {
    let home = ["HOME": "/home", "XDG_CONFIG_HOME": "relative"]
    #expect(try Options(["--settings", "a"]).settingsPath(home) == "a")
    let none = try Options([])
    #expect(none.settingsPath(home) == "/home/.config/runnel-monitor/settings.json")
    #expect(none.settingsPath(["XDG_CONFIG_HOME": "/x"]) == "/x/runnel-monitor/settings.json")
    #expect(none.settingsPath([:]) == "./.config/runnel-monitor/settings.json")
  }
}
