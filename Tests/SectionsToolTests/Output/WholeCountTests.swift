import CoreData
import Foundation
import Testing

@testable import SectionsTool

/// What the totals below a window say of the whole list.
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
      let expected = try source.countsByFetching(in: context)
      #expect(try source.storedCounts(in: context) == expected)
      // What is not saved counts, too.
      for track in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")) { context.delete(track) }
      context.processPendingChanges()
      #expect(try source.wholeCounts(in: context) == [:])
    }
  }
}
