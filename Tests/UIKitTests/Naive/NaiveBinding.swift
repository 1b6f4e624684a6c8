import UIKit

/// A typical first attempt at a binding: a data source that reads the newest contents, and passes each change to the
/// view immediately.
@MainActor
final class NaiveBinding: NSObject, UITableViewDataSource {
  var sections: [[String]]
  let table: UITableView
  let window: UIWindow

  init(_ sections: [[String]], isShown: Bool = true) {
    self.sections = sections
    table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
    window = UIWindow(frame: table.frame)
    super.init()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "book")
    table.dataSource = self
    if isShown { show() }
  }

  func show() {
    window.addSubview(table)
    window.layoutIfNeeded()
  }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "book", for: indexPath)
    cell.textLabel?.text = sections[indexPath.section][indexPath.row]
    return cell
  }
}
