import CoreData
import SectionedTrees

/// `sections tree`: prints the objects of an entity as a tree, by a relationship to their parents.
struct TreeCommand {
  let options: ListOptions
  /// The relationship to the parent.
  let parent: String
  /// The largest depth to print; nil for all.
  let depth: Int?
  /// The HTML file to write; nil for none.
  let html: String?

  func run(_ output: Output) throws {
    if let html { try HTMLPage.check(html) }
    let store = try ToolStore.open(options.store, model: options.model, access: .readOnly)
    let context = store.newContext()
    try context.performAndWait {
      let tree = try StoredTree(options, parent: parent, in: store, context)
      if options.json {
        try TreeJSON(tree: tree, depth: depth, output: output).write()
      } else {
        try TreeText(tree: tree, depth: depth, output: output).print()
      }
      if let html {
        let page = TreePage(tree: tree, depth: depth, title: "\(options.items) by \(parent)")
        try OutputFile.write(try page.text(), to: html, as: "page")
      }
    }
  }
}

extension TreeCommand {
  init(_ arguments: ArgumentReader) throws {
    var options = ListOptions()
    options.store = arguments.positional[0]
    try options.take(arguments)
    guard !options.items.isEmpty else { throw arguments.missing("--items ENTITY") }
    let values = Dictionary(arguments.options.map { ($0.name, $0.value) }) { $1 }
    guard let parent = options.parent else { throw arguments.missing("--parent KEY") }
    self.options = options
    self.parent = parent
    html = try arguments.outputFile("html", besides: [options.store])
    depth = try values["depth"].map { value in try arguments.read("depth") { try OptionValue.count(value) } }
  }
}
