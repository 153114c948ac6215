// SPDX-License-Identifier: MIT

import InboxApp
import Sync
import TerminalUI
import ThreadList

/// Returns the meanings of a key in the list.
func listMeanings(
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

/// Returns the meanings of a key while the user types the text of the search.
func searchMeanings(of key: Key, _ targets: ListProps.Targets, _ text: String) -> [KeyMeaning] {
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
