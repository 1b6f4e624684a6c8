import CSQLite
import CoreData
import Foundation

/// Batch inserts, compared with prepared statements that insert the same rows into a file of the same content. The
/// baseline also calls a dictionary handler, because the handler's work is the program's.
enum BatchInsertCases {
  static var all: [Benchmark] {
    [
      Benchmark.ratio("batch.insert", atMost: 1.5, repetitions: 5) { workspace in
        try [
          comparison("by dictionaries that are there", workspace) { numbers in
            let dictionaries = numbers.map(values)
            return NSBatchInsertRequest(entityName: "Book", objects: dictionaries)
          },
          comparison("by a handler of dictionaries", workspace, alsoByHand: handler) { numbers in
            NSBatchInsertRequest(entityName: "Book", dictionaryHandler: handler(numbers))
          },
          comparison("by a handler of objects", workspace) { numbers in
            var next = numbers.lowerBound
            return NSBatchInsertRequest(entityName: "Book") { (book: NSManagedObject) in
              guard next < numbers.upperBound else { return true }
              book.setValue(LibraryStore.author(of: next), forKey: "author")
              book.setValue(Date(timeIntervalSinceReferenceDate: Double(next) + 0.5), forKey: "date")
              book.setValue(LibraryStore.name(of: next), forKey: "name")
              book.setValue(Int64(next), forKey: "rank")
              book.setValue(Double(next) * 0.25, forKey: "value")
              next += 1
              return false
            }
          },
          comparison("by a handler of objects of a class of Xcode's", workspace, isByXcode: true) { numbers in
            var next = numbers.lowerBound
            return NSBatchInsertRequest(entityName: "Book") { (object: NSManagedObject) in
              guard next < numbers.upperBound, let book = object as? LibraryBook else { return true }
              book.fill(next)
              next += 1
              return false
            }
          },
        ]
      }
    ]
  }

  private static let count = 100_000

  private static func values(_ number: Int) -> [String: Any] {
    [
      "author": LibraryStore.author(of: number), "date": Date(timeIntervalSinceReferenceDate: Double(number) + 0.5),
      "name": LibraryStore.name(of: number), "rank": Int64(number), "value": Double(number) * 0.25,
    ]
  }

  private static func handler(_ numbers: Range<Int>) -> (NSMutableDictionary) -> Bool {
    var next = numbers.lowerBound
    return { dictionary in
      guard next < numbers.upperBound else { return true }
      dictionary.addEntries(from: values(next))
      next += 1
      return false
    }
  }

  /// - Parameters:
  ///   - alsoByHand: returns the dictionary handler, which the baseline also calls and times.
  ///   - makeRequest: makes the request. This is not timed.
  private static func comparison(
    _ size: String, _ workspace: Workspace, isByXcode: Bool = false,
    alsoByHand: ((Range<Int>) -> (NSMutableDictionary) -> Bool)? = nil,
    _ makeRequest: @escaping (Range<Int>) -> NSBatchInsertRequest
  ) throws -> Comparison {
    let shape = LibraryShape(books: 1, shelves: 1_000)
    let library = try workspace.ownLibrary(isByXcode ? shape.byXcode : shape)
    let database = try workspace.database(copying: library)
    // Both sides append, because the numbers of books increase like primary keys.
    var (byHand, ours) = (2, 2)
    return Comparison(size: "\(LibraryShape.short(count)) rows \(size)") {
      defer { byHand += count }
      let numbers = byHand..<byHand + count
      let duration = try timed {
        if let fill = alsoByHand?(numbers) {
          let dictionary = NSMutableDictionary()
          while !fill(dictionary) { dictionary.removeAllObjects() }
        }
        try insert(numbers, in: database)
      }.duration
      try database.run("DELETE FROM ZBOOK WHERE Z_PK > 1")
      return duration
    } ours: {
      defer { ours += count }
      let request = makeRequest(ours..<ours + count)
      request.resultType = .count
      let duration = try library.newContext().measuring { context in
        let (duration, result) = try timed { try context.execute(request) as? NSBatchInsertResult }
        guard result?.result as? Int == count else {
          throw BenchmarkError("The batch inserted another number of rows.")
        }
        return duration
      }
      try library.database.run("DELETE FROM ZBOOK WHERE Z_PK > 1")
      return duration
    }
  }

  private static func insert(_ numbers: Range<Int>, in database: CDatabase) throws {
    try database.transaction {
      let statement = try database.statement(
        "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZAUTHOR, ZDATE, ZNAME, ZRANK, ZSHELF, ZVALUE) "
          + "VALUES (?1, ?7, 1, ?2, ?3, ?4, ?5, NULL, ?6)")
      sqlite3_bind_int64(
        statement, 7, try database.integer("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'"))
      for number in numbers {
        sqlite3_bind_int64(statement, 1, Int64(number))
        database.bind(statement, 2, LibraryStore.author(of: number))
        sqlite3_bind_double(statement, 3, Double(number) + 0.5)
        database.bind(statement, 4, LibraryStore.name(of: number))
        sqlite3_bind_int64(statement, 5, Int64(number))
        sqlite3_bind_double(statement, 6, Double(number) * 0.25)
        try database.finish(statement)
      }
      try database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(numbers.upperBound) WHERE Z_NAME = 'Book'")
    }
  }
}
