// SPDX-License-Identifier: MIT

/// A path to the payload of one enum case, the counterpart of a key path to a property.
///
/// ```swift
/// enum Screen: Equatable, Sendable {
///   case list
///   case detail(DetailFeature.State)
/// }
///
/// extension CasePath where Root == Screen, Value == DetailFeature.State {
///   static var detail: Self {
///     CasePath(embed: Screen.detail) { if case .detail(let state) = $0 { state } else { nil } }
///   }
/// }
/// ```
///
/// Used by ``Reducer/ifCase(_:_:)`` and ``StoreOf/scope(_:ifCase:file:line:)``.
public struct CasePath<Root, Value>: Sendable {
  /// The function that returns an enum value with a payload.
  public let embed: @Sendable (Value) -> Root
  /// The function that returns the payload, or `nil` if the enum has another case.
  public let extract: @Sendable (Root) -> Value?

  /// Creates a case path from two functions.
  ///
  /// `extract` must return the payload that was passed to `embed`. Both run while the state is
  /// locked and must be pure functions.
  @preconcurrency
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }

  var optic: Optic { .payload(embed: embed, extract: extract) }
}
