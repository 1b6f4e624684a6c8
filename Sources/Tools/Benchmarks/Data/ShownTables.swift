import SectionedChanges
import SectionedViews
import UIKit

/// A view that performs batch updates without asking for anything, and counts them.
@MainActor
final class CountingView: ListView {
  private(set) var count = 0

  var isOnScreen: Bool { true }
  var selection: [ItemPlace] = []
  var editedItem: ItemPlace?
  var isAtBeginning: Bool { true }
  var anchors: [ScrollAnchor] { [] }

  func reload() {}
  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
    showNext()
    count += 1
  }
  func configureItems(at places: [ItemPlace]) { count += 1 }
  func reloadItems(at places: [ItemPlace]) {}
  func configureSections(at sections: [Int]) {}
  func cellIdentifier(at place: ItemPlace) -> String? { nil }
  func scroll(to anchor: ScrollAnchor) {}
}

/// A table in a window.
@MainActor
struct TableScreen {
  static let frame = CGRect(x: 0, y: 0, width: 320, height: 480)
  let table = UITableView(frame: TableScreen.frame, style: .plain)
  let window: UIWindow

  init() {
    window = UIWindow(frame: TableScreen.frame)
    window.addSubview(table)
    window.isHidden = false
  }
}

/// A plain data source that has its counts in memory. `change` inserts and removes its first row.
@MainActor
final class CountedTable: NSObject, UITableViewDataSource {
  private var counts: [Int]
  private var isLonger = false

  init(_ counts: [Int]) { self.counts = counts }

  func change(in table: UITableView) {
    let path = IndexPath(row: 0, section: 0)
    isLonger.toggle()
    table.performBatchUpdates {
      counts[0] += isLonger ? 1 : -1
      if isLonger { table.insertRows(at: [path], with: .none) } else { table.deleteRows(at: [path], with: .none) }
    }
  }

  func numberOfSections(in tableView: UITableView) -> Int { counts.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { counts[section] }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
}
