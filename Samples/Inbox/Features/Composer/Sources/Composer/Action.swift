// SPDX-License-Identifier: MIT

public import Runnel

extension ComposerFeature {
  /// An action of a draft.
  ///
  /// A terminal sends the keys of the user, and a user interface with text fields the whole text.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: Text fields

    /// A text field changed the subject.
    case subjectChanged(String)
    /// A text field changed the text.
    case textChanged(String)
    /// The user moved to a field. The cursor moves to its end.
    case focusChanged(Field)

    // MARK: Keys

    /// The user typed or pasted characters at the cursor.
    case typed(String)
    /// The user deleted the character before the cursor.
    case deleted
    /// The user moved the cursor.
    case moved(Movement)

    // MARK: Commands of the user

    /// The user takes back the last step of the text.
    case undone
    /// The user repeats the step that was taken back last.
    case redone
    /// The user sends the message.
    case sendTapped
    /// The user closes the composer. The draft stays.
    case discardTapped

    // MARK: From the app

    /// The app has read the draft from the disk.
    ///
    /// If the previous run of the program ended between ``sendTapped`` and ``submitted(_:)``, the
    /// draft is submitted again.
    case restored

    // MARK: For the app

    /// The app takes the message and sends it.
    ///
    /// Its draft ID is unique. If the app takes a draft ID once, it sends each message once.
    case submitted(Draft)
    /// The app closes the composer.
    case closed
  }
}
