import CoreData

/// A value that is made and used only on the queue of a context, so that its type need not be `Sendable`.
///
/// Unchecked: `value` is private, and each closure that reads or sets it runs on the context's queue. The closures that
/// receive it are `Sendable`, so they cannot store it elsewhere.
final class ContextBound<Value>: @unchecked Sendable {
  /// The context on whose queue the value is used.
  let context: NSManagedObjectContext
  private var value: Value?

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// Schedules the making of the value on the queue.
  func begin(_ make: @escaping @Sendable (NSManagedObjectContext) -> Value) {
    let work: @Sendable () -> Void = { [self] in value = make(context) }
    context.perform(work)
  }

  /// Schedules a use of the value on the queue. The closure is not called if the value was released.
  func perform(_ work: @escaping @Sendable (Value) -> Void) {
    let work: @Sendable () -> Void = { [self] in if let value { work(value) } }
    context.perform(work)
  }

  /// Reads from the value, after the work that was scheduled on the queue before.
  ///
  /// - Returns: nil if the value was released.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Value) -> Result) async -> Result? {
    await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = { [self] in continuation.resume(returning: value.map(body)) }
      context.perform(work)
    }
  }

  /// Schedules the release of the value on the queue.
  func end() {
    let work: @Sendable () -> Void = { [self] in value = nil }
    context.perform(work)
  }
}
