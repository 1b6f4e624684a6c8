import CoreData
import OrderedRows
import SectionedChanges
import SectionedFetchedResults

/// The items of a fetched source, in the order of an ordered relationship of their section objects.
///
/// ```swift
/// let inOrder = try RelationshipOrderedDataSource(library, by: "tracks")
/// ```
///
/// When the program or a merge moves an object within the relationship, the item moves in this list. An event of the
/// context is one step. The item request needs a sort descriptor, which orders items that are not in the relationship
/// of their section object. `ListReordering(of:)` moves items in the relationship.
///
/// - Complexity: an event that changes the relative order of items costs O(rows · log rows). Any other event costs as
///   much as in a ``SortedDataSource``, and additionally O(items of the changed sections).
public final class RelationshipOrderedDataSource<SectionObject: NSManagedObject, Item: NSManagedObject>:
  SectionedDataSource
{
  public typealias Base = FetchedDataSource<SectionObject, Item>
  public typealias Section = FetchedSection<SectionObject>
  public typealias SectionID = NSManagedObjectID?
  public typealias ItemID = NSManagedObjectID

  /// The source whose items are shown.
  public let base: Base
  let ranks: RelationshipRanks
  private let derived: DerivedList<SortRules<Base>>
  private var notices: ContextNotices?

  /// The shown list, its observers, and the sources built on this one.
  public var core: SourceCore<NSManagedObjectID?, NSManagedObjectID> { derived.core }

  /// The handler to which the source reports anomalies: that of its base.
  public var anomalies: AnomalyHandler { base.anomalies }

  /// Makes a source that shows another one in the order of a relationship.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - relationship: an ordered relationship of the section objects, the inverse of the relationship that the grouping
  ///     key path begins with.
  /// - Complexity: O(rows · log rows).
  /// - Throws: ``FetchedSourceError/invalidOrder(name:reason:)`` if the relationship is not ordered, or is not this
  ///   inverse; `unknownEntity`.
  public init(_ base: Base, by relationship: String) throws {
    let context = base.managedObjectContext
    let entity = try FetchRequests.entity(of: base.controller.sectionFetchRequest, in: context)
    guard let description = entity.relationshipsByName[relationship], description.isOrdered, description.isToMany else {
      let known = entity.relationshipsByName.values.filter(\.isOrdered).map(\.name)
      throw FetchedSourceError.invalidOrder(
        name: relationship,
        reason: "\(entity.name ?? "the sections") has no ordered relationship of that name; it has "
          + NearNames.choices(for: relationship, among: known))
    }
    let path = base.controller.sectionGroupingKeyPath.split(separator: ".").map(String.init)
    guard let key = path.first, description.inverseRelationship?.name == key else {
      throw FetchedSourceError.invalidOrder(
        name: relationship, reason: "its inverse is not the relationship that the grouping key path begins with.")
    }
    self.base = base
    let ranks = RelationshipRanks(relationship, backBy: key)
    self.ranks = ranks
    let rules = SortRules(base)
    rules.itemOrder = { ranks.precedes($0, $1) }
    derived = DerivedList(rules)
    derived.begin { [weak derived] in derived?.makeStep() }
    notices = ContextNotices(context) { [weak self] in self?.follow($0) }
  }

  deinit { base.core.detach(core) }

  private func follow(_ notice: ContextNotice) {
    guard ranks.update(after: notice, in: base.managedObjectContext) else { return }
    // Held with its base, so that this source settles at the end of the event, too.
    base.core.perform { derived.edit { $0.ordersItems = true } }
  }

  public func item(for id: ListedID<ItemID>) -> Item? { derived.item(for: id) }

  public func section(for id: ListedID<SectionID>) -> Section? {
    derived.holdsSection(id) ? derived.baseSection(id) : nil
  }

  public func place(of id: ListedID<ItemID>) -> ItemPlace? { derived.place(of: id) }

  public func index(ofSection id: ListedID<SectionID>) -> Int? { derived.index(ofSection: id) }

  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    derived.forEachItem(inSection: section, body)
  }
}
