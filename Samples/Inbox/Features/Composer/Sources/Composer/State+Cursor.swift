// SPDX-License-Identifier: MIT

extension ComposerFeature.State {
  /// Moves to the end of a field.
  mutating func move(to field: ComposerFeature.Field) {
    guard field != .subject || threadID == nil, focus != field else { return }
    focus = field
    cursor = value(of: field).count
    movements += 1
  }

  mutating func move(_ movement: ComposerFeature.Movement) {
    let characters = Array(value(of: focus))
    let old = min(max(cursor, 0), characters.count)
    let new =
      switch movement {
      case .left: old - 1
      case .right: old + 1
      case .home: (characters[..<old].lastIndex(where: \.isNewline) ?? -1) + 1
      case .end: characters[old...].firstIndex(where: \.isNewline) ?? characters.count
      case .position(let position): position
      }
    let place = min(max(new, 0), characters.count)
    guard place != cursor else { return }
    cursor = place
    movements += 1
  }
}
