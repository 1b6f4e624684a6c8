import CoreData
import SectionedChanges

/// A version of a controller's list, with the changes since the one that the consumer saw before.
public struct SectionedFetchedResultsUpdate: Sendable {
  /// Grows with each version of the list.
  public let version: Int
  /// The changes since the consumer's last element: applied to the last snapshot, they give the next. nil in the first
  /// element, and when a fetch was made without reporting since: the list is then to be taken whole.
  ///
  /// When objects got permanent IDs, `sections.renamed` and `items.renamed` name the old and the new ones.
  public let changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?
  /// The list. A section's identifier is nil for the section of unmatched items.
  public let snapshot: SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>
}

extension SectionedFetchedResultsUpdate: CustomStringConvertible {
  /// `version 3: items: inserted [0, 1] (Task p7)`, and `version 1: 2 sections, 9 items` where the list is to be taken
  /// as a whole.
  ///
  /// - Complexity: O(changes), or O(sections).
  public var description: String {
    let whole = "\(snapshot.numberOfSections) sections, \(snapshot.numberOfItems) items"
    return "version \(version): " + (changes.map { "\($0)" } ?? whole)
  }
}

extension SectionedFetchedResultsUpdate {
  /// Joins two elements that follow each other, behind the one that the consumer has.
  @Sendable
  static func joining(_ seen: Self?, _ waiting: Self, _ next: Self) -> Self {
    var changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?
    if let first = waiting.changes, let second = next.changes, let seen = seen?.snapshot {
      // Changes of one list after the other always join; comparing the lists is the other way to the same end.
      changes =
        (try? first.combined(with: second, from: seen, to: next.snapshot))
        ?? (try? SectionedChangeSet(from: seen, to: next.snapshot))
    }
    return Self(version: next.version, changes: changes, snapshot: next.snapshot)
  }
}

/// The versions of a controller's list, as they come.
///
/// ```swift
/// for await update in controller.updates { list = update.snapshot }
/// ```
///
/// The first element has the current list and no changes. A consumer that is slow gets one element that combines, in
/// O(changes · log changes), what it missed. The sequence ends with its controller. It is for one task: of two that
/// wait, the earlier one gets nil.
public struct SectionedFetchedResultsUpdates: AsyncSequence, Sendable {
  /// A version of the list.
  public typealias Element = SectionedFetchedResultsUpdate

  /// The mailbox in which the updates wait.
  package let mailbox: UpdateMailbox<SectionedFetchedResultsUpdate>

  /// Reads the elements. All iterators of a sequence take from the same place.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Waits for the versions of the list, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: UpdateMailbox<SectionedFetchedResultsUpdate>

    /// The next version; nil when the controller is gone or the task is cancelled.
    public mutating func next() async -> SectionedFetchedResultsUpdate? { await mailbox.next() }
  }
}
