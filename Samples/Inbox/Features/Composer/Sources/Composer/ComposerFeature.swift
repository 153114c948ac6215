// SPDX-License-Identifier: MIT

public import Runnel

/// A message that a user writes.
///
/// The state is a draft. The app stores it like any other state, with its undo steps, so a draft
/// survives the end of the program. The feature doesn't send messages: the app reduces
/// ``Action/submitted(_:)`` for the feature that does.
///
/// Put the open draft into an optional: `ifPresent(\.composer, id: \.id)`. With
/// ``Action/closed``, the app removes it and stores it elsewhere, or hides it.
public enum ComposerFeature {
  /// The largest number of steps that a user can undo.
  ///
  /// Each step is a copy of the text, in memory and in the stored draft.
  static let undoLimit = 100

  /// The reducer of a draft.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .subjectChanged(let subject): state.changeSubject(to: subject)
    case .textChanged(let text): state.changeText(to: text)
    case .focusChanged(let field): state.move(to: field)
    case .typed(let characters): state.type(characters)
    case .deleted: state.delete()
    case .moved(let movement): state.move(movement)
    case .undone: state.undo()
    case .redone: state.redo()
    case .sendTapped: return state.send()
    case .restored: return state.sendAgain()
    case .discardTapped: return .send(.closed)
    case .submitted, .closed: break
    }
    return .none
  }
}
