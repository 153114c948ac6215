// SPDX-License-Identifier: MIT

/// A way into one case of an enum and back: what a key path is to a property.
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
/// Used by ``Reducer/ifCase(_:_:)`` and ``Store/scope(_:ifCase:file:line:)``.
public struct CasePath<Root, Value>: Sendable {
  /// Makes the enum of a payload.
  public let embed: @Sendable (Value) -> Root
  /// The payload, if the enum has this case.
  public let extract: @Sendable (Root) -> Value?

  /// A way into a case.
  ///
  /// What `embed` makes of a payload, `extract` must take out again. Both are called while the state is
  /// locked: they must be pure functions.
  @preconcurrency
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }
}
