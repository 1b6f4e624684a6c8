import Foundation
import PostgreSQLTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Contexts read, save and delete between the look that finds a commit and the merges of that commit.
@Suite("Merges of commits of other sessions during other work", .onServer)
struct PostgresNewsOrderTests {
  private let pair: PostgresPair
  private let cluster: PostgresCluster
  private let schema: String

  init() throws {
    cluster = try PostgresCluster.shared.get()
    schema = "order\(UInt32.random(in: 0 ... .max))"
    pair = try PostgresPair(cluster.url(schema: schema), options: [NSPersistentStoreTimeoutOption: 2])
  }

  /// A list of the artists by name, in a context that merges.
  private final class Shown: @unchecked Sendable {
    let context: NSManagedObjectContext
    private let list: NSFetchedResultsController<NSManagedObject>
    private let listener = TrackList.Listener()

    init(_ coordinator: NSPersistentStoreCoordinator) throws {
      context = PostgresPair.context(coordinator)
      context.automaticallyMergesChangesFromParent = true
      list = NSFetchedResultsController(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Artist"), managedObjectContext: context,
        sectionNameKeyPath: nil, cacheName: nil)
      list.fetchRequest.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      list.delegate = listener
      try context.performAndWait { try list.performFetch() }
    }

    var names: [String] { context.performAndWait { (list.fetchedObjects ?? []).map { $0.text("name") } } }
  }

  private func ends(_ shown: Shown...) throws {
    for shown in shown {
      #expect(try waits(upTo: 60) { try shown.names == PostgresPair.contents(pair.url) })
    }
  }

  /// Two contexts of one coordinator merge the same changes. One of them fetches and saves in its callback.
  @Test("A callback that fetches and saves, beside another context that merges the same")
  func callbacks() throws {
    let (first, second) = (try Shown(pair.first), try Shown(pair.first))
    let count = Protected(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: first.context, queue: nil
    ) { [first] _ in
      let isOwn = first.context.hasChanges
      let number = count.withLock { count in
        count += 1
        return count
      }
      if isOwn || number > 200 { return }
      _ = try? first.context.all("Artist", by: "name")
      guard number % 3 == 0 else { return }
      _ = try? first.context.insert("Artist", ["name": "own\(number)"])
      try? first.context.save()
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    for number in 0..<60 {
      // On a busy machine many commits are merged at once. The test waits now and then, so that the callback meets new
      // commits several times.
      let reported = count.withLock { $0 }
      defer { if number % 4 == 0 { #expect(waits(upTo: 60) { count.withLock { $0 } > reported }) } }
      try pair.elsewhere { context in
        let artists = try context.all("Artist", by: "name")
        switch number % 4 {
        case 0, 1: try context.insert("Artist", ["name": "n\(number)"])
        case 2: artists.first?.setValue("z\(number)", forKey: "name")
        default: if let last = artists.last { context.delete(last) }
        }
      }
    }
    #expect(count.withLock { $0 } > 10)
    try ends(first, second)
  }

  /// Each row is written again, and some are deleted, while the merge of the previous commit waits for its queue.
  @Test("What was inserted, changed and deleted by several commits before the first merge")
  func severalCommits() throws {
    let shown = try Shown(pair.first)
    for round in 0..<10 {
      let go = DispatchSemaphore(value: 0)
      shown.context.perform { go.wait() }
      try pair.elsewhere { try $0.insert("Artist", ["name": "a\(round)"]) }
      usleep(UInt32(round) * 4_000)
      try pair.elsewhere { context in
        for artist in try context.all("Artist", by: "name") {
          artist.setValue(artist.text("name") + "b", forKey: "name")
        }
      }
      usleep(UInt32(round) * 4_000)
      if round % 2 == 0 {
        try pair.elsewhere { context in try context.all("Artist", by: "name").last.map(context.delete) }
      }
      go.signal()
      try ends(shown)
    }
  }

  /// A reset removes all objects, some of which have known relationships, while a merge waits.
  @Test("A reset between the look and the merge, and relationships that are known again after it")
  func reset() throws {
    let shown = try Shown(pair.first)
    try pair.elsewhere { context in
      let artist = try context.insert("Artist", ["name": "a"])
      for title in ["x", "y"] { try context.insert("Album", ["title": title, "artist": artist]) }
    }
    try ends(shown)
    func albums() throws -> [Int] {
      try shown.context.performAndWait {
        try shown.context.all("Artist", by: "name").map { ($0.value(forKey: "albums") as? NSSet)?.count ?? 0 }
      }
    }
    #expect(try albums() == [2])
    let go = DispatchSemaphore(value: 0)
    shown.context.perform { [context = shown.context] in
      go.wait()
      context.reset()
    }
    try pair.elsewhere { context in
      let artist = try #require(try context.all("Artist", by: "name").first)
      try context.insert("Album", ["title": "z", "artist": artist])
    }
    go.signal()
    #expect(try waits(upTo: 60) { try albums() == [3] })
    try pair.elsewhere { context in try context.all("Album", by: "title").first.map(context.delete) }
    #expect(try waits(upTo: 60) { try albums() == [2] })
  }

  /// The look reads the history and the rows that a notification names. It waits for their locked table for longer than
  /// the store's limit.
  @Test("A table that is locked for a time hides no later commit")
  func lockedTable() throws {
    let shown = try Shown(pair.first)
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    try ends(shown)
    let entity = try cluster.sql(
      "SELECT \"Z_ENT\" FROM \"Z_PRIMARYKEY\" WHERE \"Z_NAME\" = 'Artist'", schema: schema)
    let other = try PostgresConnection(PostgresAddress(pair.url), timeout: 60)
    try other.run("BEGIN")
    try other.run("LOCK TABLE \"ZARTIST\" IN ACCESS EXCLUSIVE MODE")
    try cluster.sql("SELECT pg_notify('core_data.\(schema)', '1000 \(entity):1')")
    let blocked = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '\(schema).\"ZARTIST\"'::regclass"
    #expect(try waits(upTo: 30) { try cluster.sql(blocked) == "1" })
    #expect(try waits(upTo: 30) { try cluster.sql(blocked) == "0" })
    try other.run("COMMIT")
    try pair.elsewhere { try $0.insert("Artist", ["name": "b"]) }
    try ends(shown)
  }
}
