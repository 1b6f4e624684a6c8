import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

final class BookTile: UICollectionViewCell {
  var book: Book?
}

final class LentTile: UICollectionViewCell {
  var book: Book?
}

final class ShelfView: UICollectionReusableView {
  var shelf: Shelf?
}

/// A collection with headers, in a window. It shows a library.
@MainActor
final class CollectionStage {
  let list: Shelves
  let anomalies = AnomalyLog()
  let view: UICollectionView
  let window: UIWindow
  let binding: CollectionBinding<Shelves>

  static var rules: ListRules {
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, LentTile.self, for: Book.self, identifier: "lent", where: { book, _ in book.isLent }) {
        cell, book, _ in cell.book = book
      })
    rules.add(
      ViewRule(.cell, BookTile.self, for: Book.self, identifier: "book") { cell, book, _ in cell.book = book })
    rules.add(ViewRule(.header, ShelfView.self, for: Shelf.self) { view, shelf, _ in view.shelf = shelf })
    return rules
  }

  init(
    _ content: Shelves? = nil, rules: ListRules = CollectionStage.rules,
    layout: UICollectionViewFlowLayout = UICollectionViewFlowLayout()
  ) {
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), collectionViewLayout: layout)
    list = content ?? library(anomalies)
    binding = CollectionBinding(list, rules: rules)
    window = UIWindow(showing: view)
    binding.show(in: view)
    window.isHidden = false
    view.layoutIfNeeded()
  }

  func cell(_ section: Int, _ item: Int) -> UICollectionViewCell? {
    view.cellForItem(at: IndexPath(item: item, section: section))
  }

  func header(_ section: Int) -> UICollectionReusableView? {
    view.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))
  }

  /// Compares the view's counts and visible cells with the list.
  func check(_ comment: Comment? = nil) {
    view.layoutIfNeeded()
    #expect(view.numberOfSections == list.numberOfSections, comment)
    for section in 0..<min(view.numberOfSections, list.numberOfSections) {
      #expect(view.numberOfItems(inSection: section) == list.numberOfItems(inSection: section), comment)
      if let header = header(section) { #expect((header as? ShelfView)?.shelf == list.section(at: section), comment) }
    }
    for path in view.indexPathsForVisibleItems {
      let cell = view.cellForItem(at: path)
      let book = list.item(at: ItemPlace(section: path.section, item: path.item))
      #expect(((cell as? BookTile)?.book ?? (cell as? LentTile)?.book) == book, comment)
      let isLent = cell is LentTile
      #expect(isLent == book?.isLent, comment)
    }
  }
}
