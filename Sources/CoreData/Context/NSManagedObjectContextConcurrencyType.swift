/// The kinds of queues that a context can be bound to.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The thread that made the context. Contexts of this kind cannot be made any more.
  @available(*, deprecated, message: "Use privateQueueConcurrencyType or mainQueueConcurrencyType")
  case confinementConcurrencyType = 0
  /// A queue of the context's own.
  case privateQueueConcurrencyType = 1
  /// The main queue.
  case mainQueueConcurrencyType = 2
}
