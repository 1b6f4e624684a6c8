/// The numbers of objects in a library, the form of its model, and its size as text.
struct LibraryShape: Hashable {
  let books: Int
  let shelves: Int
  /// The number of shelves without books. They are the last ones.
  let emptyShelves: Int
  /// Whether the model has the form that Xcode writes: two dozen entities, each with a class that is named without its
  /// module.
  private(set) var isByXcode = false

  init(books: Int, shelves: Int, emptyShelves: Int = 0) {
    self.books = books
    self.shelves = shelves
    self.emptyShelves = emptyShelves
  }

  /// 100,000 books and 1,000 shelves. A fifth of the shelves are empty.
  static let hundredThousand = LibraryShape(books: 100_000, shelves: 1_000, emptyShelves: 200)

  /// 1,000,000 books and 10,000 shelves. A fifth of the shelves are empty.
  static let million = LibraryShape(books: 1_000_000, shelves: 10_000, emptyShelves: 2_000)

  /// The same shape with a model in the form that Xcode writes.
  var byXcode: LibraryShape {
    var shape = self
    shape.isByXcode = true
    return shape
  }

  var filledShelves: Int { shelves - emptyShelves }

  /// The initial shelf of a book.
  func shelf(ofBook book: Int) -> Int { book % filledShelves + 1 }

  /// The size as text, for example `100k rows, 1k sections`.
  var size: String { "\(Self.short(books)) rows, \(Self.short(shelves)) sections" }

  static func short(_ number: Int) -> String {
    if number >= 1_000_000, number.isMultiple(of: 1_000_000) { return "\(number / 1_000_000)M" }
    if number >= 1_000, number.isMultiple(of: 1_000) { return "\(number / 1_000)k" }
    return "\(number)"
  }
}
