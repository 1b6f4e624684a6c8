import CoreData
import Foundation
import SectionedChanges

/// Where a consumer finds the newest version of a list: room for one element, which takes up those that come before it
/// is fetched.
///
/// Unchecked: everything is behind the lock.
final class UpdateMailbox: @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: SectionedFetchedResultsUpdate?
  /// The snapshot that the consumer has.
  private var seen: SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>?
  private var consumer: CheckedContinuation<SectionedFetchedResultsUpdate?, Never>?
  /// Which call of `next()` the consumer waits in.
  private var consumerCall = 0
  private var calls = 0
  private var isFinished = false

  /// Puts an element in, or joins it to the one that waits.
  ///
  /// - Returns: whether it waits for the consumer and has changes, so that the next one is combined with it.
  func put(_ update: SectionedFetchedResultsUpdate) -> Bool {
    lock.lock()
    let joined = join(update)
    let consumer = consumer
    self.consumer = nil
    if consumer == nil { waiting = joined } else { take(joined) }
    lock.unlock()
    consumer?.resume(returning: joined)
    return consumer == nil && joined.changes != nil
  }

  func finish() {
    lock.lock()
    isFinished = true
    let consumer = consumer
    self.consumer = nil
    lock.unlock()
    consumer?.resume(returning: nil)
  }

  func next() async -> SectionedFetchedResultsUpdate? {
    let call = beginCall()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.lock()
        let update = waiting
        let ends = update == nil && (isFinished || Task.isCancelled)
        let displaced = update == nil && !ends ? consumer : nil
        if let update { take(update) } else if !ends { (consumer, consumerCall) = (continuation, call) }
        lock.unlock()
        // Two tasks that share one iterator's mailbox: the earlier one ends.
        displaced?.resume(returning: nil)
        if update != nil || ends { continuation.resume(returning: update) }
      }
    } onCancel: {
      endCall(call)
    }
  }

  /// The element that waits, if there is one.
  func takeWaiting() -> SectionedFetchedResultsUpdate? {
    lock.lock()
    defer { lock.unlock() }
    guard let update = waiting else { return nil }
    take(update)
    return update
  }

  private func beginCall() -> Int {
    lock.lock()
    defer { lock.unlock() }
    calls += 1
    return calls
  }

  /// Ends the waiting of a task that was cancelled. Another task that waits goes on.
  private func endCall(_ call: Int) {
    lock.lock()
    let consumer = consumerCall == call ? consumer : nil
    if consumer != nil { self.consumer = nil }
    lock.unlock()
    consumer?.resume(returning: nil)
  }

  private func take(_ update: SectionedFetchedResultsUpdate) {
    waiting = nil
    seen = update.snapshot
  }

  private func join(_ update: SectionedFetchedResultsUpdate) -> SectionedFetchedResultsUpdate {
    guard let waiting else { return update }
    var changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?
    if let first = waiting.changes, let second = update.changes {
      // Changes of one list after the other always join; comparing the lists is the other way to the same end.
      changes = seen.flatMap { seen in
        (try? first.combined(with: second, from: seen, to: update.snapshot))
          ?? (try? SectionedChangeSet(from: seen, to: update.snapshot))
      }
    }
    return SectionedFetchedResultsUpdate(version: update.version, changes: changes, snapshot: update.snapshot)
  }
}
