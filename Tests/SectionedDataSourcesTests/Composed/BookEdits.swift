import SectionedChanges
import SectionedTesting

@testable import SectionedDataSources

/// Random verbs on lists in memory. A class, because observers of the edited lists use it, too.
final class BookEdits {
  var random: SeededRandom
  private(set) var refused = 0
  private var title = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  func name() -> String {
    title += 1
    return "\(title)"
  }

  /// Performs a random verb on a list.
  func edit(_ leaf: Shelves) {
    let section = random.below(max(1, leaf.numberOfSections))
    let place = ItemPlace(section: section, item: random.below(leaf.numberOfItems(inSection: section) + 1))
    let other = ItemPlace(section: random.below(max(1, leaf.numberOfSections)), item: random.below(3))
    let book = Book(id: random.below(24), title: name())
    let shelf = Shelf(id: random.below(6), title: name())
    // The list refuses invalid verbs.
    do {
      switch random.below(14) {
      case 0...3: try leaf.insert(book, at: place)
      case 4...6: try leaf.remove(at: place)
      case 7: try leaf.move(from: place, to: other)
      case 8: if let old = leaf.item(at: place) { try leaf.update(Book(id: old.id, title: name())) }
      case 9: try leaf.replaceSection(at: section, with: shelf)
      case 10: if leaf.numberOfSections < 4 { leaf.appendSection(shelf, items: random.oneIn(2) ? [book] : []) }
      case 11: try leaf.removeSection(at: section)
      case 12: try leaf.moveSection(from: section, to: other.section)
      default:
        let books = (0..<random.below(4)).map { _ in Book(id: random.below(24), title: name()) }
        if random.oneIn(3) {
          leaf.set([SectionContent(shelf, items: books), SectionContent(Shelf(id: random.below(6)))])
        } else {
          try leaf.setItems(books, inSection: section)
        }
      }
    } catch { refused += 1 }
  }

  /// Moves an item from one list to another.
  func moveItem(among leaves: [Shelves]) {
    let full = leaves.filter { $0.numberOfItems > 0 }
    let (from, to) = (full.randomElement(using: &random) ?? leaves[0], random.one(of: leaves))
    let section = random.below(max(1, from.numberOfSections))
    let place = ItemPlace(section: section, item: random.below(max(1, from.numberOfItems(inSection: section))))
    guard var book = try? from.remove(at: place) else { return }
    if random.oneIn(2) { book.title = name() }
    if to.numberOfSections == 0 { to.appendSection(Shelf(id: random.below(6))) }
    try? to.append(book, toSection: random.below(to.numberOfSections))
  }
}
