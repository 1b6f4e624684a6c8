import CSQLite
import CoreData
import Foundation

/// Ten typical predicates, compared with the SQL that a programmer would write for each.
enum PredicateCase {
  private struct Query {
    let predicate: NSPredicate
    let sql: String
    var entity = "Book"
  }

  static var benchmark: Benchmark {
    Benchmark.ratio("predicate.sql", atMost: 1.8, repetitions: 9) { workspace in
      let library = try workspace.library(.hundredThousand)
      let queries = queries(library.shape)
      let context = library.newContext()
      return [
        Comparison(size: "\(LibraryShape.short(library.shape.books)) rows, ten predicates") {
          try timed {
            for query in queries { keep(try library.database.identifiers(query.sql)) }
          }.duration
        } ours: {
          try context.measuring { context in
            let (duration, found) = try timed {
              try queries.map { query in
                let request = NSFetchRequest<NSManagedObjectID>(entityName: query.entity)
                request.resultType = .managedObjectIDResultType
                request.predicate = query.predicate
                return try context.fetch(request).count
              }
            }
            for (query, count) in zip(queries, found)
            where try library.database.identifiers(query.sql).count != count {
              throw BenchmarkError("\(query.predicate) found \(count), and \(query.sql) another number.")
            }
            return duration
          }
        }
      ]
    }
  }

  private static func queries(_ shape: LibraryShape) -> [Query] {
    let rank = shape.books / 2
    let books = "SELECT b.Z_PK FROM ZBOOK b WHERE"
    let joined = "SELECT b.Z_PK FROM ZBOOK b JOIN ZSHELF s ON s.Z_PK = b.ZSHELF WHERE"
    return [
      Query(
        predicate: NSPredicate(format: "rank BETWEEN {%d, %d}", rank, rank + 1_000),
        sql: "\(books) b.ZRANK BETWEEN \(rank) AND \(rank + 1_000)"),
      Query(predicate: NSPredicate(format: "name BEGINSWITH 'name-00'"), sql: "\(books) b.ZNAME GLOB 'name-00*'"),
      Query(predicate: NSPredicate(format: "author CONTAINS '-1000'"), sql: "\(books) instr(b.ZAUTHOR, '-1000') > 0"),
      Query(
        predicate: NSPredicate(format: "value > %f AND rank < %d", Double(rank) * 0.25, rank + 1_000),
        sql: "\(books) b.ZVALUE > \(Double(rank) * 0.25) AND b.ZRANK < \(rank + 1_000)"),
      Query(
        predicate: NSPredicate(
          format: "date >= %@ AND date < %@", Date(timeIntervalSinceReferenceDate: 1_000) as any CVarArg,
          Date(timeIntervalSinceReferenceDate: 3_000) as any CVarArg),
        sql: "\(books) b.ZDATE >= 1000 AND b.ZDATE < 3000"),
      Query(predicate: NSPredicate(format: "shelf.code == 17"), sql: "\(joined) s.ZCODE = 17"),
      Query(
        predicate: NSPredicate(format: "shelf.rank < 20 AND value > 100"),
        sql: "\(joined) s.ZRANK < 20 AND b.ZVALUE > 100"),
      Query(
        predicate: NSPredicate(format: "shelf.code IN {3, 5, 7, 11, 13}"),
        sql: "\(joined) s.ZCODE IN (3, 5, 7, 11, 13)"),
      Query(
        predicate: NSPredicate(format: "ANY books.rank == %d", rank),
        sql: "SELECT s.Z_PK FROM ZSHELF s WHERE EXISTS (SELECT 1 FROM ZBOOK b WHERE b.ZSHELF = s.Z_PK "
          + "AND b.ZRANK = \(rank))",
        entity: "Shelf"),
      Query(
        predicate: NSPredicate(format: "books.@count == 0"),
        sql: "SELECT s.Z_PK FROM ZSHELF s WHERE NOT EXISTS (SELECT 1 FROM ZBOOK b WHERE b.ZSHELF = s.Z_PK)",
        entity: "Shelf"),
    ]
  }
}
