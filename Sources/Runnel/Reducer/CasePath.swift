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
/// Used by ``Reducer/ifCase(_:_:)`` and ``StoreOf/ifCase(_:_:file:line:)``.
public struct CasePath<Root, Value>: Sendable {
  /// Returns an enum value with a payload.
  public let embed: @Sendable (Value) -> Root
  /// Returns the payload, or `nil` if the enum has another case.
  public let extract: @Sendable (Root) -> Value?
  private let read: Read
  private let update: Update

  /// Creates a case path from two functions.
  ///
  /// `extract` must return the payload that was passed to `embed`. Both run while the state is
  /// locked and must be pure functions.
  @inlinable
  @preconcurrency
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    // Inlinable: in generic code, each use of an optional payload costs a search for its type.
    self.init(embed: embed, extract: extract) { whole, body in
      guard let payload = extract(whole.assumingMemoryBound(to: Root.self).pointee) else { return }
      withUnsafePointer(to: payload) { body($0) }
    } update: { whole, body in
      let whole = whole.assumingMemoryBound(to: Root.self)
      guard var payload = extract(whole.pointee) else { return }
      // Without the enum, the payload is the only reference to its storage and changes in place.
      whole.deinitialize(count: 1)
      withUnsafeMutablePointer(to: &payload) { body($0) }
      whole.initialize(to: embed(payload))
    }
  }

  // Called with a pointer to the enum, these call their last argument with the payload, if it has
  // that case. The types are those of `Step`.
  @usableFromInline
  typealias Read = @Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
  @usableFromInline
  typealias Update =
    @Sendable (UnsafeMutableRawPointer, (UnsafeMutableRawPointer) -> Void) -> Void

  @usableFromInline
  init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?,
    read: @escaping Read, update: @escaping Update
  ) {
    (self.embed, self.extract) = (embed, extract)
    (self.read, self.update) = (read, update)
  }

  /// Creates a case path from an enum case, whose payload is found by reflection.
  ///
  /// ```swift
  /// let detail = CasePath(Screen.detail)
  /// ```
  ///
  /// Finding the payload took 2 to 4 µs where it was measured, on a virtual machine with Linux. The
  /// store does it for each action that the case's reducer handles, or that can have changed an
  /// observed enum. Where this matters, or if the enum has a custom mirror, use
  /// ``init(embed:extract:)``.
  public init(_ embed: @escaping @Sendable (Value) -> Root) {
    self.init(embed: embed) { root in
      guard let (names, value) = Self.payload(of: root),
        names == Self.payload(of: embed(value))?.names
      else { return nil }
      return value
    }
  }

  /// Returns the name of the present case with its labels, and its payload if that is a `Value`.
  private static func payload(of root: Root) -> (names: [String?], value: Value)? {
    guard let child = Mirror(reflecting: root).children.first else { return nil }
    let payload = Mirror(reflecting: child.value)
    // A payload with a label is a tuple of one element. Two cases can differ in labels alone.
    let labels = payload.displayStyle == .tuple ? payload.children.map(\.label) : []
    let value = child.value as? Value ?? payload.children.first?.value as? Value
    return value.map { ([child.label] + labels, $0) }
  }

  var step: Step { Step(Root.self, to: Value.self, .payload(read), update: update) }
}
