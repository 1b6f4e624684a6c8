import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTrees
import SectionedViews

struct Chore: Identifiable, Hashable, CustomStringConvertible {
  var id: Int
  var parent: Int?
  var title = ""

  var description: String { "\(id) \(title)" }
}

typealias Chores = MemoryTree<Chore, Int>

/// An outline in a window. It shows a tree.
@MainActor
final class TreeStage {
  let tree: Chores
  let outline = NSOutlineView(frame: .zero)
  let window: NSWindow
  let binding: TreeOutlineBinding<Chores>

  /// - Parameter isShown: whether `init` shows the tree in the outline.
  init(_ tree: Chores? = nil, isShown: Bool = true) {
    self.tree = tree ?? Self.tasks()
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, FirstCell.self, for: TreeRow<Chore>.self) { cell, row, _ in cell.show("\(row.model)") })
    binding = TreeOutlineBinding(self.tree, rules: rules)
    window = NSWindow(scrolling: outline)
    outline.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
    if isShown { show() }
  }

  /// The tree `1(2(3 4) 5) 6`.
  static func tasks() -> Chores {
    let parents = [1: nil, 2: 1, 3: 2, 4: 2, 5: 1, 6: nil] as [Int: Int?]
    return Chores(
      parents.keys.sorted().map { Chore(id: $0, parent: parents[$0] ?? nil) }, parent: \.parent,
      anomalies: AnomalyHandler { _ in })
  }

  func show() {
    binding.show(in: outline)
    window.layoutIfNeeded()
  }

  /// The rows: a point for each level, the node, and a sign if the row has a triangle.
  var shown: [String] {
    window.layoutIfNeeded()
    return (0..<outline.numberOfRows).map { row in
      let isExpanded = outline.isItemExpanded(outline.item(atRow: row))
      let sign = outline.showsTriangle(row) ? (isExpanded ? "-" : "+") : ""
      let level = String(repeating: ".", count: outline.level(forRow: row))
      return level + (binding.node(atRow: row).map { "\($0)" } ?? "?") + sign
    }
  }

  func item(_ id: Int) -> Any? { binding.row(ofNode: id).flatMap { outline.item(atRow: $0) } }
}
