import SectionedChanges
import SectionedFetchedResults

/// The steps of a source as an asynchronous sequence.
///
/// ```swift
/// for await update in source.updates { list = update.new }
/// ```
///
/// The first element has the current list as its old and its new list, and no changes. If the consumer is slow, the
/// steps that it missed are combined into one. The sequence ends when the source is released. Iterate in one task only:
/// if two tasks wait, the earlier one gets nil.
public struct DataSourceUpdates<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: AsyncSequence, Sendable {
  /// A step of the source.
  public typealias Element = DataSourceUpdate<SectionID, ItemID>

  let mailbox: UpdateMailbox<PendingUpdates<SectionID, ItemID>>

  /// Makes an iterator. All iterators of a sequence share its elements.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// An iterator that waits for the steps of the source.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: UpdateMailbox<PendingUpdates<SectionID, ItemID>>

    /// Returns the next step; nil after the source was released or the task was cancelled.
    public mutating func next() async -> Element? { await mailbox.next()?.joined }
  }
}

extension SectionedDataSource {
  /// The steps of this source from now on, for a consumer in any task.
  ///
  /// - Complexity: O(1). Combining k changes that the consumer missed costs O(k · log² k).
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
