import CoreData
import Foundation

extension SectionedFetchedResultsController {
  /// The shown sections in the order of the section request, empty ones included if ``showsEmptySections`` is true. No
  /// sections before the first fetch, which debug builds log.
  ///
  /// - Complexity: O(1).
  public var allSections: SectionedFetchedResultsSections<Section, Item> {
    noteIfReadEarly("allSections", is: "empty")
    return shownSections
  }

  /// The sections that have items, in the order of the list.
  ///
  /// - Complexity: O(sections).
  public var nonEmptySections: [SectionedFetchedResultsSectionInfo<Section, Item>] {
    noteIfReadEarly("nonEmptySections", is: "empty")
    let sections = shownSections
    return sections.indices.filter { tracker.shown.version.itemCount(at: $0) > 0 }.map { sections[$0] }
  }

  /// The section object at an index; nil for the section of unmatched items. An index that does not exist is a
  /// programming error.
  ///
  /// - Complexity: O(1).
  public func section(at index: Int) -> Section? {
    tracker.section(at: index) as? Section
  }

  /// The index of a section object; nil when it is not shown.
  ///
  /// - Complexity: O(1); O(sections) for a section that is not shown.
  public func index(ofSection section: Section) -> Int? {
    tracker.index(ofSection: section)
  }

  /// The index of the section with an object ID; nil when it is not shown.
  ///
  /// - Complexity: O(1); O(sections) for a section that is not shown or whose object the context does not have.
  public func index(forSectionObjectID objectID: NSManagedObjectID) -> Int? {
    checkQueue()
    guard let object = managedObjectContext.registeredObject(for: objectID) as? Section else {
      // The object may have left the context before this controller reports it.
      return tracker.index(ofSectionWith: objectID)
    }
    return index(ofSection: object)
  }
}

extension SectionedFetchedResultsController {
  /// The title of a section in the index at the edge of the list.
  func indexTitle(of section: Section?, name: String) -> String? {
    if let section, let keyPath = sectionIndexTitleKeyPath { return SectionNames.text(at: keyPath, of: section) }
    guard let delegate else { return sectionIndexTitle(forSectionName: name) }
    return delegate.controller(self, sectionIndexTitleForSectionName: name)
  }

  var distinctIndexTitles: [String] {
    noteIfReadEarly("sectionIndexTitles", is: "empty")
    var seen: Set<String> = []
    return shownSections.compactMap(\.indexTitle).filter { seen.insert($0).inserted }
  }

  func firstSection(titled title: String) -> Int {
    guard let index = shownSections.firstIndex(where: { $0.indexTitle == title }) else {
      tracker.shown.requireFetched("section with the index title “\(title)”")
      fatalError("No section has the index title “\(title)”. Ask sectionIndexTitles for those there are.")
    }
    return index
  }
}
