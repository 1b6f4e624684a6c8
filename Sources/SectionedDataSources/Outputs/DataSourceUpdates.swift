import SectionedChanges
import SectionedFetchedResults

/// The steps of a source as an asynchronous sequence.
///
/// ```swift
/// for await update in source.updates { list = update.new }
/// ```
///
/// The first element has the current list before and after, and no changes. A slow consumer gets one update that
/// combines the steps that it missed. The sequence ends when its source is released. It is for one task: if two tasks
/// wait, the earlier one gets nil.
public struct DataSourceUpdates<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: AsyncSequence, Sendable {
  /// A step of the source.
  public typealias Element = DataSourceUpdate<SectionID, ItemID>

  let mailbox: UpdateMailbox<PendingUpdates<SectionID, ItemID>>

  /// Makes an iterator. All iterators of a sequence share its elements.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Waits for the steps of the source, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: UpdateMailbox<PendingUpdates<SectionID, ItemID>>

    /// Returns the next step; nil when the source is released or the task is cancelled.
    public mutating func next() async -> Element? { await mailbox.next()?.joined }
  }
}

extension SectionedDataSource {
  /// The steps of this source from now on, for another task.
  ///
  /// - Complexity: O(1). Steps that wait for the consumer are combined, k changes in O(k · log² k).
  public var updates: DataSourceUpdates<SectionID, ItemID> { core.subscribe() }
}

extension SourceCore {
  func subscribe() -> DataSourceUpdates<SectionID, ItemID> {
    let mailbox = UpdateMailbox<PendingUpdates<SectionID, ItemID>>(joining: { _, waiting, next in
      var waiting = waiting
      if let next = next.joined { waiting.append(next) }
      return waiting
    })
    mailbox.put(
      PendingUpdates(
        Update(
          old: snapshot, new: snapshot, changes: Update.ChangeSet(), oldPhase: phase, phase: phase, origin: .program,
          source: nil)))
    mailboxes.add(mailbox)
    return DataSourceUpdates(mailbox: mailbox)
  }
}
