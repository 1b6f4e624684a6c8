import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// The first call of each closure changes the base: it removes 10, and appends a section with 30.
///
/// `1: 10 11 | 2: 20` becomes `1: 11 | 2: 20 | 3: 30`
@Suite("A derived source whose closure changes the base while the source is made")
struct ChangingClosureTests {
  let list = shelves("1: 10 11 | 2: 20")

  /// Changes the base at its first call.
  private func change() -> () -> Void {
    var isDone = false
    return { [list] in
      if isDone { return }
      isDone = true
      list.appendSection(Shelf(id: 3), items: [Book(id: 30)])
      _ = try? list.remove(10)
    }
  }

  private func check<Source: SectionedDataSource>(_ source: Source, _ ids: [Int]) throws
  where Source.Item == Book {
    #expect(source.allItems.map(\.id) == ids)
    let watcher = SourceWatcher(source)
    watcher.checkSource()
    try list.append(Book(id: 12), toSection: 0)
    try list.remove(30)
    #expect(watcher.updates.count == 2)
    watcher.checkSource()
  }

  @Test func aCondition() throws {
    let change = change()
    let found = FilteredDataSource(
      list,
      where: { book in
        change()
        return book.id != 20
      })
    #expect(found.snapshot.sections.map { "\($0.id)" } == ["1", "3"])
    try check(found, [11, 30])
  }

  @Test func aGroup() throws {
    let change = change()
    let groups = GroupedDataSource(
      list,
      by: { (book: Book) -> Int? in
        change()
        return book.id % 10
      })
    try check(groups, [11, 20, 30])
  }

  @Test func anOrder() throws {
    let change = change()
    let sorted = SortedDataSource(
      list,
      by: { first, second in
        change()
        return first.id > second.id
      })
    #expect(sorted.text == "1: 11 | 2: 20 | 3: 30")
    try check(sorted, [11, 20, 30])
  }
}
