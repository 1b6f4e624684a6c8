import CSQLite
import CoreData
import SectionedDataSources
import SectionedTesting
import SectionedTrees

/// Trees of a million nodes, a tenth of which have children. Events are compared with those of a list, and reads with
/// C.
enum TreeCases {
  static var all: [Benchmark] { [event, move, open, expand, memory] }

  private static let eventsPerRepetition = 20

  private static func store(_ workspace: Workspace) throws -> TreeStore {
    try workspace.shared("tree") { try TreeStore(nodes: 1_000_000, at: workspace.newFile()) }
  }

  private static func size(_ store: TreeStore) -> String { "\(store.count / 1_000_000)M nodes, 100k parents" }

  private static func mean(_ measure: () throws -> Duration) throws -> Duration {
    try (0..<eventsPerRepetition).reduce(.zero) { sum, _ in try sum + measure() } / eventsPerRepetition
  }

  /// The cost of a change of one node, compared with the same change of a list's item.
  private static var event: Benchmark {
    Benchmark.ratio("tree.event", atMost: 1.5, repetitions: 30) { workspace in
      let store = try store(workspace)
      let (tree, list) = (try LiveTree(store), try LiveList(try workspace.library(.million)))
      return NodeEdit.allCases.map { edit in
        Comparison(size: "\(size(store)), \(edit.rawValue)") {
          try mean { try list.measure { edit.ofList.perform($0) } }
        } ours: {
          try mean { try tree.measure { edit.perform($0) } }
        }
      }
    }
  }

  /// The cost of moving a root with a tenth of all nodes under another root, compared with the move of a list's item.
  private static var move: Benchmark {
    Benchmark.ratio("tree.move", atMost: 2, repetitions: 30) { workspace in
      let store = try store(workspace)
      let (tree, list) = (try LiveTree(store), try LiveList(try workspace.library(.million)))
      return [
        Comparison(size: "\(size(store)), a subtree of 100k") {
          try mean { try list.measure { ItemEdit.moveAcross.perform($0) } }
        } ours: {
          try mean {
            try tree.measure { tree in
              let root = 1 + tree.random.below(TreeStore.fanOut)
              tree.node(root).setValue(tree.node(root % TreeStore.fanOut + 1), forKey: "parent")
            }
          }
        }
      ]
    }
  }

  private static let columns = "t.Z_PK, t.ZNAME, (SELECT COUNT(*) FROM ZNODE AS c WHERE c.ZPARENT = t.Z_PK)"

  /// The sum of the names' lengths and the numbers of children that a query of `columns` returns.
  private static func digest(_ sql: String, _ parent: Int? = nil, in database: CDatabase) throws -> Int {
    let statement = try database.statement(sql)
    if let parent { sqlite3_bind_int64(statement, 1, Int64(parent)) }
    var sum = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      sum += Int(sqlite3_column_bytes(statement, 1)) + Int(sqlite3_column_int64(statement, 2))
    }
    sqlite3_reset(statement)
    return sum
  }

  private static func digest(_ rows: some Sequence<TreeRow<NSManagedObject>>) -> Int {
    rows.reduce(0) { sum, row in
      sum + ((row.model.value(forKey: "name") as? String)?.utf8.count ?? 0) + row.numberOfChildren
    }
  }

  /// The cost of the first fetch, up to the names and child counts of the roots. A fetched tree reads all nodes at
  /// once.
  private static var open: Benchmark {
    Benchmark.ratio("tree.open", atMost: 2, repetitions: 5) { workspace in
      let store = try store(workspace)
      let sql = "SELECT \(columns) FROM ZNODE AS t WHERE t.ZPARENT IS NULL ORDER BY t.ZNAME"
      let wanted = try digest(sql, in: store.database)
      return [
        Comparison(size: "\(size(store)), 10 roots") {
          let (duration, found) = try timed { try digest(sql, in: store.database) }
          keep(found)
          return duration
        } ours: {
          try store.newContext().measuring { context in
            let tree = LiveTree.controller(context)
            let (duration, found) = try timed {
              try tree.performFetch()
              return digest(tree.allItems)
            }
            guard found == wanted else { throw BenchmarkError("The tree has other roots than the table.") }
            return duration
          }
        }
      ]
    }
  }

  /// The cost of expanding a node, up to the names and child counts of its children.
  private static var expand: Benchmark {
    Benchmark.ratio("tree.expand", atMost: 2, repetitions: 30) { workspace in
      let store = try store(workspace)
      let tree = try LiveTree(store)
      let sql = "SELECT \(columns) FROM ZNODE AS t WHERE t.ZPARENT = ?1 ORDER BY t.ZNAME"
      return [
        Comparison(size: "\(size(store)), 10 children") {
          try mean {
            let root = 1 + tree.random.below(TreeStore.fanOut)
            let (duration, found) = try timed { try digest(sql, root, in: store.database) }
            keep(found)
            return duration
          }
        } ours: {
          try mean {
            try tree.context.measuring { _ in
              let root = tree.node(1 + tree.random.below(TreeStore.fanOut))
              let controller = tree.controller
              let (duration, found) = timed {
                controller.expand(root.objectID)
                let children = controller.tree.children(of: root.objectID)
                return digest(children.lazy.compactMap { controller.item(for: ListedID($0)) })
              }
              controller.collapse(root.objectID)
              guard found > 0 else { throw BenchmarkError("An expanded node has no children.") }
              return duration
            }
          }
        }
      ]
    }
  }

  /// The bytes per node that a tree uses in addition to a list of the same objects, without SQLite's own.
  private static var memory: Benchmark {
    Benchmark(name: "tree.memory") { workspace in
      let store = try store(workspace)
      // A first fetch also allocates what is kept for all later ones. These bytes belong to no node.
      keep(try LiveTree(store))
      func bytes(_ make: () throws -> AnyObject) throws -> Double {
        let before = try MallocUse.bytes() - Int(sqlite3_memory_used())
        let made = try make()
        let used = try MallocUse.bytes() - Int(sqlite3_memory_used()) - before
        keep(made)
        return Double(used) / Double(store.count)
      }
      let tree = try bytes { try LiveTree(store) }
      let list = try bytes {
        let context = store.newContext()
        let list = FetchedList(TreeStore.request(), in: context)
        try context.performAndWait {
          try list.performFetch()
          // A tree reads all parents, so the list does, too.
          list.forEachItem(inSection: 0) { _, node in keep(node.value(forKey: "parent")) }
        }
        return list
      }
      return [
        BenchmarkResult(
          name: "tree.memory", size: "\(size(store)), above a list", bound: 48, value: tree - list,
          bytesPerRow: tree - list)
      ]
    }
  }
}
