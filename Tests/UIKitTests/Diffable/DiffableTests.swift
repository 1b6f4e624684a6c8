import Testing
import UIKit

@Suite("Diffable data sources")
@MainActor
struct DiffableTests {
  typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  private func list(_ sections: KeyValuePairs<String, [Int]>) -> Snapshot {
    var list = Snapshot()
    for (section, items) in sections {
      list.appendSections([section])
      list.appendItems(items, toSection: section)
    }
    return list
  }

  @Test("A table shows what is applied; cells stay with their identifiers, over sections too")
  func table() {
    let screen = TableScreen(Shelf([]))
    let source = UITableViewDiffableDataSource<String, Int>(tableView: screen.table) { table, path, id in
      let cell = table.dequeueReusableCell(withIdentifier: "book", for: path)
      cell.textLabel?.text = "\(id)"
      return cell
    }
    source.apply(list(["A": [1, 2], "B": [3]]))
    #expect(screen.table.texts == ["1", "2", "3"])
    let cell = screen.table.cellForRow(at: at(0, 0))
    screen.table.selectRow(at: at(0, 0), animated: false, scrollPosition: .none)
    var isDone = false
    source.apply(list(["B": [3, 1, 4], "A": []])) { isDone = true }
    #expect(screen.table.texts == ["3", "1", "4"])
    #expect(screen.table.cellForRow(at: at(0, 1)) === cell)
    #expect(screen.table.indexPathForSelectedRow == at(0, 1))
    #expect(!isDone)
    screen.table.finishAnimations()
    #expect(isDone)
    #expect(source.indexPath(for: 4) == at(0, 2))
    #expect(source.itemIdentifier(for: at(1, 0)) == nil)
  }

  @Test("Reconfigured items keep their cells, reloaded ones get other cells, and the remaining cells stay")
  func refreshing() {
    let screen = CollectionScreen(Shelf([]))
    var asked: [Int] = []
    let tile = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, id in
      asked.append(id)
      cell.accessibilityLabel = "\(id)"
    }
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: screen.view) { view, path, id in
      view.dequeueConfiguredReusableCell(using: tile, for: path, item: id)
    }
    source.apply(list(["A": [1, 2, 3]]))
    asked = []
    let cells = (0..<3).map { screen.view.cellForItem(at: at(0, $0)) }
    var next = source.snapshot()
    next.reconfigureItems([1])
    next.reloadItems([2])
    #expect(Refusals.recorded { source.apply(next) }.isEmpty)
    #expect(asked.sorted() == [1, 2])
    #expect(screen.view.cellForItem(at: at(0, 0)) === cells[0])
    #expect(screen.view.cellForItem(at: at(0, 2)) === cells[2])
    #expect(source.snapshot().reconfiguredItemIdentifiers.isEmpty)
  }

  @Test("Identifiers that are supplied twice or are unknown are refused")
  func refusals() {
    var list = Snapshot()
    let said = Refusals.recorded {
      list.appendItems([1])
      list.appendSections(["A"])
      list.appendSections(["A"])
      list.appendItems([1, 2, 1])
      list.appendItems([3], toSection: "B")
      list.reloadItems([7])
      list.reconfigureItems([7])
      list.reloadSections(["B"])
    }
    #expect(
      said == [
        "There are currently no sections in the data source. Please add a section first.",
        "Fatal: supplied section identifiers are not unique. Duplicate identifiers: {(\n    A\n)}",
        "Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(\n    1\n)}",
        "Section identifier was not found: B",
        "Attempted to reload item identifier that does not exist in the snapshot: 7",
        "Attempted to reconfigure item identifier that does not exist in the snapshot: 7",
        "Attempted to reload section identifier that does not exist in the snapshot: B",
      ])
    #expect(list.numberOfItems == 0)
  }

  @Test("Items and sections are inserted, moved and deleted by their neighbours")
  func verbs() {
    var list = list(["A": [1, 2, 3], "B": [4]])
    list.moveItem(1, afterItem: 4)
    list.insertItems([5], beforeItem: 2)
    list.deleteItems([3])
    list.insertSections(["C"], afterSection: "A")
    list.moveSection("B", beforeSection: "A")
    #expect(list.sectionIdentifiers == ["B", "A", "C"])
    #expect(list.itemIdentifiers == [4, 1, 5, 2])
    #expect(list.sectionIdentifier(containingItem: 1) == "B")
    list.appendItems([4], toSection: "C")
    #expect(list.itemIdentifiers(inSection: "B") == [1])
    list.deleteSections(["B"])
    #expect(list.itemIdentifiers == [5, 2, 4])
    #expect(list.indexOfSection("C") == 1)
  }

  @Test("An await for an application ends with the animation")
  func awaiting() async {
    let screen = TableScreen(Shelf([]))
    let source = UITableViewDiffableDataSource<String, Int>(tableView: screen.table) { table, path, _ in
      table.dequeueReusableCell(withIdentifier: "book", for: path)
    }
    let next = list(["A": [1]])
    let task = Task { await source.apply(next) }
    while screen.table.numberOfSections == 0 { await Task.yield() }
    screen.table.finishAnimations()
    await task.value
    #expect(!screen.table.isAnimating)
  }
}
