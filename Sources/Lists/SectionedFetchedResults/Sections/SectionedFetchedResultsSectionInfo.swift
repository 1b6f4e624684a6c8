import CoreData
import Foundation
import SectionedChanges

/// A section of one version of a controller's list.
///
/// It does not change: kept across an event, it keeps its object, name and counts, but its ``objects`` become nil.
public final class SectionedFetchedResultsSectionInfo<Section: NSManagedObject, Item: NSManagedObject>: NSObject,
  NSFetchedResultsSectionInfo
{
  /// The section object; nil only for the section of unmatched items.
  public let object: Section?

  /// The text of the value at the controller's `sectionNameKeyPath` or, without such a path, of the section's key;
  /// empty for the section of unmatched items.
  public let name: String

  /// The number of items shown in the section. It may be 0.
  public let numberOfObjects: Int

  /// The number of items that belong to the section, shown or not: also those that a limit or an offset leaves out.
  /// When it changes while the section shows the same items, the section is reported as updated, with `@count` among
  /// its keys.
  public let totalNumberOfObjects: Int

  /// The number of the version of the list that the section belongs to.
  private let number: Int
  private let index: Int
  /// The section in its version; nil if no aggregates are declared.
  private let source: (version: ListVersion<ItemToken>, slot: Int32)?
  private weak var controller: SectionedFetchedResultsController<Section, Item>?

  init(at index: Int, of list: ShownList, controller: SectionedFetchedResultsController<Section, Item>?) {
    let slot = list.version.shown[index]
    let section = list.object(of: slot)
    object = (section.flatMap { controller?.tracker.live($0) } ?? section) as? Section
    name = SectionNames.name(of: object, key: list.keys[Int(slot)], keyPath: controller?.sectionNameKeyPath)
    numberOfObjects = list.version.itemCount(at: index)
    totalNumberOfObjects = list.version.rowCount(of: slot)
    source = list.version.aggregates == nil ? nil : (list.version, slot)
    number = list.number
    self.index = index
    self.controller = controller
  }

  /// The section's title in the index at the edge of the list, from the controller's `sectionIndexTitleKeyPath` or else
  /// from its delegate; nil when the controller was released.
  public var indexTitle: String? { controller?.indexTitle(of: object, name: name) }

  /// The value of an aggregate for the items of the section, shown or not; nil if no item has a value, or if the last
  /// fetch did not have the aggregate.
  ///
  /// - Parameter aggregate: one of the controller's `aggregates`.
  /// - Complexity: O(aggregates).
  public func value(of aggregate: ItemAggregate) -> AggregateValue? {
    source.flatMap { $0.version.value(named: aggregate.name, of: $0.slot) }
  }

  /// The items of the section, in order; nil once the list has changed.
  ///
  /// - Complexity: O(items of the section), creating their objects.
  public var objects: [Any]? { items }

  /// The same as ``objects``, with the type of the items.
  ///
  /// - Complexity: O(items of the section), creating their objects.
  public var items: [Item]? {
    guard let controller, controller.tracker.shown.number == number else { return nil }
    return (0..<numberOfObjects).map { controller.object(section: index, item: $0) }
  }

  /// A text such as `<section 0 “Work”: 3 items, List p2>`: the index, the name, the number of items and the object.
  public override var description: String {
    "<section \(index) “\(name)”: \(numberOfObjects) items, \(object.map { "\(named: $0)" } ?? "unmatched")>"
  }
}
