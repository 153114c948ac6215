// SPDX-License-Identifier: MIT

public import Runnel

/// A component that chooses its queue; one on the screen conforms to `ViewComponent` instead.
public typealias Component = ServiceComponent

/// A function from a part of the state to props.
public typealias Mapper = Connector

/// A view with props that doesn't connect to a store, such as a table cell.
@preconcurrency @MainActor
public protocol Propsable: AnyObject {
  /// The input of the view: one value with everything needed to draw it.
  associatedtype Props: Equatable

  /// The current props; draw in `didSet`.
  var props: Props { get set }
}

extension Disposer {
  /// Takes ownership of `disposal`; in new code, call `disposal.dispose(on: disposer)`.
  public func add(disposal: Disposable) {
    disposal.dispose(on: self)
  }
}
