/// How much is in a library, and how its size is written.
struct LibraryShape: Hashable {
  let books: Int
  let shelves: Int
  /// How many of the shelves have no books: the last ones.
  let emptyShelves: Int
  /// Whether the model is as Xcode writes one: two dozen entities, each with a class that is named without its module.
  private(set) var isByXcode = false

  init(books: Int, shelves: Int, emptyShelves: Int = 0) {
    self.books = books
    self.shelves = shelves
    self.emptyShelves = emptyShelves
  }

  /// 100,000 books on 1,000 shelves, of which a fifth is empty.
  static let hundredThousand = LibraryShape(books: 100_000, shelves: 1_000, emptyShelves: 200)

  /// 1,000,000 books on 10,000 shelves, of which a fifth is empty.
  static let million = LibraryShape(books: 1_000_000, shelves: 10_000, emptyShelves: 2_000)

  /// The same in a model as Xcode writes one.
  var byXcode: LibraryShape {
    var shape = self
    shape.isByXcode = true
    return shape
  }

  var filledShelves: Int { shelves - emptyShelves }

  /// The shelf of a book that was there from the beginning.
  func shelf(ofBook book: Int) -> Int { book % filledShelves + 1 }

  /// `100k rows, 1k sections`
  var size: String { "\(Self.short(books)) rows, \(Self.short(shelves)) sections" }

  static func short(_ number: Int) -> String {
    if number >= 1_000_000, number.isMultiple(of: 1_000_000) { return "\(number / 1_000_000)M" }
    if number >= 1_000, number.isMultiple(of: 1_000) { return "\(number / 1_000)k" }
    return "\(number)"
  }
}
