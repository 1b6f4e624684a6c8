import OrderedRows

/// The list between two stages of a plan: what a view's data source answers from while the view animates.
///
/// ```swift
/// let count = model.numberOfItems(inSection: section)
/// let place = model.newPlace(of: ItemPlace(section: indexPath.section, item: indexPath.item))
/// ```
///
/// It is described by what still separates it from the new list. Every item in it is in the new list too: no model
/// holds a deleted item. Memory: O(changes), and the outline of the new list, which all stages share.
public struct StageModel<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// The changes of the stages still to come, from this list to the new one.
  public let remaining: SectionedChangeSet<SectionID, ItemID>
  @usableFromInline let map: PlaceMap
  @usableFromInline let new: NewOutline<SectionID, ItemID>

  @inlinable
  init(remaining: SectionedChangeSet<SectionID, ItemID>, new: NewOutline<SectionID, ItemID>) {
    self.remaining = remaining
    self.new = new
    map = PlaceMap(remaining)
  }

  /// Makes the model of a whole list, before any plan: what a view's data source begins with.
  ///
  /// - Parameter list: the list's outline.
  @inlinable
  public init(_ list: [SectionOutline<SectionID>]) {
    self.init(remaining: SectionedChangeSet(), new: .outline(list))
  }

  /// The number of sections, those included that a later stage deletes when their items have left.
  @inlinable
  public var numberOfSections: Int {
    new.count + remaining.sections.deleted.count - remaining.sections.inserted.count
  }

  /// Identifier and count of one section.
  ///
  /// - Parameter index: its index in this list. Traps when there is no such section.
  /// - Complexity: O(log changes).
  @inlinable
  public func section(at index: Int) -> SectionOutline<SectionID> {
    guard index >= 0, index < numberOfSections else {
      fatalError("Section \(index) is outside this stage's \(numberOfSections) sections. Ask numberOfSections first.")
    }
    let leaving = map.leftItems(inOldSection: index)
    if let place = map.newSection(ofOld: index) {
      return SectionOutline(new[place].id, count: new[place].count - map.cameItems(inNewSection: place) + leaving)
    }
    let deletion = remaining.sections.deleted.partitionPoint { $0.place >= index }
    return SectionOutline(remaining.sections.deleted[deletion].id, count: leaving)
  }

  /// The number of items of one section.
  ///
  /// - Parameter section: its index in this list. Traps when there is no such section.
  /// - Complexity: O(log changes).
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int { self.section(at: section).count }

  /// The index in the new list of a section of this list; nil when a later stage deletes it.
  ///
  /// - Parameter section: its index in this list, which must exist.
  /// - Complexity: O(log changes).
  @inlinable
  public func newSection(of section: Int) -> Int? { map.newSection(ofOld: section) }

  /// Returns the place in the new list of the item at a place of this list: the data source shows the object that is
  /// there.
  ///
  /// - Parameter place: a place of this list, which must exist.
  /// - Complexity: O(log changes).
  @inlinable
  public func newPlace(of place: ItemPlace) -> ItemPlace {
    guard let result = map.newPlace(ofOld: place) else {
      fatalError(
        "There is no item at \(place) in this stage. Ask numberOfSections and numberOfItems(inSection:) first.")
    }
    return result
  }

  /// Identifier and count of every section, in the order of this list.
  ///
  /// - Complexity: O(sections · log changes).
  public var outline: [SectionOutline<SectionID>] { (0..<numberOfSections).map(section(at:)) }
}

extension StageModel: CustomStringConvertible {
  /// `[a: 3, b: 0]`
  ///
  /// - Complexity: O(sections · log changes).
  public var description: String { "\(outline)" }
}
