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
  /// The largest number of steps that a user can undo, each of which is a copy of the text.
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
    case .undone: state.travel { $0.history.undo(&$0.text) }
    case .redone: state.travel { $0.history.redo(&$0.text) }
    case .sendTapped: return state.send()
    case .discardTapped: return .send(.closed)
    case .submitted, .closed: break
    }
    return .none
  }

  /// An action of a draft: keys of a terminal, or the whole text of a text field.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: Text fields

    case subjectChanged(String)
    case textChanged(String)
    /// The user moved to a field. The cursor moves to its end.
    case focusChanged(Field)

    // MARK: Keys

    /// The user typed or pasted characters at the cursor.
    case typed(String)
    case deleted
    case moved(Movement)

    // MARK: Commands of the user

    case undone
    case redone
    case sendTapped
    /// The user closes the composer. The draft stays.
    case discardTapped

    // MARK: For the app

    /// The app takes the message and sends it.
    ///
    /// Its draft ID is unique. If the app takes a draft ID once, it sends each message once.
    case submitted(Draft)
    case closed
  }

  /// A field of the composer.
  public enum Field: String, Codable, Sendable {
    /// The subject of a new thread. A reply has no such field.
    case subject
    case text
  }

  /// A movement of the cursor.
  public enum Movement: Codable, Equatable, Sendable {
    case left, right
    /// To the beginning or the end of the line.
    case home, end
    /// To a number of characters from the beginning of the field, or as near as possible.
    case position(Int)
  }
}
