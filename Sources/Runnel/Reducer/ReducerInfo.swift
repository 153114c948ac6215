// SPDX-License-Identifier: MIT

import RunnelText

/// A description of one reducer of a store: the part of the state and the actions that it handles.
///
/// See ``StoreOf/reducers``.
public struct ReducerInfo: Hashable, Sendable, CustomStringConvertible {
  /// The part of the state that the reducer changes, as a path from the root state.
  public let path: String
  /// The type of the actions that the reducer handles, or `nil` if it handles every action.
  public let actionType: String?
  /// A Boolean value indicating whether the reducer was added at run time.
  public let isDynamic: Bool

  /// One line, such as `Search.Action at \App.search?`.
  public var description: String {
    "\(actionType ?? "every action") at \(path)\(isDynamic ? ", dynamic" : "")"
  }

  func isWithin(_ slice: String) -> Bool {
    path == slice || path.hasPrefix(slice) && ".?[ ".contains(path.dropFirst(slice.count).prefix(1))
  }

  static func list(
    _ reducers: [CompiledReducer], in state: Any.Type, areDynamic: Bool
  ) -> [ReducerInfo] {
    var infos: [ReducerInfo] = []
    func add(_ reducer: CompiledReducer, in path: String) {
      let path = path + reducer.steps.text
      if !reducer.parts.isEmpty { return reducer.parts.forEach { add($0, in: path) } }
      guard case .types(let types) = reducer.filter else {
        return infos.append(ReducerInfo(path: path, actionType: nil, isDynamic: areDynamic))
      }
      for type in types {
        let name = TypeName.withoutModule(type)
        infos.append(ReducerInfo(path: path, actionType: name, isDynamic: areDynamic))
      }
    }
    for reducer in reducers { add(reducer, in: "\\\(state)") }
    return infos
  }
}
