// SPDX-License-Identifier: MIT

import Foundation
import Runnel

enum RecordedName {
  /// Returns the name of a type with its module, which is the same in every launch of a program.
  static func of(_ type: Any.Type) -> String { withoutAddress(String(reflecting: type)) }

  /// Returns a name without the addresses in memory that private types have.
  static func withoutAddress(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "$")) else { return name }
    return name.replacing(/\(unknown context at \$[0-9a-f]+\)/, with: "(unknown context)")
  }
}

struct ActionTypes: Sendable {
  /// With their modules.
  private var types: [String: any Action.Type] = [:]
  private var ambiguousNames: Set<String> = []
  private let decoder = SessionCoder.makeDecoder()

  init(_ types: [any Action.Type]) {
    for type in types {
      let name = RecordedName.of(type)
      if let other = self.types.updateValue(type, forKey: name), other != type {
        ambiguousNames.insert(name)
      }
    }
  }

  var decodableNames: [String] {
    types.filter { $0.value is any Decodable.Type }.keys.sorted()
  }

  func action(_ typeName: String, from payload: Data) throws(SessionCoder.Failure) -> any Action {
    let typeName = RecordedName.withoutAddress(typeName)
    if ambiguousNames.contains(typeName) {
      throw SessionCoder.Failure(description: "several types of actions are named \(typeName)")
    }
    guard let type = types[typeName] else {
      throw SessionCoder.Failure(description: "\(typeName) is not among the types of actions")
    }
    guard let decodable = type as? any (Action & Decodable).Type
    else { throw SessionCoder.Failure(description: "\(typeName) isn't `Decodable`") }
    do { return try decoder.decode(decodable, from: payload) } catch {
      throw SessionCoder.Failure(
        description: "its payload isn't \(typeName): \(SessionCoder.text(of: error))")
    }
  }
}
