// SPDX-License-Identifier: MIT

// The declarations of Apple's `Combine` module that the library uses, for type checks elsewhere.

public protocol Cancellable { func cancel() }
public protocol Subscription: Cancellable { func request(_ demand: Subscribers.Demand) }

public enum Subscribers {
  @frozen public struct Demand: Equatable, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
    public var max: Int? { nil }
  }

  @frozen public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

public final class AnyCancellable: Cancellable, Hashable {
  public func cancel() {}
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { AnyCancellable() }
}
