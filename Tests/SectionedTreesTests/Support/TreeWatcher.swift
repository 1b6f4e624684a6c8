import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

/// Observes a tree and its rows, and checks each step against these laws.
///
/// 1. The changes of the tree are the least from the tree of the step before, and obey `TreeLaws`.
/// 2. The old rows of an update are the new rows of the previous one. Its changes are the least, and lead to its new
/// rows.
/// 3. A table and a collection view accept the plan of each update.
/// 4. At rest, the source finds each row at its place, and the state of the row is that of the node in the tree.
final class TreeWatcher<Source: TreeDataSource> {
  let source: Source
  private(set) var steps = 0
  private(set) var updates = 0
  private(set) var tree: TreeSnapshot<Source.ItemID>
  private var rows: Source.Snapshot
  private var numbering = Numbering<ListedID<OnlySection>, ListedID<Source.ItemID>>()
  private var treeNumbering = TreeNumbering<Source.ItemID>()
  private var tokens: [ObservationToken] = []
  /// Called at the end of each step of the tree. It may change anything.
  var during: (TreeChangeSet<Source.ItemID>) -> Void = { _ in }

  init(_ source: Source) {
    self.source = source
    (tree, rows) = (source.tree, source.snapshot)
    tokens = [
      source.observeTree { [weak self] in self?.receive($0) }, source.observe { [weak self] in self?.receive($0) },
    ]
  }

  private func receive(_ changes: TreeChangeSet<Source.ItemID>) {
    steps += 1
    do {
      #expect(!changes.isEmpty)
      let new = try changes.apply(to: tree) { source.tree.revision(of: $0) ?? 0 }
      #expect(changes.withoutKeys == TreeChangeSet(from: tree, to: new), "\(changes) is not the least")
      let (old, numbered) = (try treeNumbering.tree(tree), treeNumbering.changes(changes))
      try TreeLaws.verify(numbered, from: old, to: treeNumbering.tree(new))
      tree = new
    } catch {
      Issue.record(error)
    }
    during(changes)
  }

  private func receive(_ update: Source.Update) {
    updates += 1
    #expect(update.old == rows, "an update does not follow the one before")
    rows = update.new
    do {
      #expect(update.changes == (try SectionedChangeSet(from: update.old, to: update.new)), "changes are not the least")
      #expect(try update.changes.apply(to: update.old, contentOf: update.new) == update.new)
      let (old, new) = (numbering.list(update.old), numbering.list(update.new))
      if max(old.numberOfItems, new.numberOfItems) < 11 { return _ = try ChangeLaws.verify(from: old, to: new) }
      let plan = try UpdatePlan(SectionedChangeSet(from: old, to: new), new: new.outline)
      for kind in ViewKind.allCases {
        var view = ViewOracle(kind, showing: old)
        try view.perform(plan, from: old, to: new)
      }
    } catch {
      Issue.record(error)
    }
  }

  /// Checks the last law, and that the observers have seen every step.
  func checkAtRest() {
    #expect(rows == source.snapshot, "the last update is not the list")
    #expect(tree.nodes.map(\.node.id) == source.tree.ids, "the last step is not the tree")
    #expect(source.numberOfSections == 1)
    for (index, element) in source.snapshot.sections[0].items.enumerated() {
      let place = ItemPlace(section: 0, item: index)
      #expect(source.place(of: element.id) == place)
      guard let row = source.item(at: place) else {
        Issue.record("row \(index) has no model")
        continue
      }
      let id = element.id.id
      #expect(row.depth == source.tree.depth(of: id))
      #expect(row.numberOfChildren == source.tree.numberOfChildren(of: id))
      if !source.isFiltered { #expect(row.isExpanded == (source.isExpanded(id) && !row.isLeaf) && row.isMatch) }
    }
  }
}
