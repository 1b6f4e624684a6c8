import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// People in teams. Their parents form a cycle: q is the parent of p, r that of q, and p that of r.
private struct Family {
  typealias Controller = MusicLibrary.Controller

  let container: NSPersistentContainer
  let context: NSManagedObjectContext
  let recorders = [MusicLibrary.recorder(), MusicLibrary.recorder()]
  let controllers: [Controller]
  let people: [NSManagedObject]
  let team: NSManagedObject

  /// Makes two controllers on one context.
  ///
  /// - Parameter dependencies: for each controller, the dependencies of its items and of its sections.
  init(_ dependencies: [(items: [String], sections: [String])]) throws {
    let team = NSEntityDescription("Team", [NSAttributeDescription("title", .stringAttributeType)])
    let person = NSEntityDescription("Person", [NSAttributeDescription("title", .stringAttributeType)])
    team.relate("members", .many, to: person, "team", .one)
    person.relate("children", .many, to: person, "parent", .one)
    container = try .inMemory([team, person])
    let context = container.newBackgroundContext()
    self.context = context
    let recorders = recorders
    (self.team, people, controllers) = try context.performAndWait {
      let first = NSManagedObject(entity: team, insertInto: context)
      first.setValue("T", forKey: "title")
      let people = ["p", "q", "r"].map { name in
        let one = NSManagedObject(entity: person, insertInto: context)
        one.setValue(name, forKey: "title")
        one.setValue(first, forKey: "team")
        return one
      }
      for (index, one) in people.enumerated() { one.setValue(people[(index + 1) % 3], forKey: "parent") }
      try context.save()
      let controllers = try zip(dependencies, recorders).map { dependencies, recorder in
        let controller = Controller("Person", by: "team", in: "Team", sortedBy: "title", context)
        controller.itemDependencies = dependencies.items
        controller.sectionDependencies = dependencies.sections
        controller.delegate = recorder
        try controller.performFetch()
        return controller
      }
      return (first, people, controllers)
    }
  }

  /// Returns the reports of both controllers for an edit, including those that later blocks on the context's queue
  /// cause.
  func record(_ edit: () throws -> Void) throws -> [[String]] {
    try context.performAndWait {
      try edit()
      context.processPendingChanges()
    }
    for _ in 0..<10 { context.performAndWait { context.processPendingChanges() } }
    return context.performAndWait { recorders.map { $0.take() } }
  }
}

/// An object that one controller has refreshed is also an update for the other one, but refreshes nothing further.
@Suite("Dependencies that lead to each other end", .ourInnerControllers)
struct CyclicDependencyTests {
  private let all = ["item update [0, 0] p2", "item update [0, 1] q", "item update [0, 2] r"]

  @Test("One controller follows the parents and another the children, over a circle of objects")
  func parentsAndChildren() throws {
    let family = try Family([(["parent.title"], []), (["children.title"], [])])
    let recorded = try family.record { family.people[0].setValue("p2", forKey: "title") }
    // p is the parent of r and a child of q, so each controller refreshes one of these.
    for reported in recorded {
      #expect(reported.filter { $0.hasPrefix("item") }.sorted() == all)
      #expect(reported.prefix(3) == ["will", "item update [0, 0] p2", "did"])
    }
    #expect(try family.record {} == [[], []])
    let saved = try family.record { try family.context.save() }
    #expect(saved == [[], []])
    let again = try family.record {
      family.people[0].setValue("p3", forKey: "title")
      try family.context.save()
    }
    #expect(again.map { $0.filter { $0 == "will" }.count } == [3, 3])
    #expect(try family.record {} == [[], []])
  }

  @Test("Both follow both ways, several steps round the circle")
  func roundTheCircle() throws {
    let paths = ["parent.title", "parent.parent.title", "parent.parent.parent.title", "children.children.title"]
    let family = try Family([(paths, []), (paths.reversed(), [])])
    let recorded = try family.record { family.people[0].setValue("p2", forKey: "title") }
    for reported in recorded {
      #expect(Set(reported.filter { $0.hasPrefix("item") }).sorted() == all)
      // The edit causes one batch, and each refreshed object may cause another one. It must not go on forever.
      #expect(reported.filter { $0 == "will" }.count <= 5)
    }
    #expect(try family.record {} == [[], []])
    #expect(try family.record { try family.context.save() } == [[], []])
  }

  @Test("Items follow their section, and sections their items")
  func itemsAndSections() throws {
    let family = try Family([(["team.title"], []), ([], ["members.title"])])
    let item = try family.record { family.people[1].setValue("q2", forKey: "title") }
    let reported = ["will", "item update [0, 1] q2", "did", "will", "section update 0 T", "did"]
    #expect(item == [reported, reported])
    let section = try family.record { family.team.setValue("U", forKey: "title") }
    for reported in section {
      #expect(reported.prefix(4) == ["will", "section update 0 U", "did", "will"])
      #expect(
        reported.dropFirst(4).sorted() == [
          "did", "item update [0, 0] p", "item update [0, 1] q2", "item update [0, 2] r",
        ])
    }
    #expect(try family.record {} == [[], []])
    #expect(try family.record { try family.context.save() } == [[], []])
  }
}
