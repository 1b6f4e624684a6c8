/// The kinds of queues that a context can be bound to.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The thread that created the context. Creating a context of this kind is a programming error.
  @available(*, deprecated, message: "Use privateQueueConcurrencyType or mainQueueConcurrencyType")
  case confinementConcurrencyType = 0
  /// A private queue of the context.
  case privateQueueConcurrencyType = 1
  /// The main queue.
  case mainQueueConcurrencyType = 2
}
