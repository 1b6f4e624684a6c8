import OrderedRows

/// The list between two stages of a plan. A view's data source returns its counts and items during the animation.
///
/// ```swift
/// let count = model.numberOfItems(inSection: section)
/// let place = model.newPlace(of: ItemPlace(section: indexPath.section, item: indexPath.item))
/// ```
///
/// It stores the remaining changes to the new list. Every item in it is also in the new list, because the first stage
/// deletes all deleted items. Memory: O(changes), and the outline of the new list, which all stages share.
public struct StageModel<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// The changes of the later stages, from this list to the new list.
  public let remaining: SectionedChangeSet<SectionID, ItemID>
  @usableFromInline let map: PlaceMap
  @usableFromInline let new: NewOutline<SectionID, ItemID>

  @inlinable
  init(remaining: SectionedChangeSet<SectionID, ItemID>, new: NewOutline<SectionID, ItemID>) {
    self.remaining = remaining
    self.new = new
    map = PlaceMap(remaining)
  }

  /// Creates the model of a whole list without a plan, as the initial model of a view's data source.
  ///
  /// - Parameter list: the list's outline.
  @inlinable
  public init(_ list: [SectionOutline<SectionID>]) {
    self.init(remaining: SectionedChangeSet(), new: .outline(list))
  }

  /// The number of sections, including those that a later stage deletes after their items have moved.
  @inlinable
  public var numberOfSections: Int {
    new.count + remaining.sections.deleted.count - remaining.sections.inserted.count
  }

  /// The identifier and item count of a section.
  ///
  /// - Parameter index: the section's index in this list. Traps if it is out of bounds.
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

  /// The number of items in a section.
  ///
  /// - Parameter section: the section's index in this list. Traps if it is out of bounds.
  /// - Complexity: O(log changes).
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int { self.section(at: section).count }

  /// The index of a section of this list in the new list; nil if a later stage deletes the section.
  ///
  /// - Parameter section: the section's index in this list, which must exist.
  /// - Complexity: O(log changes).
  @inlinable
  public func newSection(of section: Int) -> Int? { map.newSection(ofOld: section) }

  /// Returns the place in the new list of the item at a place in this list. The data source shows the object at that
  /// place.
  ///
  /// - Parameter place: a place in this list, which must exist.
  /// - Complexity: O(log changes).
  @inlinable
  public func newPlace(of place: ItemPlace) -> ItemPlace {
    guard let result = map.newPlace(ofOld: place) else {
      fatalError(
        "There is no item at \(place) in this stage. Ask numberOfSections and numberOfItems(inSection:) first.")
    }
    return result
  }

  /// The identifier and item count of every section, in the order of this list.
  ///
  /// - Complexity: O(sections · log changes).
  public var outline: [SectionOutline<SectionID>] { (0..<numberOfSections).map(section(at:)) }
}

extension StageModel: CustomStringConvertible {
  /// The sections as text, such as `[a: 3, b: 0]`.
  ///
  /// - Complexity: O(sections · log changes).
  public var description: String { "\(outline)" }
}
