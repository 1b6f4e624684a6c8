import SectionedChanges
import SectionedDataSources

/// A verb of a list in memory, and its effect on arrays.
enum ShelfVerb {
  typealias Content = SectionContent<Shelf, Book>

  case insert(Book, ItemPlace)
  case remove(ItemPlace)
  case replace(ItemPlace, Book)
  case reload(ItemPlace)
  case move(ItemPlace, ItemPlace)
  case insertSection(Shelf, [Book], Int)
  case removeSection(Int)
  case replaceSection(Int, Shelf)
  case moveSection(Int, Int)
  case setItems([Book], Int)
  case set([Content])
  case removeAllItems
  case removeAll
  /// A batch that makes many changes and then fails.
  case failingBatch

  struct Refused: Error {}

  func perform(on list: Shelves) throws {
    switch self {
    case .insert(let book, let place): try list.insert(book, at: place)
    case .remove(let place): try list.remove(at: place)
    case .replace(let place, let book): if let id = list.itemID(at: place) { try list.replace(id, with: book) }
    case .reload(let place): if let id = list.itemID(at: place) { try list.reload(id) }
    case .move(let from, let to): try list.move(from: from, to: to)
    case .insertSection(let shelf, let books, let index): try list.insertSection(shelf, items: books, at: index)
    case .removeSection(let index): try list.removeSection(at: index)
    case .replaceSection(let index, let shelf): try list.replaceSection(at: index, with: shelf)
    case .moveSection(let from, let to): try list.moveSection(from: from, to: to)
    case .setItems(let books, let index): try list.setItems(books, inSection: index)
    case .set(let content): list.set(content)
    case .removeAllItems: list.removeAllItems()
    case .removeAll: list.removeAll()
    case .failingBatch:
      do {
        try list.performUpdates {
          list.set(list.content.reversed())
          list.appendSection(Shelf(id: 77), items: [Book(id: 770)])
          try list.removeSection(at: 0)
          throw Refused()
        }
      } catch is Refused {}
    }
  }

  func perform(on content: inout [Content]) {
    switch self {
    case .insert(let book, let place): content[place.section].items.insert(book, at: place.item)
    case .remove(let place): content[place.section].items.remove(at: place.item)
    case .replace(let place, let book): content[place.section].items[place.item] = book
    case .move(let from, let to):
      let book = content[from.section].items.remove(at: from.item)
      content[to.section].items.insert(book, at: to.item)
    case .insertSection(let shelf, let books, let index):
      content.insert(SectionContent(shelf, items: books), at: index)
    case .removeSection(let index): content.remove(at: index)
    case .replaceSection(let index, let shelf): content[index].section = shelf
    case .moveSection(let from, let to): content.insert(content.remove(at: from), at: to)
    case .setItems(let books, let index): content[index].items = books
    case .set(let new): content = new
    case .removeAllItems: for index in content.indices { content[index].items = [] }
    case .removeAll: content = []
    case .reload, .failingBatch: break
    }
  }
}
