import CoreData
import SectionedTrees

/// Writes a tree as one JSON object. Its nodes are a flat list in depth-first order, so that readers need no recursion.
/// It writes piece by piece.
struct TreeJSON {
  let tree: StoredTree
  let depth: Int?
  let output: Output

  func write() throws {
    var (roots, shown) = (0, 0)
    try output.write(#"{"nodes":"#)
    try output.array { write in
      try tree.forEachNode(to: depth) { node in
        shown += 1
        if node.depth == 0 { roots += 1 }
        try write(
          .object([
            ("object", .string(node.object.reference)),
            ("parent", node.parent.map { JSON.string($0.reference) } ?? .null),
            ("depth", .integer(node.depth)), ("children", .integer(node.numberOfChildren)),
            ("descendants", .integer(node.numberOfDescendants)),
            ("title", try ObjectTitle.name(of: node.object).map { JSON.string($0) } ?? .null),
            ("values", try tree.columns.json(of: node.object)),
          ]))
      }
    }
    let totals = JSON.object([
      ("nodes", .integer(shown)), ("roots", .integer(roots)), ("cut", .integer(tree.controller.tree.count - shown)),
      ("orphans", .integer(tree.orphans)), ("cycles", .integer(tree.cycles)),
    ])
    try output.line(#","totals":"# + totals.text + tree.store.guessMember + "}")
  }
}
