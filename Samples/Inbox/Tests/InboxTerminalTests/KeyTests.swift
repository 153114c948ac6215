// SPDX-License-Identifier: MIT

import InboxApp
import TerminalUI
import Testing

@testable import InboxTerminal

@Suite struct KeyTests {
  private static let targets = ListProps.Targets(
    selected: ThreadListFeature.Row(id: "t2", subject: "Lunch", date: 0), first: "t1", last: "t9",
    pageUp: "t1",
    pageDown: "t8")
  private static let screen = ScreenID(3)

  @Test(
    arguments: [
      (.up, [.list(.previousSelected)]), (.down, [.list(.nextSelected)]),
      (.character("k"), [.list(.previousSelected)]), (.character("j"), [.list(.nextSelected)]),
      (.pageUp, [.list(.selected("t1"))]), (.pageDown, [.list(.selected("t8"))]),
      (.home, [.list(.selected("t1"))]), (.end, [.list(.selected("t9"))]),
      (.enter, [.searching(false), .session(.threadTapped(id: "t2", subject: "Lunch"))]),
      (.character("c"), [.session(.composeTapped(subject: ""))]),
      (.character("/"), [.searching(true)]), (.character("e"), [.list(.archiveTapped("t2"))]),
      (.character("u"), [.list(.undoTapped)]),
      (.character("r"), [.list(.reloaded), .sync(.retryTapped)]),
      (.character("a"), [.accounts(.nextTapped)]),
      (.character("A"), [.field(.server), .accounts(.addTapped)]),
      (.character("L"), [.accounts(.logOutTapped)]),
      (.character("o"), [.settings(.offlineToggled)]),
      (.character("s"), [.session(.settingsTapped)]),
      (.character("x"), [.app(.problem(nil)), .session(.noticeClosed)]),
      (.character("q"), [.app(.quit)]), (.escape, []), (.character("z"), []), (.tab, []),
    ] as [(Key, [KeyMeaning])])
  func `In the list, a key has this meaning`(key: Key, expected: [KeyMeaning]) {
    #expect(meanings(of: key, in: .list(Self.targets, isFiltered: false)) == expected)
  }

  @Test(
    arguments: [
      (.character("q"), [.list(.typed("luq"))]), (.character("j"), [.list(.typed("luj"))]),
      (.backspace, [.list(.typed("l"))]), (.control("u"), [.list(.typed(""))]),
      (.down, [.list(.nextSelected)]),
      (.enter, [.searching(false), .session(.threadTapped(id: "t2", subject: "Lunch"))]),
      (.escape, [.searching(false), .list(.typed(""))]), (.tab, []),
    ] as [(Key, [KeyMeaning])])
  func `In a search, a key has this meaning`(key: Key, expected: [KeyMeaning]) {
    #expect(meanings(of: key, in: .search(Self.targets, text: "lu")) == expected)
  }

  @Test(
    arguments: [
      (.up, [.thread(screen, .scrolled(by: 1))]), (.down, [.thread(screen, .scrolled(by: -1))]),
      (.pageUp, [.thread(screen, .scrolled(by: 9))]),
      (.pageDown, [.thread(screen, .scrolled(by: -9))]),
      (.character("r"), [.thread(screen, .replyTapped)]),
      (.character("R"), [.thread(screen, .resendTapped(clientID: "c1"))]),
      (.character("D"), [.thread(screen, .discardTapped(clientID: "c1"))]),
      (.escape, [.session(.backTapped)]), (.character("q"), [.session(.backTapped)]),
      (.character("o"), [.settings(.offlineToggled)]),
    ] as [(Key, [KeyMeaning])])
  func `In a thread, a key has this meaning`(key: Key, expected: [KeyMeaning]) {
    #expect(meanings(of: key, in: .thread(Self.screen, page: 9, failed: "c1")) == expected)
  }

  @Test(arguments: ["R", "D"] as [Character])
  func `Without a failed reply, its keys have no meaning`(key: Character) {
    #expect(meanings(of: .character(key), in: .thread(Self.screen, page: 9, failed: nil)) == [])
  }

  @Test(
    arguments: [
      (.character("q"), .typed("q")), (.enter, .typed("\n")), (.backspace, .deleted),
      (.tab, .focusChanged(.subject)), (.left, .moved(.left)), (.right, .moved(.right)),
      (.home, .moved(.home)), (.end, .moved(.end)), (.up, .moved(.position(4))),
      (.down, .moved(.position(40))), (.control("s"), .sendTapped), (.control("u"), .undone),
      (.control("r"), .redone), (.escape, .discardTapped), (.control("x"), nil), (.pageUp, nil),
    ] as [(Key, ComposerFeature.Action?)])
  func `In the text of a draft, a key has this meaning`(
    key: Key, expected: ComposerFeature.Action?
  ) {
    let mode = KeyMode.composer(Self.screen, .text, above: 4, below: 40)
    #expect(meanings(of: key, in: mode) == (expected.map { [.composer(Self.screen, $0)] } ?? []))
  }

  @Test func `In the subject, Enter and the arrow key move to the text`() {
    let mode = KeyMode.composer(Self.screen, .subject, above: nil, below: nil)
    for key in [Key.enter, .tab, .down] {
      #expect(meanings(of: key, in: mode) == [.composer(Self.screen, .focusChanged(.text))])
    }
    let text = KeyMode.composer(Self.screen, .text, above: nil, below: nil)
    #expect(meanings(of: .up, in: text) == [.composer(Self.screen, .focusChanged(.subject))])
  }

  @Test func `In the login form, keys edit the field, and Enter leads to the login`() {
    let login = AccountsFeature.Login(server: "host")
    func keys(_ key: Key, _ field: LoginField) -> [KeyMeaning] {
      meanings(of: key, in: .login(login, field))
    }
    #expect(keys(.character(":"), .server) == [.accounts(.serverChanged("host:"))])
    #expect(keys(.backspace, .server) == [.accounts(.serverChanged("hos"))])
    #expect(keys(.character("q"), .user) == [.accounts(.userChanged("q"))])
    #expect(keys(.character("q"), .password) == [.accounts(.passwordChanged(Secret("q")))])
    #expect(keys(.enter, .server) == [.field(.user)])
    #expect(keys(.tab, .password) == [.field(.server)])
    #expect(keys(.up, .server) == [.field(.password)])
    #expect(keys(.enter, .password) == [.accounts(.loginTapped)])
    #expect(keys(.escape, .user) == [.accounts(.cancelTapped)])
  }

  @Test func `In the settings, keys change them`() {
    func keys(_ key: Character) -> [KeyMeaning] {
      meanings(of: .character(key), in: .settings(pageSize: 50))
    }
    #expect(keys("t") == [.settings(.themeCycled)])
    #expect(keys("+") == [.settings(.pageSizeChanged(60))])
    #expect(keys("-") == [.settings(.pageSizeChanged(40))])
    #expect(keys("h") == [.settings(.archivedToggled)])
    #expect(keys("o") == [.settings(.offlineToggled)])
    #expect(keys("s") == [.session(.backTapped)])
  }
}
