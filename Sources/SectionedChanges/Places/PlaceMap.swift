import OrderedRows

/// A map of places between the old and the new list, in both directions, with which a view keeps a selection or a
/// scroll position.
///
/// ```swift
/// let selected = ItemPlace(section: 0, item: 1)
/// let now = PlaceMap(changes).newPlace(ofOld: selected)
/// ```
///
/// It holds the changes only, and computes shifts from them: O(changes) memory, O(log changes) for each question. It
/// does not have the lengths of the lists; ask for places that exist. A place that no list can have, such as
/// `NSNotFound`, is mapped to nil.
public struct PlaceMap: Sendable {
  @usableFromInline let sections: LevelMap
  @usableFromInline let items: LevelMap

  /// Makes the map of a change set.
  ///
  /// - Parameter changes: a change set whose arrays are in order.
  /// - Complexity: O(changes · log changes).
  @inlinable
  public init<SectionID, ItemID>(_ changes: SectionedChangeSet<SectionID, ItemID>) {
    sections = LevelMap(
      left: changes.sections.deleted.map { Self.place($0.place) },
      came: changes.sections.inserted.map { Self.place($0.place) },
      moves: changes.sections.moved.map { (Self.place($0.from), Self.place($0.to)) })
    items = LevelMap(
      left: changes.items.deleted.map { $0.place }, came: changes.items.inserted.map { $0.place },
      moves: changes.items.moved.map { ($0.from, $0.to) })
  }

  @inlinable
  static func place(_ section: Int) -> ItemPlace { ItemPlace(section: 0, item: section) }

  /// The new index of the section at old index `old`; nil when it was deleted.
  ///
  /// - Complexity: O(log changes).
  public func newSection(ofOld old: Int) -> Int? {
    sections.new(ofOld: Self.place(old), in: 0)?.item
  }

  /// The old index of the section at new index `new`; nil when it was inserted.
  ///
  /// - Complexity: O(log changes).
  public func oldSection(ofNew new: Int) -> Int? {
    sections.old(ofNew: Self.place(new), in: 0)?.item
  }

  /// The new place of the item at old place `old`; nil when it was deleted or its section took it.
  ///
  /// - Complexity: O(log changes).
  public func newPlace(ofOld old: ItemPlace) -> ItemPlace? {
    items.new(ofOld: old, in: newSection(ofOld: old.section))
  }

  /// The old place of the item at new place `new`; nil when it was inserted or its section brought it.
  ///
  /// - Complexity: O(log changes).
  public func oldPlace(ofNew new: ItemPlace) -> ItemPlace? {
    items.old(ofNew: new, in: oldSection(ofNew: new.section))
  }

  /// How many items leave their place in an old section: deleted or moved, not taken.
  @usableFromInline
  func leftItems(inOldSection section: Int) -> Int { items.left.count(inSection: section) }

  /// How many items take a place in a new section: inserted or moved, not brought.
  @usableFromInline
  func cameItems(inNewSection section: Int) -> Int { items.came.count(inSection: section) }
}

/// The map of one level.
@usableFromInline
struct LevelMap: Sendable {
  let left: GapList
  let came: GapList
  /// Ascending old places.
  private let movesByOld: [(old: ItemPlace, new: ItemPlace)]
  /// Ascending new places.
  private let movesByNew: [(old: ItemPlace, new: ItemPlace)]

  @usableFromInline
  init(left: [ItemPlace], came: [ItemPlace], moves: [(old: ItemPlace, new: ItemPlace)]) {
    movesByOld = moves
    movesByNew = moves.sorted { $0.new < $1.new }
    self.left = GapList(places: moves.isEmpty ? left : (left + moves.map { $0.old }).sorted())
    self.came = GapList(places: moves.isEmpty ? came : (came + moves.map { $0.new }).sorted())
  }

  /// - Parameter section: the new index of the old place's section.
  func new(ofOld old: ItemPlace, in section: Int?) -> ItemPlace? {
    guard old.mayExist else { return nil }
    guard let rank = left.rank(of: old) else {
      let move = movesByOld.partitionPoint { $0.old >= old }
      guard move < movesByOld.count, movesByOld[move].old == old else { return nil }
      return movesByOld[move].new
    }
    return section.map { ItemPlace(section: $0, item: came.item(ofRank: rank, inSection: $0)) }
  }

  /// - Parameter section: the old index of the new place's section.
  func old(ofNew new: ItemPlace, in section: Int?) -> ItemPlace? {
    guard new.mayExist else { return nil }
    guard let rank = came.rank(of: new) else {
      let move = movesByNew.partitionPoint { $0.new >= new }
      guard move < movesByNew.count, movesByNew[move].new == new else { return nil }
      return movesByNew[move].old
    }
    return section.map { ItemPlace(section: $0, item: left.item(ofRank: rank, inSection: $0)) }
  }
}

extension ItemPlace {
  /// Whether a list may have the place. Beyond it a shift could overflow: `NSNotFound` is the greatest number.
  fileprivate var mayExist: Bool {
    let limits = 0...Int.max / 2
    return limits.contains(section) && limits.contains(item)
  }
}
