import CoreData
import SectionedChanges

/// A version of a controller's list, with the changes since the version that the consumer read before.
public struct SectionedFetchedResultsUpdate: Sendable {
  /// Grows with each version of the list.
  public let version: Int
  /// The changes since the consumer's last element. Applied to the last snapshot, they give the next one. Nil in the
  /// first element, and after a fetch that was not reported; then the list must be read whole.
  ///
  /// When objects got permanent IDs, `sections.renamed` and `items.renamed` have the old and the new IDs.
  public let changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?
  /// The list. The section of unmatched items has the identifier nil.
  public let snapshot: SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>
}

extension SectionedFetchedResultsUpdate: CustomStringConvertible {
  /// A text such as `version 3: items: inserted [0, 1] (Task p7)`, or `version 1: 2 sections, 9 items` if there are no
  /// changes.
  ///
  /// - Complexity: O(changes), or O(sections).
  public var description: String {
    let whole = "\(snapshot.numberOfSections) sections, \(snapshot.numberOfItems) items"
    return "version \(version): " + (changes.map { "\($0)" } ?? whole)
  }
}

extension SectionedFetchedResultsUpdate {
  /// Joins two consecutive elements that the consumer has not read. `seen` is the element that it read last.
  @Sendable
  static func joining(_ seen: Self?, _ waiting: Self, _ next: Self) -> Self {
    var changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?
    if let first = waiting.changes, let second = next.changes, let seen = seen?.snapshot {
      // Consecutive changes can always be combined. If that fails, comparing the lists gives the same result.
      changes =
        (try? first.combined(with: second, from: seen, to: next.snapshot))
        ?? (try? SectionedChangeSet(from: seen, to: next.snapshot))
    }
    return Self(version: next.version, changes: changes, snapshot: next.snapshot)
  }
}

/// An asynchronous sequence of the versions of a controller's list.
///
/// ```swift
/// for await update in controller.updates { list = update.snapshot }
/// ```
///
/// The first element has the current list and no changes. A slow consumer gets one element that combines all versions
/// that it missed, in O(changes · log changes). The sequence ends when its controller is released. Only one task may
/// wait for an element: if a second one waits, the first gets nil.
public struct SectionedFetchedResultsUpdates: AsyncSequence, Sendable {
  /// A version of the list.
  public typealias Element = SectionedFetchedResultsUpdate

  /// The mailbox in which the updates wait.
  package let mailbox: UpdateMailbox<SectionedFetchedResultsUpdate>

  /// Returns an iterator. All iterators of a sequence share its elements.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Waits for the versions of the list, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: UpdateMailbox<SectionedFetchedResultsUpdate>

    /// The next version; nil when the controller was released or the task is cancelled.
    public mutating func next() async -> SectionedFetchedResultsUpdate? { await mailbox.next() }
  }
}
