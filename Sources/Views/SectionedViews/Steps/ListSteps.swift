import OrderedRows
import SectionedChanges

/// Deletions, insertions and moves as operations that a view applies one after the other, as `NSTableView` and
/// `NSOutlineView` do between `beginUpdates()` and `endUpdates()`.
///
/// The parts are applied in the order of the properties. Removals have indices of the old list, because each group is
/// removed at once. Insertions come last, with indices of the new list. So a view that asks for inserted elements is
/// answered from the new list.
///
/// ```swift
/// let steps = ListSteps(batch)
/// for group in steps.removedItems { rows[group.section].remove(at: group.items) }
/// ```
///
/// There are as many removals, moves and insertions as in the batch, except that a move is left out if earlier moves
/// have brought its element into place.
public struct ListSteps: Hashable, Sendable {
  /// The removed items, by section. Places in the list before, ascending.
  public var removedItems: [Group] = []
  /// The removed sections. Indices in the list before, ascending.
  public var removedSections: [Int] = []
  /// The moves of sections, one after the other. Each index refers to the list at that step: the source before the
  /// section is removed, the target after that.
  public var movedSections: [Move<Int>] = []
  /// The inserted sections. Indices in the list after, ascending.
  public var insertedSections: [Int] = []
  /// The moves of items, one after the other. Sections have their final indices; each item index refers to the list at
  /// that step.
  public var movedItems: [Move<ItemPlace>] = []
  /// The inserted items, by section. Places in the list after, ascending.
  public var insertedItems: [Group] = []

  /// Items of one section.
  public struct Group: Hashable, Sendable {
    /// The index of the section.
    public var section: Int
    /// The indices of the items, ascending.
    public var items: [Int]
  }

  /// A move with the indices of the list at that step.
  public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    /// The place before the element is removed.
    public var from: Place
    /// The place where the element is inserted after that.
    public var to: Place
  }

  /// Makes the operations of a batch.
  ///
  /// - Parameter batch: the changes. No item moves out of a deleted section or into an inserted one, as in each stage
  ///   of an `UpdatePlan`.
  /// - Complexity: O(changes · log changes).
  public init(_ batch: ListBatch) {
    removedItems = Self.groups(batch.deletedItems)
    insertedItems = Self.groups(batch.insertedItems)
    removedSections = batch.deletedSections
    insertedSections = batch.insertedSections
    movedSections = Self.moves(batch.movedSections, batch.deletedSections, batch.insertedSections)
    guard !batch.movedItems.isEmpty else { return }
    let sections = KeptIndices(
      left: (batch.deletedSections + batch.movedSections.map(\.from)).sorted(),
      came: (batch.insertedSections + batch.movedSections.map(\.to)).sorted())
    let moved = Dictionary(batch.movedSections.map { ($0.from, $0.to) }) { first, _ in first }
    movedItems = MoveSequence.steps(
      batch.movedItems.map { move in
        let section = moved[move.from.section] ?? sections.new(ofOld: move.from.section)
        return Move(
          from: ItemPlace(section: section, item: move.from.item - Self.count(batch.deletedItems, before: move.from)),
          to: ItemPlace(
            section: move.to.section, item: move.to.item - Self.count(batch.insertedItems, before: move.to)))
      })
  }

  /// Returns the moves of one list as steps.
  ///
  /// - Parameters:
  ///   - moves: from the list before to the list after.
  ///   - left: the removed indices, in the list before, ascending.
  ///   - came: the inserted indices, in the list after, ascending.
  package static func moves(_ moves: [ListMove<Int>], _ left: [Int], _ came: [Int]) -> [Move<Int>] {
    MoveSequence.steps(
      moves.map { move in
        let from = move.from - left.partitionPoint { $0 >= move.from }
        let to = move.to - came.partitionPoint { $0 >= move.to }
        return Move(from: ItemPlace(section: 0, item: from), to: ItemPlace(section: 0, item: to))
      }
    ).map { Move(from: $0.from.item, to: $0.to.item) }
  }

  /// The number of given places before a place in its section.
  private static func count(_ places: [ItemPlace], before place: ItemPlace) -> Int {
    let start = places.partitionPoint { $0.section >= place.section }
    return places.partitionPoint { $0 >= place } - start
  }

  private static func groups(_ places: [ItemPlace]) -> [Group] {
    places.reduce(into: []) { groups, place in
      if groups.last?.section == place.section {
        groups[groups.count - 1].items.append(place.item)
      } else {
        groups.append(Group(section: place.section, items: [place.item]))
      }
    }
  }
}
