import SectionedDataSources
import SectionedTesting
import SectionedTrees
import SectionedUIKit
import Testing
import UIKit

@Suite("A binding shows trees as sections of a diffable data source")
@MainActor
struct TreeSectionBindingTests {
  struct Folder: Identifiable, Equatable {
    let id: Int
    var parent: Int?
    var name = ""
  }

  private typealias Folders = MemoryTree<Folder, Int>
  private typealias DataSource = UICollectionViewDiffableDataSource<String, Int>
  private typealias Binding = TreeSectionBinding<Folders, String>

  /// A collection view in a window, with one section for each of two trees. The second tree has negative identifiers.
  @MainActor
  private final class Stage {
    let trees = [Folders(), Folders()]
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 2_000), collectionViewLayout: UICollectionViewFlowLayout())
    let window: UIWindow
    let dataSource: DataSource
    private(set) var bindings: [Binding] = []

    init() {
      let trees = trees
      let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, id in
        cell.accessibilityLabel = trees[id < 0 ? 1 : 0].model(for: id)?.name
      }
      window = UIWindow(showing: view)
      window.isHidden = false
      dataSource = DataSource(collectionView: view) { view, path, id in
        view.dequeueConfiguredReusableCell(using: cell, for: path, item: id)
      }
      bindings = zip(trees, ["a", "b"]).map { Binding($0, in: dataSource, section: $1) }
    }

    /// The differences between the view and the trees.
    func faults() -> [String] {
      view.layoutIfNeeded()
      var faults: [String] = []
      for (index, (tree, section)) in zip(trees, ["a", "b"]).enumerated() {
        let (shown, rows) = (dataSource.snapshot(for: section), tree.allItems)
        if !tree.isFiltered, shown.items != tree.tree.ids { faults.append("\(shown.items) not \(tree.tree.ids)") }
        if shown.visibleItems != rows.map(\.model.id) { faults.append("\(shown.visibleItems) in \(section)") }
        for (item, row) in rows.enumerated() {
          if shown.isExpanded(row.model.id) != row.isExpanded { faults.append("\(row.model.id) is expanded otherwise") }
          let cell = view.cellForItem(at: IndexPath(item: item, section: index))
          if let cell, cell.accessibilityLabel != row.model.name { faults.append("\(row.model.id) has an old cell") }
        }
      }
      return faults
    }
  }

  @Test("edits, expansion by both, and filters", arguments: TestSeeds.seeds(120))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stage = Stage()
    let refusals = try Refusals.recorded {
      for step in 1...60 {
        let sign = random.oneIn(2) ? 1 : -1
        let tree = stage.trees[sign < 0 ? 1 : 0]
        let ids = tree.tree.ids
        let id = ids.isEmpty ? nil : random.one(of: ids)
        switch (random.below(9), id) {
        case (0, let id?):
          let subtree = Set(tree.tree.subtree(of: id))
          try tree.move(id, under: random.one(of: [nil] + ids.filter { !subtree.contains($0) }))
        case (1, let id?) where ids.count > 8: try tree.delete(id)
        case (2, let id?): try tree.update(Folder(id: id, name: "\(step)"))
        case (3, let id?): if tree.isExpanded(id) { tree.collapse(id) } else { tree.expand(id) }
        case (4, _) where random.oneIn(3):
          if tree.isFiltered { tree.setFilter(nil) } else { tree.setFilter { $0.id % 3 == 0 } }
        case (5, _), (6, _):
          let shown = stage.dataSource.snapshot(for: sign < 0 ? "b" : "a")
          let open = shown.visibleItems.filter { id in shown.items.contains { shown.parent(of: $0) == id } }
          if !open.isEmpty { stage.dataSource.touchDisclosure(of: random.one(of: open)) }
        default: try tree.insert(Folder(id: sign * step, name: "n\(step)"), under: id)
        }
        #expect(stage.faults() == [], "seed \(seed), step \(step)")
      }
    }
    #expect(refusals == [], "seed \(seed)")
  }

  @Test("an observer that changes the tree when the user opens an item is shown in the next turn")
  func observer() async throws {
    let stage = Stage()
    let tree = stage.trees[0]
    try tree.performUpdates {
      try tree.insert(Folder(id: 1, name: "one"))
      try tree.insert(Folder(id: 2, name: "two"), under: 1)
    }
    let token = tree.observe { _ in
      if tree.tree.count == 2 { try? tree.insert(Folder(id: 3, name: "three"), under: 2) }
    }
    let refusals = Refusals.recorded { stage.dataSource.touchDisclosure(of: 1) }
    await nextTurn()
    #expect(refusals == [] && stage.faults() == [])
    #expect(stage.dataSource.snapshot(for: "a").items == [1, 2, 3])
    token.cancel()
  }

  @Test("a filter that changes no row shows the right children, whenever it is replaced")
  func filters() async throws {
    let stage = Stage()
    let tree = stage.trees[0]
    try tree.performTogether {
      try tree.insert(Folder(id: 1, name: "one"))
      try tree.insert(Folder(id: 2, name: "two"), under: 1)
      try tree.insert(Folder(id: 3, name: "three"), under: 1)
    }
    func shown() -> [Int] { stage.dataSource.snapshot(for: "a").items }
    // The row of 1 is the same with each of these, because its children are not shown.
    tree.performTogether {
      tree.setFilter { $0.id != 3 }
      tree.setFilter { $0.id == 1 }
    }
    #expect(shown() == [1])
    tree.setFilter(nil)
    #expect(shown() == [1, 2, 3] && stage.faults() == [])
    // In an observer of a step, of a filter and of the tree.
    let other = stage.trees[1]
    let tokens = [
      tree.observe { _ in tree.setFilter { $0.id == 2 } },
      tree.observeTree { _ in other.setFilter { $0.id == -1 } },
    ]
    try other.insert(Folder(id: -1, name: "minus"))
    try tree.update(Folder(id: 1, name: "first"))
    #expect(stage.faults() == [])
    for token in tokens { token.cancel() }
    tree.setFilter(nil)
    other.setFilter(nil)
    #expect(shown() == [1, 2, 3] && stage.faults() == [])
    // While a cell is made, and while UIKit opens an item.
    stage.bindings[0].answering { tree.setFilter { $0.id == 1 } }
    await nextTurn()
    #expect(shown() == [1])
    tree.setFilter(nil)
    #expect(shown() == [1, 2, 3])
    let token = tree.observe { _ in if !tree.isFiltered { tree.setFilter { $0.id <= 2 } } }
    let refusals = Refusals.recorded { stage.dataSource.touchDisclosure(of: 1) }
    await nextTurn()
    #expect(refusals == [] && stage.faults() == [])
    token.cancel()
    tree.setFilter(nil)
    #expect(shown() == [1, 2, 3] && stage.faults() == [])
  }

  @Test("a cell may change the tree")
  func answering() async throws {
    let stage = Stage()
    let tree = stage.trees[0]
    try tree.insert(Folder(id: 1, name: "one"))
    _ = stage.bindings[0].answering { try? tree.insert(Folder(id: 2, name: "two")) }
    #expect(stage.dataSource.snapshot(for: "a").items == [1])
    await nextTurn()
    #expect(stage.faults() == [])
  }

  @Test("the sample of the article about trees opens by its disclosure")
  func sample() throws {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 440), collectionViewLayout: UICollectionViewFlowLayout())
    let window = UIWindow(showing: view)
    window.isHidden = false
    let folders = MemoryTree([Folder(id: 1, name: "Mail"), Folder(id: 2, parent: 1, name: "Inbox")], parent: \.parent)
    // guide
    let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, id in
      var content = cell.defaultContentConfiguration()
      content.text = folders.model(for: id)?.name
      cell.contentConfiguration = content
    }
    let dataSource = UICollectionViewDiffableDataSource<String, Int>(collectionView: view) { view, path, id in
      view.dequeueConfiguredReusableCell(using: cell, for: path, item: id)
    }
    let binding = TreeSectionBinding(folders, in: dataSource, section: "folders")
    // end
    func texts() -> [String?] {
      view.layoutIfNeeded()
      return (0..<view.numberOfItems(inSection: 0)).map { item in
        let cell = view.cellForItem(at: IndexPath(item: item, section: 0)) as? UICollectionViewListCell
        return (cell?.contentConfiguration as? UIListContentConfiguration)?.text
      }
    }
    #expect(texts() == ["Mail"])
    dataSource.touchDisclosure(of: 1)
    #expect(texts() == ["Mail", "Inbox"] && folders.isExpanded(1))
    folders.collapseAll()
    #expect(texts() == ["Mail"] && binding.section == "folders")
    try folders.update(Folder(id: 1, name: "Post"))
    #expect(texts() == ["Post"])
  }
}
