import CoreData

/// A value that is made and used on the queue of a context only, so that its type need not be `Sendable`.
///
/// Unchecked: `value` is private, and each closure that reads or sets it runs on the context's queue. The closures that
/// get it are `Sendable`, so they cannot keep it elsewhere.
final class ContextBound<Value>: @unchecked Sendable {
  /// The context on whose queue the value is used.
  let context: NSManagedObjectContext
  private var value: Value?

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// Makes the value, later, on the queue.
  func begin(_ make: @escaping @Sendable (NSManagedObjectContext) -> Value) {
    let work: @Sendable () -> Void = { [self] in value = make(context) }
    context.perform(work)
  }

  /// Uses the value, later, on the queue. Nothing is called when the value was released.
  func perform(_ work: @escaping @Sendable (Value) -> Void) {
    let work: @Sendable () -> Void = { [self] in if let value { work(value) } }
    context.perform(work)
  }

  /// Reads something of the value when the queue has done its earlier work.
  ///
  /// - Returns: nil when the value was released.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Value) -> Result) async -> Result? {
    await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = { [self] in continuation.resume(returning: value.map(body)) }
      context.perform(work)
    }
  }

  /// Releases the value, later, on the queue.
  func end() {
    let work: @Sendable () -> Void = { [self] in value = nil }
    context.perform(work)
  }
}
