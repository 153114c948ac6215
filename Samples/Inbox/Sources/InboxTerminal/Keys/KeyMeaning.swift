// SPDX-License-Identifier: MIT

import InboxApp
import TerminalUI

/// The part of the screen that decides on the meaning of a key.
enum KeyMode: Equatable, Sendable {
  case welcome
  case login(AccountsFeature.Login, LoginField)
  case list(ListProps.Targets, isFiltered: Bool)
  case search(ListProps.Targets, text: String)
  case thread(ScreenID, page: Int, failed: String?)
  case composer(ScreenID, ComposerFeature.Field, above: Int?, below: Int?)
  case settings(pageSize: Int)

  init(_ content: ScreenProps.Content) {
    switch content {
    case .welcome, .opening: self = .welcome
    case .login(let login, let field): self = .login(login, field)
    case .list(let list) where list.isSearching: self = .search(list.targets, text: list.search)
    case .list(let list): self = .list(list.targets, isFiltered: !list.search.isEmpty)
    case .thread(let thread):
      self = .thread(thread.screen, page: max(1, thread.height - 1), failed: thread.failed)
    case .composer(let draft):
      self = .composer(draft.screen, draft.focus, above: draft.above, below: draft.below)
    case .settings(let settings): self = .settings(pageSize: settings.pageSize)
    }
  }
}

/// The effect of a key: an action of the app or of a screen, or a change of the view alone.
enum KeyMeaning: Equatable, Sendable {
  case app(AppAction)
  case accounts(AccountsFeature.Action)
  case settings(SettingsFeature.Action)
  case session(SessionAction)
  case list(ThreadListFeature.Action)
  case sync(SyncFeature.Action)
  case thread(ScreenID, ThreadDetailFeature.Action)
  case composer(ScreenID, ComposerFeature.Action)
  /// The user begins or ends to type the text of the search.
  case searching(Bool)
  case field(LoginField)
}

/// Returns what a key means in a mode, which no feature decides.
func meanings(of key: Key, in mode: KeyMode) -> [KeyMeaning] {
  switch mode {
  case .welcome: welcomeMeanings(of: key)
  case .login(let login, let field): loginMeanings(of: key, login, field)
  case .list(let targets, let isFiltered): listMeanings(of: key, targets, isFiltered)
  case .search(let targets, let text): searchMeanings(of: key, targets, text)
  case .thread(let screen, let page, let failed):
    threadMeanings(of: key, on: screen, page: page, failed: failed)
  case .composer(let screen, let field, let above, let below):
    composerAction(of: key, field, above: above, below: below)
      .map { [.composer(screen, $0)] } ?? []
  case .settings(let pageSize): settingsMeanings(of: key, pageSize)
  }
}

/// Returns the meaning of a key that is the same on several screens.
private func common(_ key: Key) -> [KeyMeaning] {
  switch key {
  case .character("a"): [.accounts(.nextTapped)]
  case .character("A"): [.field(.server), .accounts(.addTapped)]
  case .character("L"): [.accounts(.logOutTapped)]
  case .character("o"): [.settings(.offlineToggled)]
  case .character("s"): [.session(.settingsTapped)]
  case .character("x"): [.app(.problem(nil)), .session(.noticeClosed)]
  default: []
  }
}

private func welcomeMeanings(of key: Key) -> [KeyMeaning] {
  switch key {
  case .enter: common(.character("A"))
  case .character("q"), .escape: [.app(.quit)]
  case .character("s"): []
  default: common(key)
  }
}

private func settingsMeanings(of key: Key, _ pageSize: Int) -> [KeyMeaning] {
  switch key {
  case .character("t"): [.settings(.themeCycled)]
  case .character("+"), .character("="): [.settings(.pageSizeChanged(pageSize + 10))]
  case .character("-"): [.settings(.pageSizeChanged(pageSize - 10))]
  case .character("h"): [.settings(.archivedToggled)]
  case .character("s"), .character("q"), .escape: [.session(.backTapped)]
  default: common(key)
  }
}

private func listMeanings(
  of key: Key, _ targets: ListProps.Targets, _ isFiltered: Bool
) -> [KeyMeaning] {
  if let movement = movement(of: key, targets) { return movement }
  switch key {
  case .character("j"): return [.list(.nextSelected)]
  case .character("k"): return [.list(.previousSelected)]
  case .character("g"): return [.list(.selected(targets.first))]
  case .character("G"): return [.list(.selected(targets.last))]
  case .enter: return targets.selected == nil ? [.list(.nextSelected)] : open(targets)
  case .character("c"): return [.session(.composeTapped(subject: ""))]
  case .character("/"): return [.searching(true)]
  case .character("e"): return targets.selected.map { [.list(.archiveTapped($0.id))] } ?? []
  case .character("u"): return [.list(.undoTapped)]
  case .character("r"): return [.list(.reloaded), .sync(.retryTapped)]
  case .escape: return isFiltered ? [.list(.typed(""))] : []
  case .character("q"): return [.app(.quit)]
  default: return common(key)
  }
}

