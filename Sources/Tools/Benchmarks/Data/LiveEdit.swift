import CoreData
import SectionedTesting

/// An edit of a live list. It changes a random object or a given one.
enum ItemEdit: String, CaseIterable {
  case insert, delete, update, moveWithin = "move within", moveAcross = "move across"

  func perform(_ list: LiveList) { perform(list, on: 1 + list.random.below(list.library.shape.books)) }

  /// - Parameter number: the number of the changed book.
  func perform(_ list: LiveList, on number: Int) {
    let shape = list.library.shape
    func name() -> String { LibraryStore.name(of: shape.books + 1 + list.random.below(1_000_000_000)) }
    func shelf() -> NSManagedObject { list.shelf(1 + list.random.below(shape.filledShelves)) }
    switch self {
    case .insert:
      let book = Book(entity: list.book, insertInto: list.context)
      book.setValue(name(), forKey: "name")
      book.setValue(shelf(), forKey: "shelf")
    case .delete: list.context.delete(list.book(number))
    case .update: list.book(number).setValue(-1.0, forKey: "value")
    case .moveWithin: list.book(number).setValue(name(), forKey: "name")
    case .moveAcross:
      let other = (shape.shelf(ofBook: number) + list.random.below(shape.filledShelves - 1)) % shape.filledShelves + 1
      list.book(number).setValue(list.shelf(other), forKey: "shelf")
    }
  }
}

enum SectionEdit: String, CaseIterable {
  case insert, delete, move, update

  func perform(_ list: LiveList) {
    let shape = list.library.shape
    // Ranks of shelves are even, so an odd one is between two shelves.
    func rank() -> Int { list.random.below(shape.shelves) * 2 + 1 }
    func any() -> NSManagedObject { list.shelf(1 + list.random.below(shape.shelves)) }
    switch self {
    case .insert:
      let shelf = NSManagedObject(entity: list.shelf, insertInto: list.context)
      shelf.setValue(rank(), forKey: "rank")
      shelf.setValue("new", forKey: "name")
    case .delete:
      // The shelf is an empty one, because the deletion of another would also delete a hundred items.
      list.context.delete(list.shelf(shape.filledShelves + 1 + list.random.below(shape.emptyShelves)))
    case .move: any().setValue(rank(), forKey: "rank")
    case .update: any().setValue("changed", forKey: "name")
    }
  }
}

extension LiveList {
  /// Edits different books. A quarter each are insertions, deletions and updates, and the rest moves.
  ///
  /// - Returns: the number of edits.
  func performMixedEdits(_ count: Int) -> Int {
    var numbers = Set<Int>()
    while numbers.count < count { numbers.insert(1 + random.below(library.shape.books)) }
    for (place, number) in numbers.sorted().enumerated() {
      let edit: ItemEdit =
        switch place % 8 {
        case 0, 1: .insert
        case 2, 3: .delete
        case 4, 5: .update
        case 6: .moveWithin
        default: .moveAcross
        }
      edit.perform(self, on: number)
    }
    return count
  }
}
