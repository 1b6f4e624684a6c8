import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// A class that models name without its module, as Xcode does.
final class SearchedTrack: NSManagedObject {}

/// Two nested classes of one name. No name of a module leads to them.
private enum FirstPlace { final class SameName: NSManagedObject {} }
private enum SecondPlace { final class SameName: NSManagedObject {} }

@Suite("The whole program is searched for a class once, however often it is asked for")
struct ClassSearchTests {
  /// A model with many entities. One has a class of this program, and the entities before and after it have classes
  /// that the program lacks.
  private struct Crowd {
    let missing: [String]
    let model: NSManagedObjectModel
    let context: NSManagedObjectContext
    /// The number of loaded libraries before the first search of these tests, all of which use the same name.
    private static let imagesBefore = LoadedImages.count ?? 0

    init(_ count: Int, track: String = "SearchedTrack") throws {
      _ = Self.imagesBefore
      let run = UUID().uuidString.filter(\.isLetter)
      missing = (0..<count).map { "Missing\(run)\($0)" }
      let others = missing.map { name in
        let entity = NSEntityDescription(name, [NSAttributeDescription("name", .stringAttributeType)])
        entity.managedObjectClassName = name
        return entity
      }
      let entity = NSEntityDescription(
        "Recording",
        [
          NSAttributeDescription("name", .stringAttributeType),
          NSAttributeDescription("mark", .transformableAttributeType),
        ])
      entity.attributesByName["mark"]?.attributeValueClassName = "\(missing[0])Mark"
      entity.managedObjectClassName = track
      model = NSManagedObjectModel(others.prefix(count / 2) + [entity] + others.dropFirst(count / 2))
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"))
      context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
    }

    /// Returns the greatest number of searches for one of the names.
    func searches(_ suffix: String = "") -> Int {
      let names = missing.map { $0 + suffix } + ["SearchedTrack"]
      let modules = ClassLookup.programModules + ["CoreDataTests"]
      return names.flatMap { name in [name] + modules.map { "\($0).\(name)" } }.map(ClassLookup.searches).max() ?? 0
    }

    /// The allowed number of searches: one, and another for each library that other tests have loaded since.
    var most: Int { 1 + Int((LoadedImages.count ?? 0) - Self.imagesBefore) }
  }

  @Test("An object that is made by its class searches for no class again", arguments: [1, 2, 21])
  func objectsByTheirClass(others: Int) throws {
    let crowd = try Crowd(others)
    crowd.context.performAndWait {
      for _ in 0..<50 {
        let track = SearchedTrack(context: crowd.context)
        #expect(track.entity.name == "Recording")
      }
    }
    #expect(crowd.searches() <= crowd.most)
    // An earlier name was searched for, so this test would see a second search.
    let before = others > 1 ? crowd.missing.first : nil
    if let before { #expect(ClassLookup.searches(for: before) >= 1) }
  }

  @Test("No way to a class searches for it again: requests, fetches, controllers, batches, contexts, archives")
  func everyWay() throws {
    let crowd = try Crowd(20)
    for round in 0..<20 {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = crowd.context.persistentStoreCoordinator
      try context.performAndWait {
        #expect(SearchedTrack.entity().managedObjectClassName == "SearchedTrack")
        #expect(SearchedTrack.fetchRequest().entityName == "Recording")
        let made = NSEntityDescription.insertNewObject(forEntityName: "Recording", into: context)
        #expect(made is SearchedTrack)
        made.setValue(["a mark"], forKey: "mark")
        for name in crowd.missing { _ = NSEntityDescription.insertNewObject(forEntityName: name, into: context) }
        var rows = 2
        let batch = NSBatchInsertRequest(entityName: "Recording") { (object: NSManagedObject) in
          rows -= 1
          return rows < 0
        }
        try context.execute(batch)
        try context.save()
        context.reset()
        let request = NSFetchRequest<SearchedTrack>(entityName: "Recording")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let tracks = try context.fetch(request)
        #expect(tracks.count == (round + 1) * 3)
        for track in tracks { _ = track.value(forKey: "mark") }
        try NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil
        ).performFetch()
      }
    }
    #expect(crowd.searches() <= crowd.most)
    #expect(crowd.searches("Mark") <= crowd.most)
  }

