import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Several who write to one store on a server", .onServer)
struct PostgresSharingTests {
  @Test("A row that another changed is a conflict, which the merge policies settle")
  func conflict() throws {
    let pair = try PostgresPair()
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let artist = try context.insert("Artist", ["name": "Nina"])
      try context.save()
      try pair.elsewhere { try $0.all("Artist")[0].setValue("Abbey", forKey: "name") }
      artist.setValue("Betty", forKey: "name")
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSManagedObjectMergeError)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
    }
    #expect(try PostgresPair.contents(pair.url) == ["Betty"])
  }

  @Test("What another commits comes by itself, as its changes and no more")
  func following() async throws {
    let pair = try PostgresPair()
    try pair.elsewhere { context in
      for name in ["a", "b", "c"] { try context.insert("Artist", ["name": name]) }
    }
    let context = PostgresPair.context(pair.first)
    context.automaticallyMergesChangesFromParent = true
    let names = try context.performAndWait { try context.texts("Artist", "name") }
    #expect(names == ["a", "b", "c"])
    let trace = context.performAndWait { UncheckedTransfer(EventTrace(context)) }
    try pair.elsewhere { context in
      try context.all("Artist", where: "name == 'b'")[0].setValue("B", forKey: "name")
      try context.insert("Artist", ["name": "d"])
      context.delete(try context.all("Artist", where: "name == 'c'")[0])
    }
    var lines: [String] = []
    let end = Date().addingTimeInterval(60)
    while lines.isEmpty, Date() < end {
      try await Task.sleep(for: .milliseconds(20))
      lines = context.performAndWait { trace.value.take().filter { !$0.isEmpty } }
    }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("-") == true, "\(lines)")
    #expect(try context.performAndWait { try context.texts("Artist", "name") } == ["B", "a", "d"])
  }

  /// Each of 32 writers adds to the same number six times. A lost update would change the sum.
  @Test("32 writers of one row lose nothing")
  func manyWriters() async throws {
    let url = try PostgresCluster.shared.get().newURL()
    let pair = try PostgresPair(url)
    try pair.elsewhere { try $0.insert("Album", ["title": "one", "number": 0]) }
    let (writers, rounds) = (32, 6)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<writers {
        group.addTask {
          let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
          try coordinator.addPersistentStore(type: .postgreSQL, at: url)
          for _ in 0..<rounds {
            while true {
              let context = PostgresPair.context(coordinator)
              let isSaved = try context.performAndWait {
                let album = try context.all("Album")[0]
                album.setValue((album.value(forKey: "number") as? Int ?? 0) + 1, forKey: "number")
                do {
                  try context.save()
                  return true
                } catch let error as NSError where error.code == NSManagedObjectMergeError {
                  return false
                }
              }
              if isSaved { break }
            }
          }
          for store in coordinator.persistentStores { try coordinator.remove(store) }
        }
      }
      try await group.waitForAll()
    }
    let context = PostgresPair.context(pair.first)
    #expect(try context.performAndWait { try context.texts("Album", "number") } == ["\(writers * rounds)"])
    // Each commit has a number of its own, and no number is missing.
    let rows = try #require(pair.first.persistentStores.first).rows
    let transactions = try rows.history(after: nil, withChanges: false)
    #expect(transactions.map(\.number) == Array(1...Int64(writers * rounds + 1)))
    rows.endReadTransaction()
  }

  @Test("A store that is read only on its server is opened so, and says so when it is saved to")
  func readOnly() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.newURL())
    try pair.elsewhere { try $0.insert("Artist", ["name": "Nina"]) }
    let url = try #require(
      URL(string: pair.url.absoluteString + "&options=-c%20default_transaction_read_only%3Don"))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    #expect(store.isReadOnly)
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      #expect(try context.texts("Artist", "name") == ["Nina"])
      try context.insert("Artist", ["name": "Betty"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == CocoaError.fileWriteNoPermission.rawValue)
    }
  }

  @Test("A store that is not there is not made for one who only reads")
  func missing() throws {
    let url = try PostgresCluster.shared.get().newURL()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let error = #expect(throws: NSError.self) {
      try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: [NSReadOnlyPersistentStoreOption: true])
    }
    #expect(error?.code == CocoaError.fileReadNoSuchFile.rawValue)
  }

  @Test("A text with the character of number 0 is refused by name, and nothing is lost")
  func zeroCharacter() throws {
    let pair = try PostgresPair()
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let artist = try context.insert("Artist", ["name": "a\u{0}b"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.localizedDescription.contains("Artist.name cannot be saved") == true)
      #expect(artist.text("name") == "a\u{0}b")
      artist.setValue("ab", forKey: "name")
      try context.save()
    }
    #expect(try PostgresPair.contents(pair.url) == ["ab"])
  }
}
