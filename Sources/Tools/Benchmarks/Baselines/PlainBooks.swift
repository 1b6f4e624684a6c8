import Foundation

/// Books that are plain objects, in a dictionary by IDs that are objects, too. A program without Core Data would keep
/// the objects that it makes like this.
final class PlainBooks {
  final class ID: Hashable {
    let number: Int

    init(_ number: Int) { self.number = number }

    static func == (left: ID, right: ID) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  final class Book {
    var author: String?
    var date: Date?
    var name: String?
    var rank: Int64?
    var shelf: Book?
    var value: Double?
  }

  private var books: [ID: Book] = [:]

  init(count: Int, setsValues: Bool) {
    for number in 0..<count {
      let book = Book()
      books[ID(number)] = book
      guard setsValues else { continue }
      book.author = LibraryStore.author(of: number)
      book.date = Date(timeIntervalSinceReferenceDate: Double(number) + 0.5)
      book.name = LibraryStore.name(of: number)
      book.rank = Int64(number)
      book.value = Double(number) * 0.25
    }
  }
}
