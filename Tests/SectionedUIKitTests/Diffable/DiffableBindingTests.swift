import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import Testing
import UIKit

@Suite("A diffable data source is handed each step of a source")
@MainActor
struct DiffableBindingTests {
  private let list = library()
  private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
  private let window: UIWindow

  init() {
    table.register(UITableViewCell.self, forCellReuseIdentifier: "book")
    table.register(LentCell.self, forCellReuseIdentifier: "lent")
    table.allowsMultipleSelection = true
    window = UIWindow(showing: table)
    window.isHidden = false
  }

  private static func kind(_ book: Book) -> String { book.isLent ? "lent" : "book" }

  private func shown() -> DiffableTableBinding<Shelves> {
    let binding = DiffableTableBinding(list, in: table) { table, path, book in
      let cell = table.dequeueReusableCell(withIdentifier: Self.kind(book), for: path)
      cell.textLabel?.text = book.title
      return cell
    }
    binding.cellIdentifier = Self.kind
    table.layoutIfNeeded()
    return binding
  }

  private func cell(_ row: Int) -> UITableViewCell? { table.cellForRow(at: IndexPath(row: row, section: 0)) }

  @Test("An item that needs another kind of cell gets one, and the remaining items keep their cells")
  func kinds() throws {
    let refusals = try Refusals.recorded {
      let binding = shown()
      let kept = try #require(cell(0))
      try list.performUpdates {
        try list.replace(10, with: Book(id: 10, title: "new"))
        try list.replace(11, with: Book(id: 11, isLent: true))
      }
      #expect(cell(0) === kept && kept.textLabel?.text == "new")
      #expect(cell(1) is LentCell)
      try list.replace(11, with: Book(id: 11, title: "back"))
      #expect(cell(1)?.reuseIdentifier == "book" && cell(1)?.textLabel?.text == "back")
      keep(binding)
    }
    #expect(refusals == [])
  }

  @Test("off screen, too, what is selected stays selected")
  func selectionOffScreen() throws {
    let binding = shown()
    for row in [0, 2] { table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none) }
    table.removeFromSuperview()
    try list.performUpdates {
      try list.remove(10)
      try list.insert(Book(id: 1), at: ItemPlace(section: 0, item: 0))
      try list.insert(Book(id: 2), at: ItemPlace(section: 0, item: 0))
    }
    window.addSubview(table)
    table.layoutIfNeeded()
    #expect(table.indexPathsForSelectedRows == [IndexPath(row: 3, section: 0)])
    keep(binding)
  }

  @Test("a section that changes and moves with that is named, too")
  func movedSections() throws {
    let binding = shown()
    var changed: [[Int]] = []
    binding.sectionsChanged = { changed.append($0) }
    try list.performUpdates {
      try list.updateSection(Shelf(id: 1, title: "last"))
      try list.moveSection(from: 0, to: 2)
      try list.updateSection(Shelf(id: 2, title: "first"))
    }
    #expect(changed == [[0, 2]])
  }

  private func keep(_ binding: DiffableTableBinding<Shelves>) { #expect(binding.source === list) }
}
