// SPDX-License-Identifier: MIT

import Foundation

/// A request or a notification of a client, as JSON-RPC 2.0 has it.
struct Message: Sendable {
  /// The ID of a request: a string or an integer.
  ///
  /// A notification has none.
  let id: JSON?
  let method: String
  let params: JSON

  /// Reads a message, or returns `nil` for a response, which this server asks for nowhere.
  init?(_ json: JSON) throws(RPCError) {
    guard case .object(let members) = json else {
      throw .invalidRequest("A message is an object.")
    }
    if members["method"] == nil, members["result"] != nil || members["error"] != nil { return nil }
    id = Message.id(of: json)
    guard members["jsonrpc"] == "2.0" else {
      throw .invalidRequest("`jsonrpc` must be \"2.0\".")
    }
    if members["id"] != nil, id == nil {
      throw .invalidRequest("`id` must be a string of at most 1,000 bytes or an integer.")
    }
    guard let method = members["method"]?.text else {
      throw .invalidRequest("`method` must be a string.")
    }
    self.method = method
    params = members["params"] ?? [:]
    guard case .object = params else {
      throw .invalidParams("`params` must be an object.")
    }
  }

  /// Returns the ID of a message, even if the rest of it is wrong.
  static func id(of json: JSON) -> JSON? {
    switch json["id"] {
    case .integer(let id): .integer(id)
    case .string(let id) where id.utf8.count <= 1_000: .string(id)
    default: nil
    }
  }
}

/// An error of the protocol.
///
/// Errors of a tool are answers: see ``Failure``.
struct RPCError: Error {
  let code: Int
  let message: String
  var data: JSON?

  static func invalidRequest(_ message: String) -> RPCError {
    RPCError(code: -32600, message: message)
  }
  static func invalidParams(_ message: String) -> RPCError {
    RPCError(code: -32602, message: message)
  }
  static func unknownMethod(_ name: String) -> RPCError {
    RPCError(code: -32601, message: "There is no method \(name.prefix(100)).")
  }

  /// The response to a message, or to one without a readable ID.
  func response(to id: JSON?) -> JSON {
    var error: JSON = ["code": .integer(code), "message": .string(message)]
    error["data"] = data
    return ["jsonrpc": "2.0", "id": id ?? .null, "error": error]
  }
}