private func searchMeanings(of key: Key, _ targets: ListProps.Targets, _ text: String)
  -> [KeyMeaning]
{
  if let movement = movement(of: key, targets) { return movement }
  switch key {
  case .character(let character): return [.list(.typed(text + String(character)))]
  case .backspace: return [.list(.typed(String(text.dropLast())))]
  case .control("u"): return [.list(.typed(""))]
  case .enter: return targets.selected == nil ? [.searching(false)] : open(targets)
  case .escape: return [.searching(false), .list(.typed(""))]
  default: return []
  }
}

private func movement(of key: Key, _ targets: ListProps.Targets) -> [KeyMeaning]? {
  switch key {
  case .up: [.list(.previousSelected)]
  case .down: [.list(.nextSelected)]
  case .pageUp: [.list(.selected(targets.pageUp))]
  case .pageDown: [.list(.selected(targets.pageDown))]
  case .home: [.list(.selected(targets.first))]
  case .end: [.list(.selected(targets.last))]
  default: nil
  }
}

private func open(_ targets: ListProps.Targets) -> [KeyMeaning] {
  guard let thread = targets.selected else { return [] }
  return [.searching(false), .session(.threadTapped(id: thread.id, subject: thread.subject))]
}

/// Returns the meaning of a key in the login form, which Enter leaves from the last field.
private func loginMeanings(
  of key: Key, _ login: AccountsFeature.Login, _ field: LoginField
) -> [KeyMeaning] {
  switch key {
  case .escape: [.accounts(.cancelTapped)]
  case .enter where field == .password: [.accounts(.loginTapped)]
  case .enter, .tab, .down: [.field(field.next)]
  case .up: [.field(field.next.next)]
  case .control("u"): [.accounts(login.setting(field, to: ""))]
  case .backspace: [.accounts(login.setting(field, to: String(login.text(of: field).dropLast())))]
  case .character(let character):
    [.accounts(login.setting(field, to: login.text(of: field) + String(character)))]
  default: []
  }
}

extension AccountsFeature.Login {
  fileprivate func text(of field: LoginField) -> String {
    switch field {
    case .server: server
    case .user: user
    case .password: password.revealed()
    }
  }

  fileprivate func setting(_ field: LoginField, to text: String) -> AccountsFeature.Action {
    switch field {
    case .server: .serverChanged(text)
    case .user: .userChanged(text)
    case .password: .passwordChanged(Secret(text))
    }
  }
}

private func threadMeanings(
  of key: Key, on screen: ScreenID, page: Int, failed: String?
) -> [KeyMeaning] {
  if [.escape, .character("q"), .left].contains(key) { return [.session(.backTapped)] }
  let action: ThreadDetailFeature.Action? =
    switch key {
    case .up, .character("k"): .scrolled(by: 1)
    case .down, .character("j"): .scrolled(by: -1)
    case .pageUp: .scrolled(by: page)
    case .pageDown, .character(" "): .scrolled(by: -page)
    case .home, .character("g"): .scrolled(by: .max)
    case .end, .character("G"): .scrolled(by: -.max)
    case .character("r"): .replyTapped
    case .character("l"): .retryTapped
    case .character("R"): failed.map { .resendTapped(clientID: $0) }
    case .character("D"): failed.map { .discardTapped(clientID: $0) }
    default: nil
    }
  return action.map { [.thread(screen, $0)] } ?? common(key)
}

/// Returns the action of a key in the composer, where the cursor has a position in the lines above
/// and below, if there are any.
private func composerAction(
  of key: Key, _ field: ComposerFeature.Field, above: Int?, below: Int?
) -> ComposerFeature.Action? {
  switch key {
  case .character(let character): .typed(String(character))
  case .enter: field == .subject ? .focusChanged(.text) : .typed("\n")
  case .backspace: .deleted
  case .tab: .focusChanged(field == .subject ? .text : .subject)
  case .left: .moved(.left)
  case .right: .moved(.right)
  case .home: .moved(.home)
  case .end: .moved(.end)
  case .up: field == .subject ? nil : above.map { .moved(.position($0)) } ?? .focusChanged(.subject)
  case .down: field == .subject ? .focusChanged(.text) : below.map { .moved(.position($0)) }
  case .control("s"): .sendTapped
  case .control("u"): .undone
  case .control("r"): .redone
  case .escape: .discardTapped
  default: nil
  }
}
