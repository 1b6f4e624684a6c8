/// What the double does where UIKit raises an exception.
///
/// It traps with UIKit's words, as an exception does that a program does not catch. A test that wants to look at the
/// words, and to go on, runs its steps in ``recorded(_:)``: what is refused is recorded then, and the operation has no
/// effect. A refused batch update ends as a reload, so that the view and its data source agree again.
public enum Refusals {
  @TaskLocal static var record: RefusalRecord?

  /// Runs some steps.
  ///
  /// - Returns: what was refused in them, in order.
  @MainActor
  public static func recorded(_ steps: @MainActor () throws -> Void) rethrows -> [String] {
    let record = RefusalRecord()
    try $record.withValue(record) { try steps() }
    return record.messages
  }

  /// Runs some steps that may wait. Tasks that they start are recorded, too, but for detached ones.
  ///
  /// - Returns: what was refused in them, in order.
  @MainActor
  public static func recorded(_ steps: @MainActor () async throws -> Void) async rethrows -> [String] {
    let record = RefusalRecord()
    try await $record.withValue(record) { try await steps() }
    return record.messages
  }
}

/// What was refused while a test ran.
@MainActor
final class RefusalRecord {
  fileprivate(set) var messages: [String] = []

  nonisolated init() {}
}

/// Refuses an operation in UIKit's words. Returns only where a test records, on the main actor.
func refuse(_ message: String) {
  guard let record = Refusals.record else { fatalError(message) }
  MainActor.assumeIsolated { record.messages.append(message) }
}
