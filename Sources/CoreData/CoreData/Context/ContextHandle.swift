import CSwiftRuntime
import Foundation

/// A non-owning reference to a context. A `weak` reference would move the context's reference counts to a side table,
/// and every access to an object, which retains the context, would have to look there.
///
/// **Cleared by** the context's deinitializer, under `lock`. **Read by** `context`, which retains the context under
/// the same lock with the runtime's try-retain, so it never returns a context whose deinitializer has begun.
// Unchecked: the pointer is only accessed under `lock`.
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
