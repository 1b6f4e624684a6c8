import CSQLite
import CoreData
import Foundation
import SectionedTesting

/// Events of saved changes. The same context, another context or another process saves them.
enum SavedEventCases {
  static var all: [Benchmark] { [commit, merge, save, external] }

  private static var commit: Benchmark {
    Benchmark.ratio("event.commit", atMost: 6, repetitions: 30) { workspace in
      let library = try workspace.ownLibrary(.hundredThousand)
      let database = try workspace.database(copying: library)
      let list = try LiveList(library)
      var value = 0.0
      let count = 20
      return [
        Comparison(size: "\(library.shape.size), the row loaded") {
          let statement = try database.statement(
            #"UPDATE "ZBOOK" SET Z_OPT = Z_OPT + 1, "ZVALUE" = ?2 WHERE Z_PK = ?1"#)
          return try (1...count).reduce(.zero) { sum, number in
            value -= 1
            let commit = try timed {
              try database.transaction {
                sqlite3_bind_int64(statement, 1, Int64(number * 100))
                sqlite3_bind_double(statement, 2, value)
                try database.finish(statement)
              }
            }
            return sum + commit.duration
          } / count
        } ours: {
          try (1...count).reduce(.zero) { sum, number in
            value -= 1
            return try sum
              + list.context.measuring { context in
                list.book(number * 100).setValue(value, forKey: "value")
                list.counter.reset()
                let duration = try timed { try context.save() }.duration
                guard list.counter.batches == 1 else { throw BenchmarkError("A save made no callback.") }
                return duration
              }
          } / count
        }
      ]
    }
  }

  private static var merge: Benchmark {
    Benchmark.ratio("event.merge", atMost: 0.25, repetitions: 7) { workspace in
      let (saved, refetched, external) = try prepare(workspace)
      return [
        Comparison(size: "1k changed rows of \(saved.list.library.shape.size), not loaded in the view context") {
          try external.updateNamesAndValues(1_000)
          return try timed { try refetched.refetchAndDiff() }.duration
        } ours: {
          try saved.measure(1_000, countsSave: false)
        }
      ]
    }
  }

  private static var save: Benchmark {
    Benchmark.ratio("event.save", atMost: 1, repetitions: 7) { workspace in
      let (saved, refetched, external) = try prepare(workspace)
      return [
        Comparison(size: "1k changed rows of \(saved.list.library.shape.size), loaded in the saving context") {
          try timed {
            try external.updateNamesAndValues(1_000)
            try refetched.refetchAndDiff()
          }.duration
        } ours: {
          try saved.measure(1_000, countsSave: true)
        }
      ]
    }
  }

  private static func prepare(_ workspace: Workspace) throws -> (SavedBatch, RefetchedList, ExternalEdits) {
    let library = try workspace.library(.million)
    let refetched = try RefetchedList(try workspace.database(copying: library))
    return (
      // The seed gives new values, because saving values that the shared store already has would change nothing.
      SavedBatch(try LiveList(library, seed: workspace.newSeed())), refetched,
      ExternalEdits(refetched.database, library.shape)
    )
  }

  /// Another process writes. The list notices the changed version of the file, finds the rows by their versions, merges
  /// and reports them, updates in place included.
  private static var external: Benchmark {
    Benchmark.ratio("external.write", atMost: 2.5, repetitions: 15) { workspace in
      let library = try workspace.ownLibrary(.hundredThousand)
      let external = ExternalEdits(library.database, library.shape)
      let list = try LiveList(library)
      let writes = try ExternalWrites(to: library.coordinator, of: [list.book, list.shelf])
      return [
        Comparison(size: "100 rows of \(library.shape.size)") {
          let (duration, keys) = try timed { try library.database.groupedIdentifiers(RefetchedList.sql) }
          keep(keys)
          return duration
        } ours: {
          let changed = try external.updateNamesAndValues(100)
          return try list.context.measuring { context in
            list.counter.reset()
            let duration = try timed {
              guard let found = try writes.poll() else { throw BenchmarkError("The write was not noticed.") }
              NSManagedObjectContext.mergeChanges(fromRemoteContextSave: found, into: [context])
            }.duration
            guard list.counter.batches == 1, list.lastChanges >= changed.count else {
              throw BenchmarkError("Of \(changed.count) written rows \(list.lastChanges) were reported.")
            }
            return duration
          }
        }
      ]
    }
  }
}

/// Saves in a background context that a view context merges.
final class SavedBatch {
  let list: LiveList
  private let background: NSManagedObjectContext
  private let recorder: SaveNotificationRecorder

  init(_ list: LiveList) {
    self.list = list
    background = list.library.newContext()
    recorder = SaveNotificationRecorder(of: background)
  }

  func measure(_ count: Int, countsSave: Bool) throws -> Duration {
    let shape = list.library.shape
    let saving = try background.measuring { context in
      for place in 0..<count {
        let number = 1 + list.random.below(shape.books)
        let book = context.object(with: context.objectID(primaryKey: Int64(number), entity: list.book))
        if place.isMultiple(of: 2) {
          let name = LibraryStore.name(of: shape.books + 1 + list.random.below(1_000_000_000))
          book.setValue(name, forKey: "name")
        } else {
          book.setValue(Double(list.random.below(1_000_000)), forKey: "value")
        }
      }
      return try timed { try context.save() }.duration
    }
    let notification = try recorder.take()
    return try list.context.measuring { context in
      list.counter.reset()
      let merging = timed { context.mergeChanges(fromContextDidSave: notification) }.duration
      guard list.counter.batches == 1 else { throw BenchmarkError("A merge made \(list.counter.batches) batches.") }
      return countsSave ? saving + merging : merging
    }
  }
}
