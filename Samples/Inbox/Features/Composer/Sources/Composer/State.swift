// SPDX-License-Identifier: MIT

public import Runnel

extension ComposerFeature {
  /// A draft.
  public struct State: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the draft, made once.
    public let id: String
    /// The thread, or `nil` for a new one.
    public let threadID: String?
    /// The subject of a new thread, without line breaks.
    public internal(set) var subject: String
    /// The text.
    public internal(set) var text: String
    /// The field with the cursor.
    public internal(set) var focus: Field
    /// The number of characters before the cursor.
    public internal(set) var cursor = 0
    /// The undo steps of the text, each a word with the whitespace before it.
    public internal(set) var history = History<String>()
    /// A Boolean value that indicates whether the draft is sent, and doesn't change anymore.
    public internal(set) var isSubmitted = false
    /// The reason why the draft can't be sent, until the user changes it.
    public internal(set) var problem: String?

    /// The number of movements of the cursor, because typing after one is a new step.
    var movements = 0

    /// Creates a draft.
    public init(id: String, threadID: String? = nil, subject: String = "", text: String = "") {
      self.id = id
      self.threadID = threadID
      self.subject = subject
      self.text = text
      focus = threadID == nil ? .subject : .text
      cursor = focus == .subject ? subject.count : text.count
    }

    /// The content of the message.
    public var draft: Draft { Draft(id: id, threadID: threadID, subject: subject, text: text) }

    /// A Boolean value that indicates whether there is no text, nor a subject of a new thread.
    public var isEmpty: Bool { text.isBlank && (threadID != nil || subject.isBlank) }
  }

  /// The content of a message.
  public struct Draft: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the draft, made once.
    public let id: String
    /// The thread, or `nil` for a new one.
    public let threadID: String?
    /// The subject of a new thread.
    public let subject: String
    /// The text.
    public let text: String
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text with a space in place of each line break.
  fileprivate var inOneLine: String {
    contains(where: \.isNewline) ? String(map { $0.isNewline ? " " : $0 }) : self
  }
}

extension ComposerFeature.State {
  mutating func changeSubject(to subject: String) {
    guard threadID == nil else { return }
    change(.subject, to: Edit(from: self.subject, to: subject.inOneLine))
  }

  mutating func changeText(to text: String) {
    change(.text, to: Edit(from: self.text, to: text))
  }

  mutating func type(_ characters: String) {
    let characters = focus == .subject ? characters.inOneLine : characters
    let place = min(max(cursor, 0), value(of: focus).count)
    change(focus, to: Edit(of: value(of: focus), replacing: place..<place, with: characters))
  }

  mutating func delete() {
    let end = min(max(cursor, 0), value(of: focus).count)
    change(focus, to: Edit(of: value(of: focus), replacing: max(end - 1, 0)..<end, with: ""))
  }

  /// Undoes or redoes a step, and moves the cursor to the end of the change.
  mutating func travel(_ step: (inout Self) -> Void) {
    guard !isSubmitted else { return }
    let before = text
    step(&self)
    guard text != before else { return }
    focus = .text
    cursor = Edit(from: before, to: text).cursor
    problem = nil
  }

  /// Changes a field, unless the draft is submitted.
  ///
  /// The key of a step depends on the place of the change, which only the state contains. So the
  /// reducer records the steps itself, and not with `undoable`, whose key depends on the action.
  private mutating func change(_ field: ComposerFeature.Field, to edit: Edit) {
    guard !isSubmitted, edit.isChange else { return }
    switch field {
    case .subject:
      subject = edit.result
    case .text:
      let key = edit.stepKey.map { "\(movements) \($0)" }
      history.record(text, limit: ComposerFeature.undoLimit, coalescing: key)
      text = edit.result
    }
    focus = field
    cursor = edit.cursor
    problem = nil
  }

  func value(of field: ComposerFeature.Field) -> String {
    field == .subject ? subject : text
  }

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

  /// Submits the draft once, or shows its problem.
  mutating func send() -> EffectOf<ComposerFeature.Action> {
    if isSubmitted { return .none }
    problem = missing
    if problem != nil { return .none }
    isSubmitted = true
    // The effect outlives the composer, so that closing it doesn't lose the message.
    return .send(.submitted(draft)).detachedFromState()
  }

  private var missing: String? {
    if threadID == nil && subject.isBlank { return "A new thread needs a subject." }
    return text.isBlank ? "The message is empty." : nil
  }
}
