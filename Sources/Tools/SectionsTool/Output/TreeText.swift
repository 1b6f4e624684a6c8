import CoreData
import SectionedTrees

/// Prints a tree as text: a line for each node, with box-drawing lines from parents to children.
struct TreeText {
  let tree: StoredTree
  let depth: Int?
  let output: Output

  func print() throws {
    // For each level down to the last node: whether the node at that level is the last of its siblings.
    var path: [Bool] = []
    var (roots, shown) = (0, 0)
    try tree.forEachNode(to: depth) { node in
      path.removeLast(path.count - node.depth)
      path.append(node.isLast)
      shown += 1
      if node.depth == 0 { roots += 1 }
      let counts = Self.counts(node)
      let lines = Self.lines(path)
      let title = try ObjectTitle.text(of: node.object) + tree.columns.text(of: node.object)
      let text = output.terminal.cut(lines + title, used: counts.count)
      try output.line(text + output.terminal.styled(counts, .cyan))
    }
    try output.line()
    let count = tree.controller.tree.count
    let hidden = shown < count ? " of \(count)" : ""
    try output.line("\(ListTotals.count(shown, "node"))\(hidden); \(ListTotals.count(roots, "root"))")
    if tree.orphans > 0 {
      try output.line("\(ListTotals.count(tree.orphans, "root")) because the parent is not in the tree.")
    }
    if tree.cycles > 0 {
      try output.line("\(ListTotals.count(tree.cycles, "cycle")), each cut above its first node, which is a root.")
    }
    try output.note(guessOf: tree.store)
  }

  /// Returns a node's lines, as `│  └─ `, with three columns for each level between the root and the node.
  private static func lines(_ path: [Bool]) -> String {
    guard let isLast = path.last, path.count > 1 else { return "" }
    return path.dropFirst().dropLast().map { $0 ? "   " : "│  " }.joined() + (isLast ? "└─ " : "├─ ")
  }

  /// Returns the number of children, and of descendants if there are more; empty for a leaf.
  static func counts(_ node: StoredTree.Node) -> String {
    guard node.numberOfChildren > 0 else { return "" }
    let children = node.numberOfChildren == 1 ? "1 child" : "\(node.numberOfChildren) children"
    let isDeep = node.numberOfDescendants > node.numberOfChildren
    return "  \(children)" + (isDeep ? ", \(node.numberOfDescendants) descendants" : "")
  }
}
