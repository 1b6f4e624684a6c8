import Testing
import UIKit

@Suite("Sections that are trees")
@MainActor
struct SectionSnapshotTests {
  typealias Tree = NSDiffableDataSourceSectionSnapshot<Int>

  /// Returns the tree `1(2(3) 4) 5`.
  private func tree() -> Tree {
    var tree = Tree()
    tree.append([1, 5])
    tree.append([2, 4], to: 1)
    tree.append([3], to: 2)
    return tree
  }

  @Test("Items are shown whose ancestors are all expanded")
  func visible() {
    var tree = tree()
    #expect(tree.items == [1, 2, 3, 4, 5] && tree.rootItems == [1, 5] && tree.visibleItems == [1, 5])
    tree.expand([2])
    #expect(tree.visibleItems == [1, 5] && tree.isExpanded(2) && !tree.isVisible(3))
    tree.expand([1])
    #expect(tree.visibleItems == [1, 2, 3, 4, 5])
    #expect(tree.level(of: 3) == 2 && tree.parent(of: 3) == 2 && tree.parent(of: 1) == nil && tree.index(of: 4) == 3)
    tree.insert([6], before: 4)
    tree.insert([7], after: 4)
    tree.delete([2])
    #expect(tree.items == [1, 6, 4, 7, 5])
    #expect(
      tree.snapshot(of: 1).rootItems == [6, 4, 7] && tree.snapshot(of: 1, includingParent: true).rootItems == [1])
    tree.deleteAll()
    #expect(tree.items.isEmpty)
  }

  @Test("An identifier comes once, and a parent is there before its children")
  func refusals() {
    let refusals = Refusals.recorded {
      var tree = tree()
      tree.append([3], to: 1)
      tree.append([8, 8])
      tree.append([9], to: 10)
      tree.expand([10])
      #expect(tree.items == [1, 2, 3, 4, 5])
    }
    #expect(refusals.count == 4 && refusals[0].hasPrefix("Fatal: supplied item identifiers are not unique."))
  }

  @Test("A disclosure asks, says so, and shows the children, which may be made then")
  func disclosure() {
    let screen = CollectionScreen(Shelf([]))
    let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { _, _, _ in }
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: screen.view) { view, path, id in
      view.dequeueConfiguredReusableCell(using: cell, for: path, item: id)
    }
    var calls: [String] = []
    source.sectionSnapshotHandlers.shouldExpandItem = { $0 != 2 }
    source.sectionSnapshotHandlers.willExpandItem = { calls.append("expand \($0)") }
    source.sectionSnapshotHandlers.willCollapseItem = { calls.append("collapse \($0)") }
    source.apply(tree(), to: "A")
    #expect(source.snapshot().itemIdentifiers == [1, 5])
    source.touchDisclosure(of: 1)
    #expect(source.snapshot().itemIdentifiers == [1, 2, 4, 5] && source.snapshot(for: "A").isExpanded(1))
    source.touchDisclosure(of: 2)
    #expect(source.snapshot().itemIdentifiers == [1, 2, 4, 5])
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, _ in
      var children = Tree()
      children.append([parent * 10])
      return children
    }
    source.touchDisclosure(of: 5)
    #expect(source.snapshot().itemIdentifiers == [1, 2, 4, 5, 50])
    source.touchDisclosure(of: 1)
    #expect(source.snapshot().itemIdentifiers == [1, 5, 50] && calls == ["expand 1", "expand 5", "collapse 1"])
    var list = source.snapshot()
    list.deleteItems([50])
    source.apply(list)
    #expect(source.snapshot(for: "A").items == [1, 5], "a list that is applied is no tree")
  }
}
