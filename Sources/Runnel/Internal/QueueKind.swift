// SPDX-License-Identifier: MIT

import Dispatch

#if canImport(Darwin)
  import Darwin
#endif

/// What can be found out about a queue that somebody handed over.
enum QueueKind {
  /// Whether several blocks of `queue` may run at once: true of a queue made with `.concurrent` and of
  /// the global ones.
  ///
  /// Dispatch has no call for this. A queue's class tells: on Apple systems it is the class of the
  /// object, elsewhere that of the object wrapped inside it, whose first word names its class. Either
  /// is compared with those of queues whose kind is known, so nothing is assumed of the classes
  /// themselves. Where the comparison cannot be made the queue is taken for serial, which is safe:
  /// a store never lets two drains run at once.
  static func isConcurrent(_ queue: DispatchQueue) -> Bool {
    guard let kind = kind(of: queue), let serial, kind != serial else { return false }
    return concurrent.contains(kind)
  }

  /// Whether the calling thread is working for the main queue, or is the main thread before that.
  static var isMain: Bool {
    #if canImport(Darwin)
      // Also where the main thread works for another queue, inside `sync`.
      if pthread_main_np() != 0 { return true }
    #endif
    _ = markMain
    return DispatchQueue.getSpecific(key: mainKey) != nil
  }

  /// Whether `queue` is the main queue, however it was got hold of.
  static func isMain(_ queue: DispatchQueue) -> Bool {
    _ = markMain
    return queue.getSpecific(key: mainKey) != nil
  }

  private static let mainKey = DispatchSpecificKey<Bool>()
  private static let markMain: Void = DispatchQueue.main.setSpecific(key: mainKey, value: true)

  private static let serial = kind(of: DispatchQueue(label: "runnel.kind.serial"))
  private static let concurrent = [
    kind(of: DispatchQueue(label: "runnel.kind.concurrent", attributes: .concurrent)),
    kind(of: DispatchQueue.global()),
  ].compactMap(\.self)

  #if canImport(Darwin)
    private static func kind(of queue: DispatchQueue) -> ObjectIdentifier? {
      ObjectIdentifier(type(of: queue))
    }
  #else
    private static func kind(of queue: DispatchQueue) -> UInt? {
      guard
        let wrapped = Mirror(reflecting: queue).children.first(where: { $0.label == "__wrapped" }),
        let object = wrapped.value as? OpaquePointer
      else { return nil }
      // The pointer is to a live object of Dispatch's, kept by `queue`, which starts with a pointer.
      return withExtendedLifetime(queue) { UnsafePointer<UInt>(object).pointee }
    }
  #endif
}
