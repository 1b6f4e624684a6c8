import OrderedRows

/// Maps places between the old and the new list in both directions. A view can use it to keep a selection or scroll
/// position.
///
/// ```swift
/// let selected = ItemPlace(section: 0, item: 1)
/// let now = PlaceMap(changes).newPlace(ofOld: selected)
/// ```
///
/// It stores only the changes and computes shifts from them: O(changes) memory, and O(log changes) for each lookup. It
/// does not know the lengths of the lists, so pass only places that exist. It maps impossible places, such as
/// `NSNotFound`, to nil.
public struct PlaceMap: Sendable {
  @usableFromInline let sections: LevelMap
  @usableFromInline let items: LevelMap

  /// Creates the map for a change set.
  ///
  /// - Parameter changes: a change set with sorted arrays.
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

  /// The new index of the section at old index `old`; nil if it was deleted.
  ///
  /// - Complexity: O(log changes).
  public func newSection(ofOld old: Int) -> Int? {
    sections.new(ofOld: Self.place(old), in: 0)?.item
  }

  /// The old index of the section at new index `new`; nil if it was inserted.
  ///
  /// - Complexity: O(log changes).
  public func oldSection(ofNew new: Int) -> Int? {
    sections.old(ofNew: Self.place(new), in: 0)?.item
  }

  /// The new place of the item at old place `old`; nil if it was deleted, or removed with its section.
  ///
  /// - Complexity: O(log changes).
  public func newPlace(ofOld old: ItemPlace) -> ItemPlace? {
    items.new(ofOld: old, in: newSection(ofOld: old.section))
  }

  /// The old place of the item at new place `new`; nil if it was inserted, alone or with its section.
  ///
  /// - Complexity: O(log changes).
  public func oldPlace(ofNew new: ItemPlace) -> ItemPlace? {
    items.old(ofNew: new, in: oldSection(ofNew: new.section))
  }

  /// The number of items that were deleted or moved from places in an old section, without those taken.
  @usableFromInline
  func leftItems(inOldSection section: Int) -> Int { items.left.count(inSection: section) }

  /// The number of items that were inserted or moved to places in a new section, without those brought.
  @usableFromInline
  func cameItems(inNewSection section: Int) -> Int { items.came.count(inSection: section) }
}

/// The map for sections or for items.
@usableFromInline
struct LevelMap: Sendable {
  let left: GapList
  let came: GapList
  /// The moves, sorted by old place.
  private let movesByOld: [(old: ItemPlace, new: ItemPlace)]
  /// The moves, sorted by new place.
  private let movesByNew: [(old: ItemPlace, new: ItemPlace)]

  @usableFromInline
  init(left: [ItemPlace], came: [ItemPlace], moves: [(old: ItemPlace, new: ItemPlace)]) {
    movesByOld = moves
    movesByNew = moves.sorted { $0.new < $1.new }
    self.left = GapList(places: moves.isEmpty ? left : (left + moves.map { $0.old }).sorted())
    self.came = GapList(places: moves.isEmpty ? came : (came + moves.map { $0.new }).sorted())
  }

  /// - Parameter section: the new index of the section of the old place; nil if the section was deleted.
  func new(ofOld old: ItemPlace, in section: Int?) -> ItemPlace? {
    guard old.mayExist else { return nil }
    guard let rank = left.rank(of: old) else {
      let move = movesByOld.partitionPoint { $0.old >= old }
      guard move < movesByOld.count, movesByOld[move].old == old else { return nil }
      return movesByOld[move].new
    }
    return section.map { ItemPlace(section: $0, item: came.item(ofRank: rank, inSection: $0)) }
  }

  /// - Parameter section: the old index of the section of the new place; nil if the section was inserted.
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
  /// Whether the place can exist in a list. For greater numbers, such as `NSNotFound`, computing a shift could
  /// overflow.
  fileprivate var mayExist: Bool {
    let limits = 0...Int.max / 2
    return limits.contains(section) && limits.contains(item)
  }
}
