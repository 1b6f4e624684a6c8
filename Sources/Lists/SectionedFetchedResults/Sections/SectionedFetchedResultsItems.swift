import CoreData
import OrderedRows
import SectionedChanges

/// The items of one version of a controller's list in display order, across all sections. Each object is created on
/// demand.
///
/// A value of that version: kept across an event, it keeps its items and their order, even if items left the list, were
/// deleted or got permanent IDs. The objects have their current values. An object that was deleted, saved and released
/// is created again without values; it then has the request's entity, even if it had a subentity.
public struct SectionedFetchedResultsItems<Section: NSManagedObject, Item: NSManagedObject>: RandomAccessCollection {
  private let controller: SectionedFetchedResultsController<Section, Item>
  private let list: ShownList
  private let names: ShownNames
  /// For each section, the index after its last item.
  private let ends: [Int]

  /// - Complexity: O(sections).
  init(_ controller: SectionedFetchedResultsController<Section, Item>) {
    self.controller = controller
    list = controller.tracker.shown
    names = ShownNames(of: controller.tracker)
    var end = 0
    ends = list.version.shown.indices.map { [list] in
      end += list.version.itemCount(at: $0)
      return end
    }
  }

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of items in all sections.
  public var endIndex: Int { ends.last ?? 0 }

  /// The item at an index across all sections of this version. An index that does not exist is a programming error.
  ///
  /// - Complexity: O(log sections + log items of the section), creating the object as a fault.
  public subscript(position: Int) -> Item {
    guard position >= 0, position < endIndex else {
      list.requireFetched("item \(position)")
      fatalError("There is no item \(position): the list has \(endIndex). Ask items.count first.")
    }
    let section = ends.partitionPoint { $0 > position }
    let item = position - (section == 0 ? 0 : ends[section - 1])
    if controller.tracker.shown.number == list.number { return controller.object(section: section, item: item) }
    controller.checkQueue()
    let token = list.version.token(at: ItemPlace(section: section, item: item))
    return controller.typed(names.object(of: token, in: controller.tracker))
  }
}
