import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Written against a setting that a copy forgets.
@Suite("Copies of requests for lists")
struct RequestCopyTests {
  @Test("a copy for objects has all settings, and one for identifiers has those that select and order")
  func settings() throws {
    let library = try MusicLibrary()
    let coordinator = try #require(library.context.persistentStoreCoordinator)
    let entity = try #require(coordinator.managedObjectModel.entitiesByName["Track"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.predicate = NSPredicate(format: "position > 1")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    request.affectedStores = coordinator.persistentStores
    (request.fetchLimit, request.fetchOffset, request.fetchBatchSize) = (5, 3, 7)
    request.includesSubentities = false
    request.includesPendingChanges = false
    request.includesPropertyValues = false
    request.returnsObjectsAsFaults = false
    request.shouldRefreshRefetchedObjects = true
    request.relationshipKeyPathsForPrefetching = ["album"]
    request.propertiesToFetch = ["title"]

    func expectSelection<Result>(_ copy: NSFetchRequest<Result>) {
      #expect(copy.entity === entity && copy.predicate == request.predicate)
      #expect(copy.sortDescriptors == request.sortDescriptors && copy.affectedStores == request.affectedStores)
      #expect(copy.fetchLimit == 5 && copy.fetchOffset == 3)
      #expect(!copy.includesSubentities && !copy.includesPendingChanges)
    }
    let objects = RequestCopy.make(request, of: entity, as: NSManagedObject.self, .managedObjectResultType)
    expectSelection(objects)
    #expect(objects.resultType == .managedObjectResultType && objects.fetchBatchSize == 7)
    #expect(!objects.includesPropertyValues && !objects.returnsObjectsAsFaults && objects.shouldRefreshRefetchedObjects)
    #expect(objects.relationshipKeyPathsForPrefetching == ["album"])
    #expect(objects.propertiesToFetch?.count == 1)
    let ids = RequestCopy.make(request, of: entity, as: NSManagedObjectID.self, .managedObjectIDResultType)
    expectSelection(ids)
    #expect(ids.resultType == .managedObjectIDResultType && ids.propertiesToFetch == nil)
  }
}
