/// The double's replacement for UIKit's exceptions.
///
/// The double traps with UIKit's message, like an uncaught exception. To check messages and continue, a test calls
/// ``recorded(_:)``. Refusals are then recorded and the refused operation has no effect. After a refused batch update
/// the view reloads, so that it agrees with its data source.
public enum Refusals {
  @TaskLocal static var record: RefusalRecord?

  /// Calls a closure and records refusals.
  ///
  /// - Returns: the messages of the refusals, in order.
  @MainActor
  public static func recorded(_ steps: @MainActor () throws -> Void) rethrows -> [String] {
    let record = RefusalRecord()
    try $record.withValue(record) { try steps() }
    return record.messages
  }

  /// Calls an asynchronous closure and records refusals, including those of tasks that it starts, except detached ones.
  ///
  /// - Returns: the messages of the refusals, in order.
  @MainActor
  public static func recorded(_ steps: @MainActor () async throws -> Void) async rethrows -> [String] {
    let record = RefusalRecord()
    try await $record.withValue(record) { try await steps() }
    return record.messages
  }
}

/// The messages of the refusals during a test.
@MainActor
final class RefusalRecord {
  fileprivate(set) var messages: [String] = []

  nonisolated init() {}
}

/// Refuses an operation with UIKit's message. Returns only while a test records, and then must be called on the main
/// actor.
func refuse(_ message: String) {
  guard let record = Refusals.record else { fatalError(message) }
  MainActor.assumeIsolated { record.messages.append(message) }
}
