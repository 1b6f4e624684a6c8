import Foundation
import PostgreSQLTesting
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A network that fails at each message in turn: on the way to the server, or with the server's answer.
@Suite("A connection that is cut in each phase", .onServer, .serialized)
struct PostgresCutTests {
  private let cluster: PostgresCluster
  private let proxy: CuttingProxy

  init() throws {
    cluster = try PostgresCluster()
    proxy = try CuttingProxy(to: cluster)
  }

  /// Runs a closure with a cut after no message, after one, and so on, until it ends before the cut.
  ///
  /// - Returns: the number of cuts.
  private func cuttingEach(_ body: (_ count: Int) throws -> Void) throws -> Int {
    for count in 0..<1_000 {
      let cuts = proxy.cuts
      proxy.cut(after: count)
      try body(count)
      proxy.cut(after: nil)
      if proxy.cuts == cuts { return count }
    }
    Issue.record("It never came to an end.")
    return 0
  }

  /// Each save inserts an artist, renames the previous one, and deletes the one before that.
  @Test("A save is done as a whole or not at all, and its caller learns which")
  func saves() throws {
    let context = try proxy.context("cutsaves")
    let url = cluster.url(schema: "cutsaves")
    var failures = 0
    var expected: [String] = []
    let cuts = try cuttingEach { count in
      try context.performAndWait {
        let artists = try context.all("Artist", by: "name")
        var next = expected
        try context.insert("Artist", ["name": "n\(1000 + count)"])
        if let last = artists.last {
          last.setValue("\(last.text("name"))x", forKey: "name")
          next[next.count - 1] += "x"
        }
        if artists.count > 1 {
          context.delete(artists[artists.count - 2])
          next.remove(at: next.count - 2)
        }
        next.append("n\(1000 + count)")
        do {
          try context.save()
          expected = next
        } catch {
          failures += 1
          context.rollback()
        }
      }
      #expect(try PostgresPair.contents(url) == expected, "after \(count) messages")
    }
    print("a save was cut in \(cuts) places: \(failures) failed, the others were done")
    #expect(cuts > 3 && failures < cuts && !expected.isEmpty)
  }

  @Test("A fetch goes on by itself", arguments: [false, true])
  func fetches(isPinned: Bool) throws {
    let schema = "cutfetches\(isPinned)"
    let context = try proxy.context(schema)
    try context.performAndWait {
      for number in 0..<50 { try context.insert("Artist", ["name": String(100 + number)]) }
      try context.save()
    }
    let cuts = try cuttingEach { count in
      try context.performAndWait {
        context.reset()
        if isPinned { try context.setQueryGenerationFrom(.current) }
        do {
          let names = try context.all("Artist", by: "name").map { $0.text("name") }
          #expect(names == (0..<50).map { String(100 + $0) }, "after \(count) messages")
        } catch {
          // The pinned state of the store was lost with its connection.
          #expect(isPinned, "after \(count) messages: \(error)")
        }
        if isPinned { try context.setQueryGenerationFrom(nil) }
      }
    }
    #expect(cuts > 0)
  }

  /// The rows are copied in pieces of 64 kilobytes. The connection is blocked, and not cut.
  @Test("A server that takes no more of many rows is an error in time, and nothing is lost")
  func manyRowsAreHeld() throws {
    let context = try proxy.context("held", options: [NSPersistentStoreTimeoutOption: 3])
    try context.performAndWait {
      let name = String(repeating: "n", count: 200)
      for number in 0..<5_000 { try context.insert("Artist", ["name": "\(name)\(10_000 + number)"]) }
      proxy.hold(from: 30_000)
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreTimeoutError, "\(error as Any)")
      #expect(context.insertedObjects.count == 5_000)
      proxy.hold(from: nil)
      try context.save()
    }
    #expect(try PostgresPair.contents(cluster.url(schema: "held")).count == 5_000)
  }

  /// The server refuses the first of twenty thousand rows, and ignores those that are still in transit.
  @Test("A copy that the server refuses in the middle is an error of the save, and nothing is lost")
  func refusedCopy() throws {
    let context = try proxy.context("refused")
    try context.performAndWait {
      try context.insert("Track", ["code": "taken", "title": "there"])
      try context.save()
      let name = String(repeating: "n", count: 200)
      let tracks = try (0..<20_000).map { number in
        try context.insert("Track", ["code": number == 0 ? "taken" : "c\(number)", "title": name])
      }
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSManagedObjectConstraintMergeError, "\(error as Any)")
      #expect(context.insertedObjects.count == 20_000)
      #expect(try cluster.sql("SELECT count(*) FROM \"ZTRACK\"", schema: "refused") == "1")
      tracks[0].setValue("free", forKey: "code")
      try context.save()
    }
    #expect(try cluster.sql("SELECT count(*) FROM \"ZTRACK\"", schema: "refused") == "20001")
  }

  @Test("A store is opened, or says why not, and is opened then")
  func opening() throws {
    var failures = 0
    let cuts = try cuttingEach { count in
      let schema = "cutopening\(count)"
      for isNew in [true, false] {
        do {
          _ = try proxy.context(schema)
        } catch let error as NSError {
          failures += 1
          #expect(error.domain == NSCocoaErrorDomain && error.localizedDescription.contains("opened"), "\(error)")
        }
        if isNew { proxy.cut(after: count) }
      }
      proxy.cut(after: nil)
      let context = try proxy.context(schema)
      try context.performAndWait {
        try context.insert("Artist", ["name": "a"])
        try context.save()
      }
      #expect(try PostgresPair.contents(cluster.url(schema: schema)) == ["a"], "after \(count) messages")
    }
    print("opening was cut in \(cuts) places: \(failures) failed")
    #expect(cuts > 5)
  }

  /// The cuts affect the connection that listens, and those that read.
  @Test("A list that follows has every commit", .endsWithin(minutes: 20))
  func following() throws {
    let context = try proxy.context("cutfollowing")
    let elsewhere = try PostgresPair(cluster.url(schema: "cutfollowing"))
    context.automaticallyMergesChangesFromParent = true
    let list = NSFetchedResultsController(
      fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Artist"), managedObjectContext: context,
      sectionNameKeyPath: nil, cacheName: nil)
    list.fetchRequest.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let (shown, listener) = (UncheckedTransfer(list), TrackList.Listener())
    list.delegate = listener
    defer { withExtendedLifetime(listener) {} }
    try context.performAndWait { try shown.value.performFetch() }
    var expected: [String] = []
    for count in 0..<12 {
      proxy.cut(after: count)
      expected.append("n\(100 + count)")
      try elsewhere.elsewhere { try $0.insert("Artist", ["name": expected[count]]) }
      let isShown = waits {
        context.performAndWait { (shown.value.fetchedObjects ?? []).map { $0.text("name") } == expected }
      }
      #expect(isShown, "after \(count) messages")
    }
    #expect(proxy.cuts > 3)
  }
}
