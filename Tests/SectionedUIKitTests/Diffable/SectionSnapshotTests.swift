import SectionedDataSources
import SectionedTesting
import SectionedTrees
import SectionedUIKit
import Testing
import UIKit

@Suite("A tree is a section of a diffable data source")
@MainActor
struct SectionSnapshotTests {
  struct Folder: Identifiable, Equatable {
    let id: Int
    var parent: Int?
  }

  @Test(
    "it has the nodes, levels and expansion of the tree; a disclosure changes the expansion",
    arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let refusals = try Refusals.recorded {
      let folders = MemoryTree<Folder, Int>()
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 440), collectionViewLayout: UICollectionViewFlowLayout())
      let window = UIWindow(showing: view)
      window.isHidden = false
      let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { _, _, _ in }
      let dataSource = UICollectionViewDiffableDataSource<OnlySection, Int>(collectionView: view) { view, path, id in
        view.dequeueConfiguredReusableCell(using: cell, for: path, item: id)
      }
      let token = folders.observeTree { _ in dataSource.apply(folders.sectionSnapshot(), to: OnlySection()) }
      dataSource.sectionSnapshotHandlers.willExpandItem = { folders.expand($0) }
      dataSource.sectionSnapshotHandlers.willCollapseItem = { folders.collapse($0) }
      for step in 1...40 {
        let ids = folders.tree.ids
        let id = ids.isEmpty ? nil : random.one(of: ids)
        switch (random.below(5), id) {
        case (0, let id?):
          let subtree = Set(folders.tree.subtree(of: id))
          try folders.move(id, under: random.one(of: [nil] + ids.filter { !subtree.contains($0) }))
        case (1, let id?) where ids.count > 8: try folders.delete(id)
        case (2, let id?), (3, let id?): dataSource.touchDisclosure(of: id)
        default: try folders.insert(Folder(id: step), under: id)
        }
        let section = dataSource.snapshot(for: OnlySection())
        #expect(section.items == folders.tree.ids, "seed \(seed), step \(step)")
        #expect(section.visibleItems == folders.allItems.map(\.model.id), "seed \(seed), step \(step)")
        for id in section.items { #expect(section.level(of: id) == folders.tree.depth(of: id)) }
      }
      folders.setFilter { $0.id % 3 == 0 }
      #expect(folders.sectionSnapshot().visibleItems == folders.allItems.map(\.model.id))
      token.cancel()
    }
    #expect(refusals == [], "seed \(seed)")
  }
}
