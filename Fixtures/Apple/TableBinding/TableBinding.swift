// A table of shelves and books in memory, with rules, titles, an index, editing and prefetching.
import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

struct Shelf: Identifiable {
  let id: Int
  var name: String
}

struct Book: Identifiable {
  let id: Int
  var title: String
  var isLent = false
}

final class BookCell: UITableViewCell {
  func show(_ book: Book) {
    var content = defaultContentConfiguration()
    content.text = book.title
    contentConfiguration = content
  }
}

final class LentBookCell: UITableViewCell {}

final class ShelvesViewController: UITableViewController {
  typealias Shelves = MemoryList<Shelf, Book>

  // guide
  private let shelves = Shelves([SectionContent(Shelf(id: 1, name: "Poems"), items: [Book(id: 1, title: "Odes")])])
  private var binding: TableBinding<Shelves>?

  override func viewDidLoad() {
    super.viewDidLoad()
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, LentBookCell.self, for: Book.self, where: { book, _ in book.isLent }) { cell, book, _ in
        cell.accessibilityLabel = "\(book.title), lent"
      })
    rules.add(ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in cell.show(book) })

    let binding = TableBinding(shelves, in: tableView, rules: rules)
    binding.headerTitle = { shelf, _ in shelf.name }
    binding.indexTitle = { shelf in String(shelf.name.prefix(1)) }
    binding.editing = ListEditing(shelves)
    binding.onError = { error in print(error) }
    self.binding = binding
  }
  // end

  func lend(_ id: Int) throws {
    guard var book = shelves.item(for: id) else { return }
    book.isLent = true
    try shelves.update(book)
  }

  // The program remains the table's delegate.
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    guard let book = binding?.item(at: indexPath) else { return }
    title = book.title
  }

  override func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    binding?.deleteSwipe(forRowAt: indexPath, title: "Give away")
  }

  override func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle {
    binding?.editingStyleForRow(at: indexPath) ?? .none
  }

  override func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath target: IndexPath
  ) -> IndexPath {
    binding?.targetIndexPath(forMoveFrom: source, toProposed: target) ?? target
  }
}
