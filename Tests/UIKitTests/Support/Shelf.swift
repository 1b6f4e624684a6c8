import UIKit

/// A data source of texts for both kinds of views. It records the calls of the view.
@MainActor
final class Shelf: NSObject, UITableViewDataSource, UICollectionViewDataSource {
  var sections: [[String]]
  private(set) var asked: [String] = []
  /// A closure that is called when the view asks for a cell.
  var whenAsked: ((IndexPath) -> Void)?
  /// A closure that is called when the view asks for counts.
  var whenCounted: (() -> Void)?
  var identifier = "book"
  /// The titles of the section index.
  var titles: [String]?

  init(_ sections: [[String]]) { self.sections = sections }

  /// Returns the calls since the last time.
  func takeAsked() -> [String] {
    defer { asked = [] }
    return asked
  }

  func numberOfSections(in tableView: UITableView) -> Int { countSections() }
  func numberOfSections(in collectionView: UICollectionView) -> Int { countSections() }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count(section) }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    count(section)
  }

  func sectionIndexTitles(for tableView: UITableView) -> [String]? { titles }

  private func countSections() -> Int {
    asked.append("sections")
    whenCounted?()
    return sections.count
  }

  private func count(_ section: Int) -> Int {
    asked.append("count \(section)")
    return sections[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    asked.append("cell \(indexPath.section) \(indexPath.row)")
    whenAsked?(indexPath)
    let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
    cell.textLabel?.text = sections[indexPath.section][indexPath.row]
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    asked.append("cell \(indexPath.section) \(indexPath.item)")
    whenAsked?(indexPath)
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
    cell.accessibilityLabel = sections[indexPath.section][indexPath.item]
    return cell
  }
}

/// A table in a window, with the height of ten rows. It shows a shelf.
@MainActor
final class TableScreen {
  private var kept: [AnyObject] = []
  let table = UITableView(frame: .zero, style: .plain)
  let window: UIWindow

  init(_ shelf: Shelf, rows: CGFloat = 10) {
    table.register(UITableViewCell.self, forCellReuseIdentifier: "book")
    table.dataSource = shelf
    kept = [shelf]
    window = UIWindow(showing: table, height: 44 * rows)
    window.layoutIfNeeded()
  }

  /// Shows another data source, and retains it, because the table does not.
  func show(_ source: any UITableViewDataSource) {
    kept.append(source)
    table.dataSource = source
  }
}

/// A collection view in a window, with one item per line. It shows a shelf.
@MainActor
final class CollectionScreen {
  private var kept: [AnyObject] = []
  let view: UICollectionView
  let window: UIWindow
  let layout = UICollectionViewFlowLayout()

  init(_ shelf: Shelf, lines: CGFloat = 10) {
    layout.itemSize = CGSize(width: 320, height: 44)
    layout.minimumLineSpacing = 0
    view = UICollectionView(frame: .zero, collectionViewLayout: layout)
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "book")
    view.dataSource = shelf
    kept = [shelf]
    window = UIWindow(showing: view, height: 44 * lines)
    window.layoutIfNeeded()
  }

  /// Shows another data source, and retains it, because the view does not.
  func show(_ source: any UICollectionViewDataSource) {
    kept.append(source)
    view.dataSource = source
  }
}

extension UITableView {
  /// The texts of the visible rows, in the order of the list.
  var texts: [String] { visibleCells.map { $0.textLabel?.text ?? "" } }
}

extension UICollectionView {
  /// The texts of the visible items, in the order of the list.
  var texts: [String] {
    indexPathsForVisibleItems.sorted().map { cellForItem(at: $0)?.accessibilityLabel ?? "" }
  }
}

/// Returns `book 0`, `book 1` and so on.
func books(_ count: Int, _ name: String = "book") -> [String] { (0..<count).map { "\(name) \($0)" } }

/// Returns the index path of a row or item.
func at(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }
