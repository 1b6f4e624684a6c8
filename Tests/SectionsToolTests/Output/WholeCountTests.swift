import CoreData
import Foundation
import SectionedFetchedResults
import Testing

@testable import SectionsTool

/// The counts of the whole list in the totals below a window.
@Suite("Counts of a whole list") struct WholeCountTests {
  @Test(
    "The store counts as the list does", arguments: ["album", "album.title", "album.position"],
    [(nil, nil), ("title != 'A'", nil), ("title != 'B'", "title BEGINSWITH 'a' OR title CONTAINS[cd] 'U'")])
  func agreement(by: String, predicates: (sections: String?, items: String?)) throws {
    var options = ListOptions()
    (options.items, options.by, options.sectionPredicate, options.itemPredicate) = (
      "Track", by, predicates.sections, predicates.items
    )
    options.limit = 1
    let music = try MusicStore()
    let store = try ToolStore.open(music.path, model: nil, access: .readWrite)
    let source = try ListSource(options, in: store)
    let context = store.newContext()
    try context.performAndWait {
      let expected = try shownCounts(options, in: store, context)
      #expect(try source.wholeCounts(in: context) == expected)
      // Pending changes count, too.
      for track in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")) { context.delete(track) }
      context.processPendingChanges()
      #expect(try source.wholeCounts(in: context) == [:])
    }
  }

  /// Returns the counts of the same list without a window.
  private func shownCounts(
    _ options: ListOptions, in store: ToolStore, _ context: NSManagedObjectContext
  ) throws -> [NSManagedObjectID?: Int] {
    var options = options
    (options.limit, options.unmatched, options.empty) = (0, .last, .hidden)
    let whole = try ListSource(options, in: store).controller(in: context)
    try whole.performFetch()
    return Dictionary(uniqueKeysWithValues: whole.allSections.map { ($0.object?.objectID, $0.numberOfObjects) })
  }
}
