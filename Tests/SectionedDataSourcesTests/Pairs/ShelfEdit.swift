import SectionedChanges
import SectionedDataSources
import SectionedTesting

/// An edit of a list in memory. Many edits are about rare cases: an empty section, and the only item of a section.
enum ShelfEdit: String, CaseIterable, Sendable, CustomStringConvertible {
  case insertIntoEmpty, insertFirst, insertCopy
  case removeOnly, removeFirst
  case changeOnly, changeFirst, renameFirst, reloadOnly
  case moveOnlyToEmpty, moveOnlyToFull, moveFirstBehind, moveFirstToEmpty
  case insertEmptySection, insertFullSection
  case removeEmptySection, removeOnlySection, removeFirstSection
  case changeEmptySection, renameEmptySection, moveEmptySection
  case changeFirstSection, renameOnlySection, moveFirstSection
  case setItems, setAll, removeAllItems, removeAll, failingBatch

  /// A selection of edits, for sources with many operations of their own.
  static let few: [ShelfEdit] = [
    .insertIntoEmpty, .insertCopy, .removeOnly, .changeOnly, .moveOnlyToEmpty, .moveOnlyToFull, .moveFirstToEmpty,
    .insertFullSection, .removeEmptySection, .changeEmptySection, .renameEmptySection, .moveEmptySection,
    .moveFirstSection, .setAll, .removeAllItems, .removeAll,
  ]

  var description: String { rawValue }

  /// Returns the verb that performs the edit; nil if the content has no element for it.
  func verb(in content: [ShelfVerb.Content]) -> ShelfVerb? {
    let empty = content.firstIndex { $0.items.isEmpty }
    let only = content.firstIndex { $0.items.count == 1 }
    let full = content.indices.filter { !content[$0].items.isEmpty }
      .max { content[$0].items.count < content[$1].items.count }
    let book = Book(id: (content.flatMap(\.items).map(\.id).max() ?? 0) + 1, title: "new", tags: ["1"])
    let shelf = Shelf(id: (content.map(\.section.id).max() ?? 0) + 1, title: "new")
    func first(_ section: Int) -> ItemPlace { ItemPlace(section: section, item: 0) }
    func changed(_ section: Int) -> Book {
      var book = content[section].items[0]
      book.title += "!"
      book.tags = book.tags.reversed() + ["3"]
      return book
    }
    func renamed(_ section: Int) -> Shelf { Shelf(id: shelf.id, title: content[section].section.title + "?") }
    func changedSection(_ section: Int) -> Shelf {
      Shelf(id: content[section].section.id, title: content[section].section.title + "!")
    }
    switch self {
    case .insertIntoEmpty: return empty.map { .insert(book, first($0)) }
    case .insertFirst: return content.isEmpty ? nil : .insert(book, first(0))
    case .insertCopy:
      return full.map { .insert(content[$0].items[0], ItemPlace(section: $0, item: content[$0].items.count)) }
    case .removeOnly: return only.map { .remove(first($0)) }
    case .removeFirst: return full.map { .remove(first($0)) }
    case .changeOnly: return only.map { .replace(first($0), changed($0)) }
    case .changeFirst: return full.map { .replace(first($0), changed($0)) }
    case .renameFirst: return full.map { .replace(first($0), book) }
    case .reloadOnly: return only.map { .reload(first($0)) }
    case .moveOnlyToEmpty:
      guard let only, let empty else { return nil }
      return .move(first(only), first(empty))
    case .moveOnlyToFull:
      guard let only, let full, full != only else { return nil }
      return .move(first(only), ItemPlace(section: full, item: 1))
    case .moveFirstBehind:
      return full.map { .move(first($0), ItemPlace(section: $0, item: content[$0].items.count - 1)) }
    case .moveFirstToEmpty:
      guard let full, let empty else { return nil }
      return .move(first(full), first(empty))
    case .insertEmptySection: return .insertSection(shelf, [], 0)
    case .insertFullSection: return .insertSection(shelf, [book], content.count)
    case .removeEmptySection: return empty.map { .removeSection($0) }
    case .removeOnlySection: return only.map { .removeSection($0) }
    case .removeFirstSection: return content.isEmpty ? nil : .removeSection(0)
    case .changeEmptySection: return empty.map { .replaceSection($0, changedSection($0)) }
    case .renameEmptySection: return empty.map { .replaceSection($0, renamed($0)) }
    case .moveEmptySection: return empty.map { .moveSection($0, $0 == 0 ? content.count - 1 : 0) }
    case .changeFirstSection: return content.isEmpty ? nil : .replaceSection(0, changedSection(0))
    case .renameOnlySection: return only.map { .replaceSection($0, renamed($0)) }
    case .moveFirstSection: return content.isEmpty ? nil : .moveSection(0, content.count - 1)
    case .setItems: return full.map { .setItems(content[$0].items.reversed() + [book], $0) }
    case .setAll:
      var new = Array(content.reversed())
      if let full { new[content.count - 1 - full].items[0] = changed(full) }
      return .set(new + [SectionContent(shelf)])
    case .removeAllItems: return .removeAllItems
    case .removeAll: return .removeAll
    case .failingBatch: return content.isEmpty ? nil : .failingBatch
    }
  }

  func perform(on list: Shelves) throws { try verb(in: list.content)?.perform(on: list) }

  func perform(on content: inout [ShelfVerb.Content]) { verb(in: content)?.perform(on: &content) }
}

/// A section of a list in memory, for naive references.
struct NaiveShelf {
  var id: ListedID<Int>
  var shelf: Shelf
  var books: [(id: ListedID<Int>, book: Book)]

  /// The section in the form of ``PairWatch/lines``.
  var line: String { "\(id) \(shelf.title):" + books.map { " \($0.id)/\($0.book.title)" }.joined() }

  /// Returns the sections of a list with their items.
  static func all(of list: Shelves) -> [NaiveShelf] {
    list.snapshot.sections.compactMap { section in
      guard let shelf = list.section(for: section.id) else { return nil }
      let books = section.items.compactMap { element in
        list.item(for: element.id).map { (id: element.id, book: $0) }
      }
      return NaiveShelf(id: section.id, shelf: shelf, books: books)
    }
  }

  /// Makes the list with which a pair of operations begins.
  ///
  /// - Parameters:
  ///   - start: the size of the list.
  ///   - first: the identifier of its first section. Its first item has ten times that identifier.
  static func start(_ start: PairStart, from first: Int = 1) -> Shelves {
    // Small: `1: 10 | 2:`. Large: `1: 10 11 12 | 2: | 3: 30 | 4: 40 41`.
    let counts = start == .small ? [1, 0] : [3, 0, 1, 2]
    var content: [ShelfVerb.Content] = []
    for (offset, count) in counts.enumerated() {
      let id = first + offset
      var part = SectionContent<Shelf, Book>(Shelf(id: id, title: id % 2 == 0 ? "s" : "ss"))
      for number in (10 * id)..<(10 * id + count) {
        let tags = number % 3 == 0 ? [] : number % 3 == 1 ? ["2"] : ["1", "2"]
        part.items.append(Book(id: number, title: String(repeating: "b", count: 1 + number % 3), tags: tags))
      }
      content.append(part)
    }
    return Shelves(content, anomalies: silent)
  }
}
