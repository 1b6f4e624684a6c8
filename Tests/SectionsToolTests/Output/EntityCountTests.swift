import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Two persons, three students, which is a subentity of person, and an abstract entity above both.
@MainActor
@Suite("Counts of entities", .opensStores) struct EntityCountTests {
  let scratch: TemporaryFolder
  var path: String { scratch.file("People.sqlite").path }

  init() throws {
    scratch = try TemporaryFolder()
    let being = NSEntityDescription("Being", [NSAttributeDescription("name")])
    let (person, student, stone) = (
      NSEntityDescription("Person"), NSEntityDescription("Student"), NSEntityDescription("Stone")
    )
    being.isAbstract = true
    (being.subentities, person.subentities) = ([person], [student])
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: NSManagedObjectModel([being, person, student, stone]))
    let store = try coordinator.addPersistentStore(type: .sqlite, at: scratch.file("People.sqlite"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      for name in ["Person", "Person", "Student", "Student", "Student", "Stone"] {
        MusicStore.insert(name, [:], into: context)
      }
      try context.save()
    }
    try coordinator.remove(store)
  }

  @Test func entitiesSaysBoth() async throws {
    let run = await InProcessRun("entities", path)
    let heads = run.lines.filter { !$0.isEmpty && !$0.hasPrefix(" ") }
    #expect(
      heads == [
        "Being  0, 5 with subentities  abstract", "Person : Being  2, 5 with subentities", "Stone  1",
        "Student : Person  3",
      ], "\(run.error)")
    guard case .array(let entities)? = try await InProcessRun("entities", path, "--json").json()["entities"] else {
      Issue.record("no entities")
      return
    }
    #expect(entities.map { $0["count"]?.text } == ["0", "2", "1", "3"])
    #expect(entities.map { $0["countWithSubentities"]?.text } == ["5", "5", "1", "3"])
  }

  @Test func theBrowserSaysTheSame() throws {
    let browsing = try Browsing(path)
    #expect(
      browsing.list.map { $0.replacing(#/ +/#, with: " ") } == [
        "Being 0 objects, 5 with subentities, abstr…", "Person 2 objects, 5 with subentities", "Stone 1 object",
        "Student 3 objects",
      ])
  }
}
