import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// Several parts of a program may use the same view: a data source, another binding, another prefetching data source.
@Suite("A binding whose table or collection gets another data source")
@MainActor
struct SharedTableTests {
  @Test("who has given the table another data source is left alone")
  func otherDataSource() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      let other = library()
      let shown = DiffableTableBinding(other, in: stage.table) { _, _, _ in
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      stage.table.layoutIfNeeded()
      try stage.list.remove(10)
      try stage.list.moveSection(from: 0, to: 1)
      stage.list.appendSection(Shelf(id: 9))
      stage.table.layoutIfNeeded()
      #expect((0..<3).map { stage.table.numberOfRows(inSection: $0) } == [3, 3, 0])
      try other.remove(20)
      stage.table.layoutIfNeeded()
      #expect(stage.table.numberOfRows(inSection: 1) == 2)
      #expect(shown.source === other)
    }
    #expect(refusals == [])
  }

  @Test("so is who has given a collection another one")
  func otherDataSourceOfACollection() throws {
    let refusals = try Refusals.recorded {
      let stage = CollectionStage()
      let other = library()
      let cell = UICollectionView.CellRegistration<BookTile, Book> { cell, _, book in cell.book = book }
      let shown = DiffableCollectionBinding(other, in: stage.view) { view, path, book in
        view.dequeueConfiguredReusableCell(using: cell, for: path, item: book)
      }
      shown.dataSource.supplementaryViewProvider = { view, kind, path in
        view.register(ShelfView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "header")
        return view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "header", for: path)
      }
      stage.view.layoutIfNeeded()
      try stage.list.remove(10)
      stage.list.appendSection(Shelf(id: 9))
      stage.view.layoutIfNeeded()
      #expect((0..<3).map { stage.view.numberOfItems(inSection: $0) } == [3, 3, 0])
    }
    #expect(refusals == [])
  }

  @Test("a binding that is shown again in its table or collection is its data source again")
  func shownAgain() throws {
    let refusals = try Refusals.recorded {
      let (table, collection) = (TableStage(), CollectionStage())
      table.table.dataSource = nil
      collection.view.dataSource = nil
      table.binding.show(in: table.table)
      collection.binding.show(in: collection.view)
      table.table.layoutIfNeeded()
      collection.view.layoutIfNeeded()
      try table.list.remove(10)
      try collection.list.remove(10)
      #expect((0..<3).map { table.table.numberOfRows(inSection: $0) } == [2, 3, 0])
      #expect((0..<3).map { collection.view.numberOfItems(inSection: $0) } == [2, 3, 0])
    }
    #expect(refusals == [])
  }

  @Test("who prefetches for a table or a collection goes on")
  func prefetching() {
    final class Prefetching: NSObject, UITableViewDataSourcePrefetching, UICollectionViewDataSourcePrefetching {
      func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {}
      func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}
    }
    let own = Prefetching()
    let table = UITableView(frame: .zero, style: .plain)
    table.prefetchDataSource = own
    let binding = TableBinding(library(), in: table)
    #expect(table.prefetchDataSource === own)
    binding.detach()
    #expect(table.prefetchDataSource === own)
    let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
    view.prefetchDataSource = own
    let other = CollectionBinding(library(), in: view)
    #expect(view.prefetchDataSource === own)
    other.detach()
    #expect(view.prefetchDataSource === own)
  }

  @Test("titles at the side follow the sections")
  func indexTitles() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage(
        Shelves((0..<40).map { SectionContent(Shelf(id: $0, title: "\($0)"), items: [Book(id: $0)]) }))
      stage.binding.indexTitle = { $0.title }
      stage.table.layoutIfNeeded()
      try stage.list.insertSection(Shelf(id: 50, title: "new"), items: [Book(id: 50)], at: 0)
      try stage.list.updateSection(Shelf(id: 25, title: "renamed"))
      stage.table.touchIndexTitle("new")
      #expect(stage.table.contentOffset.y == 0)
      stage.table.touchIndexTitle("renamed")
      stage.table.layoutIfNeeded()
      #expect(stage.table.indexPathsForVisibleRows?.first?.section == 26)
      try stage.list.moveSection(from: 26, to: 1)
      stage.table.touchIndexTitle("renamed")
      stage.table.layoutIfNeeded()
      #expect(stage.table.indexPathsForVisibleRows?.first?.section == 1)
    }
    #expect(refusals == [])
  }
}
