// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// The types of actions that can be decoded.
struct ActionTypes: Sendable {
  /// The types by their names, with their modules.
  private let types: [String: any Action.Type]
  private let decoder = SessionCoder.makeDecoder()

  init(_ types: [any Action.Type]) {
    self.types = Dictionary(
      types.map { (String(reflecting: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the types that are `Decodable`, in ascending order.
  var decodableNames: [String] {
    types.filter { $0.value is any Decodable.Type }.keys.sorted()
  }

  func action(_ typeName: String, from payload: Data) throws(SessionCoder.Failure) -> any Action {
    guard let type = types[typeName] else {
      throw SessionCoder.Failure(description: "\(typeName) is not among the types of actions")
    }
    guard let decodable = type as? any (Action & Decodable).Type else {
      throw SessionCoder.Failure(description: "\(typeName) isn't `Decodable`")
    }
    do { return try decoder.decode(decodable, from: payload) } catch {
      throw SessionCoder.Failure(
        description: "its payload isn't \(typeName): \(SessionCoder.text(of: error))")
    }
  }
}
