import CoreData
import SectionedChanges

/// The items of a controller in display order, over all sections. Each is made when it is looked at.
///
/// It shows the controller's current list, and is of no use any more when that has changed.
public struct SectionedFetchedResultsItems<Section: NSManagedObject, Item: NSManagedObject>: RandomAccessCollection {
  private let controller: SectionedFetchedResultsController<Section, Item>
  /// For each section the index behind its last item.
  private let ends: [Int]

  /// - Complexity: O(sections).
  init(_ controller: SectionedFetchedResultsController<Section, Item>) {
    self.controller = controller
    var end = 0
    ends = controller.tracker.shown.version.shown.indices.map {
      end += controller.tracker.shown.version.itemCount(at: $0)
      return end
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.last ?? 0 }

  /// The item at an index of the whole list. One that is not in it is a programming error.
  ///
  /// - Complexity: O(log sections).
  public subscript(position: Int) -> Item {
    guard position >= 0, position < endIndex else {
      fatalError("There is no item \(position): the list has \(endIndex). Ask items.count first.")
    }
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return controller.object(section: low, item: position - (low == 0 ? 0 : ends[low - 1]))
  }
}
