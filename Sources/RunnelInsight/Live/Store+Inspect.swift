// SPDX-License-Identifier: MIT

public import Foundation
public import Runnel

extension StoreOf where State: Codable {
  /// Shows this store live in a browser or to an assistant, which can restore earlier states.
  ///
  /// ```swift
  /// let inspection = try store.inspect(at: address)
  /// ```
  ///
  /// The command `inspector serve` of the sample Inspector prints the address, which is on this
  /// machine, and contains a secret token. Use it in debug builds only: everything that the store
  /// does is sent, and each program that has the token can replace the state, and dispatch the
  /// actions that you accept.
  ///
  /// It is a recording like that to a file, with the same costs and parameters. By default it
  /// records deliveries, and the state after each action, which the browser needs to restore one.
  /// `types` are those of the actions that the inspector may dispatch, such as
  /// `appReducer.actionTypes`. Those that aren't `Decodable` are left out.
  ///
  /// States are restored as with `restore(_:)`, but not in a read-only scope, and without what
  /// `redactState` removes. Nothing is restored or dispatched after the recording has ended: when
  /// it is released, when the inspector ends, or when the inspector falls behind by more than about
  /// 100,000 events. Before that, states are left out.
  ///
  /// - Throws: ``RunnelInsight/RecordingError`` if the address is not one of an inspector, such as
  ///   `runnel://TOKEN@127.0.0.1:9731`, or if there is no inspector. A wrong token ends the
  ///   recording.
  public func inspect(
    at address: URL, accepting types: [any Action.Type] = [], states: RecordedStates = .everyAction,
    deliveries: Bool = true, redacting redact: (@Sendable (any Action) -> Redaction)? = nil,
    redactingState redactState: (@Sendable (inout State) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Recording {
    let socket = try LoopbackSocket(to: address)
    let types = ActionTypes(types)
    let site = CallSite(file: file, line: line)
    // With a limit, so that a slow inspector doesn't fill the memory with events.
    let recording = record(
      socket, address, states: states, deliveries: deliveries, limit: 100_000,
      accepting: types.decodableNames, Redactor(redact: redact, redactState: redactState), site)
    let thread = Thread(
      block: performing(messagesFrom: socket, types, until: recording.token, site))
    thread.name = "Runnel.Inspection"
    thread.start()
    return recording
  }

  /// Returns a function that does what an inspector requests until the token or the connection
  /// ends, without retaining the token, the store or this scope.
  func performing(
    messagesFrom socket: LoopbackSocket, _ types: ActionTypes, until token: Disposable,
    _ site: CallSite
  ) -> @Sendable () -> Void {
    let (restore, dispatch) = (weakDispatch(handledBy: Self.restoring), weakDispatch)
    return { [weak token] in
      var hasEnded: Bool { token?.isDisposed ?? true }
      var messages = InspectorMessages()
      while let bytes = socket.receive() {
        // Received even then: closing a connection with unread bytes would drop the last lines.
        if hasEnded { continue }
        guard let received = messages.take(bytes) else { break }
        for message in received {
          switch message {
          case .restore(let data):
            guard let state = try? SessionCoder.makeDecoder().decode(State.self, from: data),
              !hasEnded
            else { continue }
            restore?(RestoredState(state), site)
          case .dispatch(let name, let payload):
            guard let action = try? types.action(name, from: payload), action is ActionType,
              !hasEnded
            else { continue }
            dispatch(action, site)
          }
        }
      }
      token?.dispose()
    }
  }
}

/// The messages of an inspector to the app: lines of JSON, of which others are ignored.
///
/// `{"restore":STATE}` requests that the state is restored, and
/// `{"dispatch":{"type":"NAME","payload":ACTION}}` that an action is dispatched.
struct InspectorMessages {
  enum Message {
    case restore(Data)
    case dispatch(type: String, payload: Data)
  }

  /// In bytes.
  private static let limit = 64 << 20
  private var line: [UInt8] = []

  /// Takes received bytes, and returns the messages in them, or `nil` if one is too long.
  mutating func take(_ received: [UInt8]) -> [Message]? {
    var messages: [Message] = []
    var rest = received[...]
    while let end = rest.firstIndex(of: 0x0A) {
      line += rest[..<end]
      rest = rest[(end + 1)...]
      if let message = Self.message(line) { messages.append(message) }
      line = []
    }
    line += rest
    return line.count > Self.limit ? nil : messages
  }

  private static func message(_ line: [UInt8]) -> Message? {
    func member(_ key: String, in range: Range<Int>) -> Range<Int>? {
      let members = line.withUnsafeBufferPointer { try? JSONParser.members(in: $0, range) }
      return members?.first { $0.key == key }?.range
    }
    if let state = member("restore", in: line.indices) { return .restore(Data(line[state])) }
    guard let action = member("dispatch", in: line.indices), let type = member("type", in: action),
      let name = try? JSONParser.value(in: Array(line[type])).text,
      let payload = member("payload", in: action)
    else { return nil }
    return .dispatch(type: name, payload: Data(line[payload]))
  }
}
