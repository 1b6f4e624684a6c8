import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

final class BookCell: UITableViewCell {
  var book: Book?
  var configurations = 0
}

final class LentCell: UITableViewCell {
  var book: Book?
}

final class ShelfHeader: UITableViewHeaderFooterView {
  var shelf: Shelf?
}

/// A table in a window, which shows a library. One rule is for books that are lent, and one for all other books.
@MainActor
final class TableStage {
  let list: Shelves
  let anomalies = AnomalyLog()
  let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
  let window: UIWindow
  let binding: TableBinding<Shelves>

  static var rules: ListRules {
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, LentCell.self, for: Book.self, identifier: "lent", where: { book, _ in book.isLent }) {
        cell, book, _ in cell.book = book
      })
    rules.add(
      ViewRule(.cell, BookCell.self, for: Book.self, identifier: "book") { cell, book, _ in
        cell.book = book
        cell.configurations += 1
      })
    return rules
  }

  init(_ content: Shelves? = nil, rules: ListRules = TableStage.rules) {
    list = content ?? library(anomalies)
    binding = TableBinding(list, rules: rules)
    window = UIWindow(showing: table)
    binding.show(in: table)
    window.isHidden = false
    table.layoutIfNeeded()
  }

  func cell(_ section: Int, _ row: Int) -> UITableViewCell? {
    table.cellForRow(at: IndexPath(row: row, section: section))
  }

  func bookCell(_ section: Int, _ row: Int) throws -> BookCell { try #require(cell(section, row) as? BookCell) }

  /// The books of the visible cells, by place.
  var shown: [IndexPath: Book?] {
    var shown: [IndexPath: Book?] = [:]
    for path in table.indexPathsForVisibleRows ?? [] {
      let cell = table.cellForRow(at: path)
      let book: Book? = if let cell = cell as? BookCell { cell.book } else { (cell as? LentCell)?.book }
      shown.updateValue(book, forKey: path)
    }
    return shown
  }

  /// Compares the table's counts and visible cells with the list.
  func check(_ comment: Comment? = nil) {
    table.layoutIfNeeded()
    #expect(table.numberOfSections == list.numberOfSections, comment)
    for section in 0..<min(table.numberOfSections, list.numberOfSections) {
      #expect(table.numberOfRows(inSection: section) == list.numberOfItems(inSection: section), comment)
    }
    for (path, book) in shown {
      #expect(book == list.item(at: ItemPlace(section: path.section, item: path.row)), comment)
      let isLent = table.cellForRow(at: path) is LentCell
      #expect(isLent == book?.isLent, comment)
    }
  }
}
