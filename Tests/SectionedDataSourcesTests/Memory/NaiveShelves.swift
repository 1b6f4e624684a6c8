import SectionedChanges
import SectionedDataSources

/// The expected content of a memory source, computed with arrays.
struct NaiveShelves {
  struct Row: Equatable {
    var key: ListedID<Int>
    var book: Book
  }
  struct Section: Equatable {
    var key: ListedID<Int>
    var shelf: Shelf
    var rows: [Row] = []
  }

  var sections: [Section] = []
  /// The sections as of the last step.
  private(set) var shown: [Section] = []

  var keys: Set<ListedID<Int>> { Set(sections.flatMap { $0.rows.map(\.key) }) }
  var sectionKeys: Set<ListedID<Int>> { Set(sections.map(\.key)) }

  func key(_ id: Int) -> ListedID<Int> {
    let taken = keys
    var key = ListedID(id)
    while taken.contains(key) { key.occurrence += 1 }
    return key
  }

  func sectionKey(_ id: Int) -> ListedID<Int> {
    let taken = sectionKeys
    var key = ListedID(id)
    while taken.contains(key) { key.occurrence += 1 }
    return key
  }

  mutating func put(_ books: [Book], section: Int, at index: Int) {
    for (offset, book) in books.enumerated() {
      sections[section].rows.insert(Row(key: key(book.id), book: book), at: index + offset)
    }
  }

  mutating func putSection(_ shelf: Shelf, _ books: [Book], at index: Int) {
    sections.insert(Section(key: sectionKey(shelf.id), shelf: shelf), at: index)
    put(books, section: index, at: 0)
  }

  mutating func set(_ content: [SectionContent<Shelf, Book>]) {
    sections = []
    for part in content { putSection(part.section, part.items, at: sections.count) }
  }

  func place(of key: ListedID<Int>) -> ItemPlace? {
    for (section, part) in sections.enumerated() {
      if let item = part.rows.firstIndex(where: { $0.key == key }) { return ItemPlace(section: section, item: item) }
    }
    return nil
  }

  /// Ends a step. Of several items with one identifier, the inserted ones get the lowest free numbers, in display
  /// order.
  mutating func settle() {
    let old = Set(shown.flatMap { $0.rows.map(\.key) })
    for id in Set(keys.map(\.id)) {
      let here = keys.filter { $0.id == id }
      var free = (0...).lazy.map { ListedID(id, occurrence: Int32($0)) }.filter { !here.intersection(old).contains($0) }
        .makeIterator()
      for section in sections.indices {
        for row in sections[section].rows.indices where sections[section].rows[row].key.id == id {
          if old.contains(sections[section].rows[row].key) { continue }
          if let key = free.next() { sections[section].rows[row].key = key }
        }
      }
    }
    let oldSections = Set(shown.map(\.key))
    for id in Set(sectionKeys.map(\.id)) {
      let here = sectionKeys.filter { $0.id == id }
      var free = (0...).lazy.map { ListedID(id, occurrence: Int32($0)) }
        .filter { !here.intersection(oldSections).contains($0) }.makeIterator()
      for section in sections.indices
      where sections[section].key.id == id && !oldSections.contains(sections[section].key) {
        if let key = free.next() { sections[section].key = key }
      }
    }
    shown = sections
  }

}
