import CSwiftRuntime
import Foundation

/// Refers to a context without keeping it alive, and without slowing it down: what a weak reference leads to has its
/// counts in a table of its own, and each retain of a context, which every access to an object takes, would look there.
///
/// **Cleared by** the context's deinitializer, under `lock`. **Read by** `context`, which under the same lock takes the
/// context up with the runtime's try-retain, so that one whose deinitializer has begun is not handed out.
// Unchecked: the pointer is reached under `lock`.
final class ContextHandle: @unchecked Sendable {
  private let lock = NSLock()
  private var pointer: UnsafeMutableRawPointer?

  /// The context, as long as it lives.
  var context: NSManagedObjectContext? {
    lock.lock()
    defer { lock.unlock() }
    return pointer.flatMap(cswift_try_retain).map {
      Unmanaged<NSManagedObjectContext>.fromOpaque($0).takeRetainedValue()
    }
  }

  /// Whether the context is gone.
  var isEmpty: Bool { lock.withLock { pointer == nil } }

  func set(_ context: NSManagedObjectContext) {
    lock.withLock { pointer = Unmanaged.passUnretained(context).toOpaque() }
  }

  func clear() {
    lock.withLock { pointer = nil }
  }
}
