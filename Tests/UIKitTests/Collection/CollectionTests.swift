import Testing
import UIKit

@Suite("A collection view")
@MainActor
struct CollectionTests {
  final class Tile: UICollectionViewCell {}
  final class Header: UICollectionReusableView {}

  /// A data source of texts, which are shown by registrations.
  @MainActor
  final class Tiles: NSObject, UICollectionViewDataSource {
    var sections: [[String]]
    let tile = UICollectionView.CellRegistration<Tile, String> { cell, _, text in cell.accessibilityLabel = text }
    let header = UICollectionView.SupplementaryRegistration<Header>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { view, _, path in view.accessibilityLabel = "section \(path.section)" }
    var moves: [[IndexPath]] = []

    init(_ sections: [[String]]) { self.sections = sections }

    func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      sections[section].count
    }
    func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
      view.dequeueConfiguredReusableCell(
        using: tile, for: indexPath, item: sections[indexPath.section][indexPath.item])
    }
    func collectionView(
      _ view: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView { view.dequeueConfiguredReusableSupplementary(using: header, for: indexPath) }
    func collectionView(_ collectionView: UICollectionView, moveItemAt from: IndexPath, to: IndexPath) {
      moves.append([from, to])
      sections[to.section].insert(sections[from.section].remove(at: from.item), at: to.item)
    }
  }

  @Test("reloadData asks at the next layout, or before a batch's closure")
  func asking() {
    let shelf = Shelf([books(2)])
    let screen = CollectionScreen(shelf)
    #expect(shelf.takeAsked() == ["sections", "count 0", "cell 0 0", "cell 0 1"])
    screen.view.reloadData()
    #expect(shelf.takeAsked().isEmpty)
    screen.view.performBatchUpdates {
      #expect(shelf.takeAsked() == ["sections", "count 0"])
      shelf.sections[0].append("new")
      screen.view.insertItems(at: [at(0, 2)])
    }
    #expect(screen.view.texts == ["book 0", "book 1", "new"])
  }

  @Test("A registration makes cells and headers of its class, and only what is visible has some")
  func registrations() {
    let tiles = Tiles([books(3), books(100)])
    let screen = CollectionScreen(Shelf([]))
    screen.layout.headerReferenceSize = CGSize(width: 320, height: 30)
    screen.show(tiles)
    #expect(Refusals.recorded { screen.view.layoutIfNeeded() }.isEmpty)
    #expect(screen.view.visibleCells.count == 9)
    #expect(screen.view.visibleCells.allSatisfy { $0 is Tile })
    let header = screen.view.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader, at: at(1, 0))
    #expect(header?.accessibilityLabel == "section 1")
    screen.view.contentOffset.y = 2000
    screen.view.layoutIfNeeded()
    #expect(screen.view.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader).isEmpty)
    #expect(screen.view.cellForItem(at: at(0, 0)) == nil)
  }

  @Test("Cells and headers follow their sections through a batch")
  func sectionMove() {
    let tiles = Tiles([["a"], ["b"]])
    let screen = CollectionScreen(Shelf([]))
    screen.layout.headerReferenceSize = CGSize(width: 320, height: 30)
    screen.show(tiles)
    screen.view.layoutIfNeeded()
    let cell = screen.view.cellForItem(at: at(1, 0))
    screen.view.performBatchUpdates {
      tiles.sections.swapAt(0, 1)
      screen.view.moveSection(1, toSection: 0)
    }
    #expect(screen.view.cellForItem(at: at(0, 0)) === cell)
    #expect(screen.view.texts == ["b", "a"])
  }

  @Test("A user moves an item by dragging it")
  func movement() {
    let tiles = Tiles([["a", "b", "c"]])
    let screen = CollectionScreen(Shelf([]))
    screen.show(tiles)
    screen.view.layoutIfNeeded()
    #expect(screen.view.beginInteractiveMovementForItem(at: at(0, 0)))
    screen.view.updateInteractiveMovementTargetPosition(CGPoint(x: 10, y: 100))
    screen.view.endInteractiveMovement()
    #expect(tiles.moves == [[at(0, 0), at(0, 2)]])
    #expect(screen.view.texts == ["b", "c", "a"])
  }

  @Test("A list's items have one line each, with headers where the configuration says so")
  func lists() {
    var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
    configuration.headerMode = .supplementary
    let tiles = Tiles([["a", "b"], []])
    let screen = CollectionScreen(Shelf([]))
    screen.view.collectionViewLayout = UICollectionViewCompositionalLayout.list(using: configuration)
    screen.show(tiles)
    screen.view.layoutIfNeeded()
    #expect(screen.view.layoutAttributesForItem(at: at(0, 1))?.frame == CGRect(x: 0, y: 72, width: 320, height: 44))
    #expect(screen.view.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader).count == 2)
  }

  @Test("A supplementary view that was not dequeued is refused, as is a cell")
  func viewsOfOnesOwn() {
    @MainActor final class Own: NSObject, UICollectionViewDataSource {
      func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
      func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        UICollectionViewCell(frame: .zero)
      }
    }
    let own = Own()
    let screen = CollectionScreen(Shelf([]))
    screen.layout.headerReferenceSize = CGSize(width: 320, height: 30)
    let said = Refusals.recorded {
      screen.show(own)
      screen.view.layoutIfNeeded()
    }
    #expect(said.count == 2)
    #expect(said.first?.hasPrefix("the view returned from -collectionView:viewForSupplementaryElementOfKind") == true)
    #expect(said.last?.hasPrefix("the cell returned from -collectionView:cellForItemAtIndexPath: does not") == true)
  }
}
