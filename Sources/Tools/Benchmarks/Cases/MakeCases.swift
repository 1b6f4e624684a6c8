import CoreData
import Foundation

/// The time to make and relate objects without saving them.
enum MakeCases {
  static var all: [Benchmark] { [make, relate] }

  private static var make: Benchmark {
    Benchmark.ratio("make", atMost: 8, repetitions: 9) { workspace in
      let library = try workspace.library(.hundredThousand)
      let count = 100_000
      let ordinary = try [false, true].map { try byItsClass(count, setsValues: $0, workspace) }
      return ordinary
        + [false, true].map { setsValues in
          let size = "\(LibraryShape.short(count)) objects, \(setsValues ? "five values each" : "no value")"
          return Comparison(size: size) {
            let (duration, books) = timed { PlainBooks(count: count, setsValues: setsValues) }
            keep(books)
            return duration
          } ours: {
            try library.newContext().measuring { context in
              let entity = try SaveCases.entity("Book", of: context)
              return timed {
                for number in 0..<count {
                  let book = Book(entity: entity, insertInto: context)
                  guard setsValues else { continue }
                  book.setValue(LibraryStore.author(of: number), forKey: "author")
                  book.setValue(Date(timeIntervalSinceReferenceDate: Double(number) + 0.5), forKey: "date")
                  book.setValue(LibraryStore.name(of: number), forKey: "name")
                  book.setValue(Int64(number), forKey: "rank")
                  book.setValue(Double(number) * 0.25, forKey: "value")
                }
              }.duration
            }
          }
        }
    }
  }

  /// Makes objects as a program does that uses Xcode's models and classes.
  private static func byItsClass(_ count: Int, setsValues: Bool, _ workspace: Workspace) throws -> Comparison {
    let library = try workspace.library(LibraryShape(books: 1, shelves: 1_000).byXcode)
    let values = setsValues ? "five values each" : "no value"
    return Comparison(size: "\(LibraryShape.short(count)) objects by their class, \(values)") {
      let (duration, books) = timed { PlainBooks(count: count, setsValues: setsValues) }
      keep(books)
      return duration
    } ours: {
      try library.newContext().measuring { context in
        timed {
          for number in 0..<count {
            let book = LibraryBook(context: context)
            if setsValues { book.fill(number) }
          }
        }.duration
      }
    }
  }

  /// The time to add each of many new members to two of four ordered lists, from the member's side.
  private static var relate: Benchmark {
    Benchmark.ratio("relate", atMost: 1.3, repetitions: 5) { _ in
      let (small, large) = (25_000, 200_000)
      let model = Self.lists()
      return [
        Comparison(size: "an object of \(LibraryShape.short(large)) over one of \(LibraryShape.short(small))") {
          try relate(small, model) / small
        } ours: {
          try relate(large, model) / large
        }
      ]
    }
  }

  private static func relate(_ count: Int, _ model: NSManagedObjectModel) throws -> Duration {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.measuring { context in
      let (list, member) = (try SaveCases.entity("List", of: context), try SaveCases.entity("Member", of: context))
      let lists = (0..<4).map { _ in NSManagedObject(entity: list, insertInto: context) }
      let members = (0..<count).map { _ in NSManagedObject(entity: member, insertInto: context) }
      let duration = timed {
        for (number, member) in members.enumerated() {
          member.setValue(Set([lists[number % 4], lists[(number + 1) % 4]]), forKey: "lists")
        }
      }.duration
      guard (lists[0].value(forKey: "members") as? NSOrderedSet)?.count == count / 2 else {
        throw BenchmarkError("The first list has not half of the members.")
      }
      return duration
    }
  }

  private static func lists() -> NSManagedObjectModel {
    let (list, member) = (NSEntityDescription(), NSEntityDescription())
    let (members, lists) = (NSRelationshipDescription(), NSRelationshipDescription())
    (list.name, member.name, members.name, lists.name) = ("List", "Member", "members", "lists")
    (members.destinationEntity, lists.destinationEntity) = (member, list)
    (members.inverseRelationship, lists.inverseRelationship) = (lists, members)
    members.isOrdered = true
    for relationship in [members, lists] { (relationship.isOptional, relationship.maxCount) = (true, 0) }
    (list.properties, member.properties) = ([members], [lists])
    let model = NSManagedObjectModel()
    model.entities = [list, member]
    return model
  }
}
