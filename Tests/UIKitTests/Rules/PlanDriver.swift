import SectionedChanges
import SectionedTesting
import UIKit

/// A table or a collection view that performs plans. A cell shows the identifier of the item for which it was made.
@MainActor
final class PlanDriver: NSObject, UITableViewDataSource, UICollectionViewDataSource {
  typealias List = SectionedSnapshot<Int, Int>

  private(set) var source: [[Int]]
  private let table: TableScreen?
  private let collection: CollectionScreen?

  init(_ kind: ViewKind, _ list: List) {
    source = Self.rows(list)
    let empty = Shelf([])
    table = kind == .table ? TableScreen(empty, rows: 60) : nil
    collection = kind == .collection ? CollectionScreen(empty, lines: 60) : nil
    super.init()
    table?.table.dataSource = self
    collection?.view.dataSource = self
    table?.window.layoutIfNeeded()
    collection?.window.layoutIfNeeded()
  }

  static func rows(_ list: List) -> [[Int]] { list.sections.map { $0.items.map(\.id) } }

  static func rows(_ model: StageModel<Int, Int>, _ new: List) -> [[Int]] {
    let rows = rows(new)
    return (0..<model.numberOfSections).map { section in
      (0..<model.numberOfItems(inSection: section)).map { item in
        let place = model.newPlace(of: ItemPlace(section: section, item: item))
        return rows[place.section][place.item]
      }
    }
  }

  /// The identifiers that the view shows.
  var shown: [[Int]] {
    var result = source.map { _ in [Int]() }
    for path in table?.table.indexPathsForVisibleRows ?? [] {
      result[path.section].append(table?.table.cellForRow(at: path)?.tag ?? -1)
    }
    for path in (collection?.view.indexPathsForVisibleItems ?? []).sorted() {
      result[path.section].append(collection?.view.cellForItem(at: path)?.tag ?? -1)
    }
    return result
  }

  /// Performs a batch, in which the source becomes `next`.
  func perform(_ batch: ViewBatch, _ next: [[Int]]) {
    table?.table.performBatchUpdates {
      source = next
      table?.table.name(batch)
    }
    collection?.view.performBatchUpdates {
      source = next
      collection?.view.name(batch)
    }
  }

  func numberOfSections(in tableView: UITableView) -> Int { source.count }
  func numberOfSections(in collectionView: UICollectionView) -> Int { source.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { source[section].count }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    source[section].count
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "book", for: indexPath)
    cell.tag = source[indexPath.section][indexPath.row]
    return cell
  }
  func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    let cell = view.dequeueReusableCell(withReuseIdentifier: "book", for: indexPath)
    cell.tag = source[indexPath.section][indexPath.item]
    return cell
  }
}

extension UITableView {
  fileprivate func name(_ batch: ViewBatch) {
    deleteSections(IndexSet(batch.deletedSections), with: .none)
    insertSections(IndexSet(batch.insertedSections), with: .none)
    for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
    for section in batch.reloadedSections { reloadSections([section], with: .none) }
    deleteRows(at: batch.deletedItems.map(path), with: .none)
    insertRows(at: batch.insertedItems.map(path), with: .none)
    for move in batch.movedItems { moveRow(at: path(move.from), to: path(move.to)) }
    reloadRows(at: batch.reloadedItems.map(path), with: .none)
    reconfigureRows(at: batch.reconfiguredItems.map(path))
  }
}

extension UICollectionView {
  fileprivate func name(_ batch: ViewBatch) {
    deleteSections(IndexSet(batch.deletedSections))
    insertSections(IndexSet(batch.insertedSections))
    for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
    for section in batch.reloadedSections { reloadSections([section]) }
    deleteItems(at: batch.deletedItems.map(path))
    insertItems(at: batch.insertedItems.map(path))
    for move in batch.movedItems { moveItem(at: path(move.from), to: path(move.to)) }
    reloadItems(at: batch.reloadedItems.map(path))
    reconfigureItems(at: batch.reconfiguredItems.map(path))
  }
}

private func path(_ place: ItemPlace) -> IndexPath { at(place.section, place.item) }
