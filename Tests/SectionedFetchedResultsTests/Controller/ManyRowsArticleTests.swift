import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The code of `Sources/CoreData/CoreData/CoreData.docc/ChangingManyRows.md`, with the list `A: a1 a2 | B: | C: c1`.
@Suite("Many rows are changed at once")
struct ManyRowsArticleTests {
  @Test("The result of a batch update is merged, and the list reports it in one batch")
  func merged() throws {
    let fixture = try LibraryFixture(.sqlite)
    let viewContext = fixture.library.context
    let recorded = try fixture.record {
      let background = fixture.library.container.newBackgroundContext()
      try background.performAndWait {
        // guide
        let request = NSBatchUpdateRequest(entityName: "Track")
        request.predicate = NSPredicate(format: "album.title == %@", "A")
        request.propertiesToUpdate = ["position": NSExpression(format: "position + 10"), "title": "new"]
        request.resultType = .updatedObjectIDsResultType
        let result = try background.execute(request) as? NSBatchUpdateResult
        let changes = [NSUpdatedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [viewContext])
        // end
      }
    }
    #expect(recorded == ["will", "item update [0, 0] new", "item update [0, 1] new", "did"])
    #expect(fixture.library.run { fixture.tracks.map { $0.value(forKey: "position") as? Int } } == [10, 11, 0])
  }

  @Test("The history since a token has what a batch request changed")
  func history() throws {
    var traits = LibraryTraits()
    traits.hasOtherCoordinator = true
    let library = try MusicLibrary(.sqlite, traits: traits)
    let (container, recorder) = (library.container, MusicLibrary.recorder())
    let controller = library.controller()
    try library.run {
      let context = library.context
      library.track("a1", 0, in: library.album("A", 0))
      try context.save()
      controller.delegate = recorder
      try controller.performFetch()
      // guide
      let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)

      let request = NSBatchUpdateRequest(entityName: "Track")
      request.propertiesToUpdate = ["title": "new"]
      try context.execute(request)

      let news = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try context.execute(news) as? NSPersistentHistoryResult
      for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
        context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
      }
      // end
      context.processPendingChanges()

      // Check what the notification has, and what only the history's change has.
      let transaction = try #require((result?.result as? [NSPersistentHistoryTransaction])?.last)
      let info = transaction.objectIDNotification().userInfo ?? [:]
      func ids(_ key: String) -> Set<NSManagedObjectID>? { info[key] as? Set<NSManagedObjectID> }
      #expect(ids(NSUpdatedObjectIDsKey) == Set(transaction.changes?.map(\.changedObjectID) ?? []))
      #expect(ids(NSInsertedObjectIDsKey) == [] && ids(NSDeletedObjectIDsKey) == [])
      #expect(transaction.changes?.map { $0.updatedProperties?.map(\.name) } == [["title"]])
    }
    library.run {
      #expect(recorder.lines == ["will", "item update [0, 0] new", "did"])
      // The merge had only IDs, so the changed keys are unknown.
      #expect(recorder.changes.map { "\($0.items)" } == ["updated [0, 0]→[0, 0] {?}"])
    }
  }

  @Test("Without a merge a fetch shows what came and went, and reports no values")
  func unmerged() throws {
    let fixture = try LibraryFixture(.sqlite)
    let context = fixture.library.context
    let request = NSBatchUpdateRequest(entityName: "Track")
    request.propertiesToUpdate = ["title": "new"]
    request.resultType = .updatedObjectIDsResultType
    var ids: [NSManagedObjectID] = []
    let recorded = try fixture.record {
      ids = (try context.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID] ?? []
      try context.execute(NSBatchDeleteRequest(objectIDs: [fixture.tracks[2].objectID]))
      try fixture.controller.performFetch()
    }
    #expect(recorded == ["will", "item delete [2, 0] c1", "did"])
    #expect(fixture.text == "A: a1 a2 | B: | C:")
    let merged = try fixture.record {
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [context])
    }
    #expect(merged == ["will", "item update [0, 0] new", "item update [0, 1] new", "did"])
  }
}
