import CoreData
import SectionedTrees

/// An HTML page that shows a tree and loads nothing. Nodes open and close without a script.
struct TreePage {
  let tree: StoredTree
  let depth: Int?
  let title: String

  /// Returns the page. The roots are open. Deeper nodes are closed, because a page with many open nodes is hard to
  /// read.
  func text() throws -> String {
    var shown = 0
    var lists = ""
    // The number of nested lists whose end tag is not written yet.
    var open = 0
    func close(to depth: Int) {
      while open > depth {
        lists += "</ul></details></li>\n"
        open -= 1
      }
    }
    try tree.forEachNode(to: depth) { node in
      shown += 1
      if shown > PageLimit.rows {
        throw ToolError.data(
          "The tree has more nodes than a page shows, \(PageLimit.rows). Use --depth or --where to show fewer.")
      }
      close(to: node.depth)
      let text = HTMLPage.escaped(
        try (ObjectTitle.text(of: node.object) + tree.columns.text(of: node.object)).printable)
      guard node.numberOfChildren > 0 else { return lists += "<li>\(text)</li>\n" }
      let counts = TreeText.counts(node).trimmingPrefix(while: { $0 == " " })
      guard depth.map({ node.depth < $0 }) ?? true else {
        return lists += "<li>\(text) <small>\(counts)</small></li>\n"
      }
      lists += "<li><details\(node.depth == 0 ? " open" : "")><summary>\(text) <small>\(counts)</small></summary><ul>\n"
      open += 1
    }
    close(to: 0)
    return page(lists, shown)
  }

  private func page(_ lists: String, _ shown: Int) -> String {
    let name = HTMLPage.escaped(title.printable)
    let count = tree.controller.tree.count
    let total = ListTotals.count(shown, "node") + (shown < count ? " of \(count)" : "")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(name)</title>
      <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.2rem auto; max-width: 60rem; padding: 0 1.2rem; }
      ul { list-style: none; margin: 0; padding-left: 1.4rem; }
      body > ul { padding: 0; }
      li { overflow-wrap: anywhere; }
      summary { cursor: pointer; margin-left: -1rem; padding-left: 1rem; }
      small { opacity: .7; }
      </style>
      </head>
      <body>
      <h1>\(name)</h1>
      <ul>
      \(lists)</ul>
      <p><small>\(total)</small></p>
      </body>
      </html>

      """
  }
}