  @Test("The same class is an entity of each model that names it")
  func severalModels() throws {
    let crowds = try (0..<3).map { try Crowd($0 + 1) }
    for _ in 0..<2 {
      for crowd in crowds {
        crowd.context.performAndWait {
          let entity = SearchedTrack(context: crowd.context).entity
          #expect(entity === crowd.model.entitiesByName["Recording"])
        }
      }
    }
  }

  /// The name of the entity `Recording` does not lead to its class.
  @Test("Of two classes of one name, each is found in its own model, on several threads")
  func sameNames() throws {
    let models = (0..<200).map { _ in
      let entity = NSEntityDescription("Recording", [])
      entity.managedObjectClassName = "SameName"
      return NSManagedObjectModel([entity])
    }
    let wrong = Protected(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      let type: NSManagedObject.Type = thread.isMultiple(of: 2) ? FirstPlace.SameName.self : SecondPlace.SameName.self
      for model in models where KnownModels.entity(of: type, in: model) !== model.entities.first {
        wrong.withLock { $0 += 1 }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  @Test("A missing class has no entity, and is found as soon as the program names it")
  func namedLater() throws {
    let crowd = try Crowd(3, track: "NamedLater")
    final class NamedLater: NSManagedObject {}
    let entity = try #require(crowd.model.entitiesByName["Recording"])
    #expect(KnownModels.entity(of: SearchedTrack.self, in: crowd.model) == nil)
    #expect(KnownModels.entity(of: SearchedTrack.self, in: crowd.model) == nil)
    #expect(ObjectKind.objectClass(of: entity) == NSManagedObject.self)
    #expect(KnownModels.entity(of: NamedLater.self, in: crowd.model) === entity)
    #expect(ObjectKind.objectClass(of: entity) == NamedLater.self)
  }

  @Test("A name is searched for again after a library was loaded, and not before")
  func loadedLater() throws {
    let name = "Nowhere.Late\(UUID().uuidString.filter(\.isLetter))"
    #expect(ClassLookup.exactClass(named: name) == nil)
    let before = try #require(LoadedImages.count)
    let first = ClassLookup.searches(for: name)
    let libraries = ["libBrokenLocale.so.1", "libthread_db.so.1", "libanl.so.1", "libutil.so.1", "libnsl.so.1"]
    let loaded = libraries.compactMap { dlopen($0, RTLD_NOW) }
    defer { for library in loaded { dlclose(library) } }
    try #require(LoadedImages.count != before)
    #expect(ClassLookup.exactClass(named: name) == nil)
    #expect(ClassLookup.searches(for: name) > first)
  }

  @Test("What was found is kept, what was not only until another library is loaded, and never too many names")
  func memo() {
    var memo = ClassMemo()
    /// Returns what the memo knows of a name: its class, that there is none, or nothing.
    func known(_ name: String, _ images: UInt64?) -> String {
      guard let answer = memo.known(name, images: images) else { return "unknown" }
      return answer.map { "\($0)" } ?? "none"
    }
    #expect(known("A", 1) == "unknown")
    memo.keep(SearchedTrack.self, as: "A", images: 1)
    memo.keep(nil, as: "B", images: 1)
    #expect([1, 2, nil].map { known("A", $0) } == ["SearchedTrack", "SearchedTrack", "SearchedTrack"])
    #expect([1, 2, nil].map { known("B", $0) } == ["none", "unknown", "unknown"])
    memo.keep(SearchedTrack.self, as: "B", images: 2)
    #expect(known("B", 1) == "SearchedTrack")
    #expect(memo.searches(for: "B") == 2)
    for number in 0...ClassMemo.limit { memo.keep(nil, as: "\(number)", images: 1) }
    #expect(known("A", 1) == "unknown")
    #expect(known("\(ClassMemo.limit)", 1) == "none")
  }

  @Test("A class that a model was asked for is looked for once, one that it lacks once for each library")
  func entitiesByClass() {
    let entities = EntitiesByClass()
    var looks = 0
    for _ in 0..<3 {
      let index = entities.index(for: SearchedTrack.self) {
        looks += 1
        return 4
      }
      #expect(index == 4)
    }
    #expect(looks == 1)
    let before = LoadedImages.count
    for _ in 0..<3 {
      let index = entities.index(for: NSManagedObject.self) {
        looks += 1
        return nil
      }
      #expect(index == nil)
    }
    if LoadedImages.count == before { #expect(looks == 2) }
  }
}
