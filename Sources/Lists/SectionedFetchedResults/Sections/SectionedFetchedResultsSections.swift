import CoreData

/// The shown sections of one version of a controller's list, in order.
///
/// A value of that version: kept across an event, it keeps its sections and their counts. Creating and counting it cost
/// O(1).
public struct SectionedFetchedResultsSections<Section: NSManagedObject, Item: NSManagedObject>: RandomAccessCollection {
  let list: ShownList
  private weak var controller: SectionedFetchedResultsController<Section, Item>?

  init(_ list: ShownList, controller: SectionedFetchedResultsController<Section, Item>?) {
    self.list = list
    self.controller = controller
  }

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { list.version.sectionCount }

  /// The section at an index of the list. An index that does not exist is a programming error.
  ///
  /// - Complexity: O(1), reading the section's name.
  public subscript(position: Int) -> SectionedFetchedResultsSectionInfo<Section, Item> {
    guard position >= 0, position < endIndex else {
      list.requireFetched("section \(position)")
      fatalError("There is no section \(position): the list has \(endIndex). Ask allSections.count first.")
    }
    return SectionedFetchedResultsSectionInfo(at: position, of: list, controller: controller)
  }
}
