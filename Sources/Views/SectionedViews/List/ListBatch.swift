import SectionedChanges

/// Deletions, insertions and moves that a view performs as one batch update.
///
/// Deletions, and the sources of moves, are places of the list before the batch; insertions, and the targets of moves,
/// of the list after it. Each array ascends.
public struct ListBatch: Hashable, Sendable {
  /// Indices in the list before.
  public var deletedSections: [Int] = []
  /// Indices in the list after.
  public var insertedSections: [Int] = []
  /// From the list before to the list after.
  public var movedSections: [ListMove<Int>] = []
  /// Places in the list before, none of them in a deleted section.
  public var deletedItems: [ItemPlace] = []
  /// Places in the list after, none of them in an inserted section.
  public var insertedItems: [ItemPlace] = []
  /// From the list before to the list after.
  public var movedItems: [ListMove<ItemPlace>] = []

  /// Makes an empty batch.
  public init() {}

  /// Makes the batch of a stage of an update plan.
  ///
  /// - Parameter changes: the stage's changes. Updates are left out.
  public init<SectionID, ItemID>(_ changes: SectionedChangeSet<SectionID, ItemID>) {
    deletedSections = changes.sections.deleted.map { $0.place }
    insertedSections = changes.sections.inserted.map { $0.place }
    movedSections = changes.sections.moved
    deletedItems = changes.items.deleted.map { $0.place }
    insertedItems = changes.items.inserted.map { $0.place }
    movedItems = changes.items.moved
  }

  /// Makes the batch of a change of one item.
  init(_ one: OneItemChange) {
    if let place = one.deleted { deletedItems = [place] }
    if let place = one.inserted { insertedItems = [place] }
    if let move = one.moved { movedItems = [move] }
  }

  /// Whether nothing changes.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && deletedItems.isEmpty
      && insertedItems.isEmpty && movedItems.isEmpty
  }
}
