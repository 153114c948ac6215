// SPDX-License-Identifier: MIT

import RunnelText

/// An action that a store processes.
package struct ActionRecord: Sendable {
  /// The position in the store's reduction order, counted from one.
  package let sequence: UInt64
  /// The sequence number of the action that was being handled at dispatch, or zero.
  package let parent: UInt64
  package let site: CallSite
  package let action: any Action
  /// The instance that the action is for, or `nil` if it is for all.
  let instance: InstancePath?

  /// The instance that the action is for as text, or `nil` if it is for all.
  package var instanceDescription: String? { instance?.description }
}

extension ActionRecord: CustomStringConvertible {
  /// The action with the name of its feature and its instance, such as `Counter.Action.set(7)`.
  package var description: String {
    TypeName.of(action) + (instance.map { " for \($0)".escapingControls } ?? "")
  }
}
