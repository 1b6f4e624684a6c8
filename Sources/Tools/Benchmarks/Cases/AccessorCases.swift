import CoreData
import Foundation

/// Generated accessors, compared with reads and writes by slots that were looked up before.
enum AccessorCases {
  static var all: [Benchmark] { [accessor] }

  private static var accessor: Benchmark {
    Benchmark.ratio("accessor", atMost: 1.3, repetitions: 15) { workspace in
      let context = try workspace.library(.hundredThousand).newContext()
      var books: [Book] = []
      try context.performAndWait {
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.fetchLimit = 10_000
        request.returnsObjectsAsFaults = false
        books = try context.fetch(request)
      }
      let ordinary = try workspace.library(LibraryShape.hundredThousand.byXcode).newContext()
      var generated: [LibraryBook] = []
      try ordinary.performAndWait {
        let request: NSFetchRequest<LibraryBook> = LibraryBook.fetchRequest()
        request.fetchLimit = books.count
        request.returnsObjectsAsFaults = false
        generated = try ordinary.fetch(request)
      }
      let size = "\(LibraryShape.short(books.count)) objects"
      return [
        comparison("\(size), five values read", context, books, 20) { book, _ in
          book.digest
        } generated: { book, _ in
          book.generatedDigest
        },
        Comparison(size: "\(size) of a class of Xcode's, five values read") {
          try run(context, books, 20) { book, _ in book.digest }
        } ours: {
          try run(ordinary, generated, 20) { book, _ in book.digest }
        },
        Comparison(size: "\(size) of a class of Xcode's, three values set") {
          try run(context, books, 4) { book, number in
            book.edit(number)
            return number
          }
        } ours: {
          try run(ordinary, generated, 4) { book, number in
            book.edit(number)
            return number
          }
        },
        comparison("\(size), three values set", context, books, 4) { book, number in
          book.edit(number)
          return number
        } generated: { book, number in
          book.generatedEdit(number)
          return number
        },
      ]
    }
  }

  @inline(__always) private static func comparison(
    _ size: String, _ context: NSManagedObjectContext, _ books: [Book], _ rounds: Int,
    bySlot: @escaping (Book, Int) -> Int, generated: @escaping (Book, Int) -> Int
  ) -> Comparison {
    return Comparison(size: size) {
      try run(context, books, rounds, bySlot)
    } ours: {
      try run(context, books, rounds, generated)
    }
  }

  /// Runs a closure on all objects several times, each time with another number, so that the values differ from those
  /// before.
  @inline(__always) private static func run<Object>(
    _ context: NSManagedObjectContext, _ books: [Object], _ rounds: Int, _ body: (Object, Int) -> Int
  ) throws -> Duration {
    try context.measuring { _ in
      timed {
        var sum = 0
        for round in 0..<rounds { for book in books { sum &+= body(book, round) } }
        keep(sum)
      }.duration
    }
  }
}
