import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The collection of the articles, which shows zones by country. The tests drag zones as a user does.
@Suite("A collection whose items are dragged, as the article has it", .serialized)
@MainActor
struct CollectionSampleTests {
  final class CountryHeader: UICollectionReusableView {
    let label = UILabel()
  }

  @MainActor
  private final class Screen {
    let zones: World.Zones
    let binding: CollectionBinding<World.Zones>
    let collectionView: UICollectionView
    let window: UIWindow

    init(_ zones: World.Zones) {
      self.zones = zones
      binding = CollectionBinding(zones)
      let layout = UICollectionViewFlowLayout()
      layout.headerReferenceSize = CGSize(width: 320, height: 20)
      collectionView = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 2000), collectionViewLayout: layout)
      window = UIWindow(showing: collectionView)
      window.isHidden = false
      // guide
      binding.add(
        UICollectionView.CellRegistration<UICollectionViewListCell, Zone> { cell, _, zone in
          var content = cell.defaultContentConfiguration()
          content.text = zone.name
          cell.contentConfiguration = content
        })
      binding.rules.add(
        ViewRule(.header, CountryHeader.self, for: FetchedSection<Country>.self) { view, section, _ in
          view.label.text = section.object?.name ?? "Elsewhere"
        })
      binding.editing = ListEditing(ListReordering(of: zones, position: "position", section: "country"))
      binding.show(in: collectionView)
      // end
      collectionView.layoutIfNeeded()
    }

    /// The texts of the cells by the text of their section's header.
    var shown: [String: [String]] {
      collectionView.layoutIfNeeded()
      var shown: [String: [String]] = [:]
      for section in 0..<collectionView.numberOfSections {
        let header = collectionView.supplementaryView(
          forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))
        let name = (header as? CountryHeader)?.label.text ?? "no header"
        shown[name] = (0..<collectionView.numberOfItems(inSection: section)).map { item in
          let cell = collectionView.cellForItem(at: IndexPath(item: item, section: section))
          return (cell?.contentConfiguration as? UIListContentConfiguration)?.text ?? "no cell"
        }
      }
      return shown
    }
  }

  private func world() throws -> World {
    // Country A has two zones at one position, country B has none, and the positions of C are far apart.
    try World([
      ("A", [("a1", 0), ("a2", 0), ("a3", 5)]), ("B", []), ("C", [("c1", 3), ("c2", 3), ("c3", 3), ("c4", 900)]),
    ])
  }

  private func lists(_ zones: World.Zones) -> [[String]] {
    (0..<zones.numberOfSections).map { zones.items(inSection: $0).map(\.name) }
  }

  @Test("each drag leaves each zone where the person sees it, at once, after a save and after another fetch")
  func everyFirstDrag() async throws {
    let refusals = try await Refusals.recorded {
      let counts = [3, 0, 4]
      for from in 0..<3 {
        for item in 0..<counts[from] {
          for to in 0..<3 {
            for target in 0...(counts[to] - (from == to ? 1 : 0)) {
              let world = try world()
              let screen = Screen(try world.zones())
              var expected = lists(screen.zones)
              expected[to].insert(expected[from].remove(at: item), at: target)
              _ = screen.collectionView.dragItem(
                at: IndexPath(item: item, section: from), to: IndexPath(item: target, section: to))
              await nextTurn()
              let drag = "from \(from), \(item) to \(to), \(target)"
              #expect(lists(screen.zones) == expected, "\(drag)")
              let names = Dictionary(uniqueKeysWithValues: zip(["A", "B", "C"], expected))
              #expect(screen.shown == names, "\(drag)")
              try world.context.save()
              #expect(screen.shown == names, "\(drag)")
              #expect(lists(try world.zones()) == expected, "\(drag)")
            }
          }
        }
      }
    }
    #expect(refusals == [])
  }

  @Test("hundreds of drags, one after the other, with other edits between them", arguments: ViewRuns.seeds(4))
  func manyDrags(seed: UInt64) async throws {
    let refusals = try await Refusals.recorded {
      var random = SeededRandom(seed: seed)
      let world = try world()
      let screen = Screen(try world.zones())
      var expected = lists(screen.zones)
      for step in 0..<150 {
        let from = random.below(3)
        guard !expected[from].isEmpty else { continue }
        let (item, to) = (random.below(expected[from].count), random.below(3))
        let target = random.below(expected[to].count + (from == to ? 0 : 1))
        expected[to].insert(expected[from].remove(at: item), at: target)
        _ = screen.collectionView.dragItem(
          at: IndexPath(item: item, section: from), to: IndexPath(item: target, section: to))
        await nextTurn()
        if random.oneIn(3) { try world.context.save() }
        if random.oneIn(8) {
          // A new zone is the last of its section, because its position is greater than those that the library assigns
          // to dragged zones.
          let zone = Zone(context: world.context)
          (zone.name, zone.position) = ("n\(step)", Int64(step + 1) << 40)
          zone.country = screen.zones.section(at: to)?.object
          world.context.processPendingChanges()
          expected[to].append(zone.name)
        }
        #expect(lists(screen.zones) == expected, "drag \(step) of seed \(seed)")
        guard lists(screen.zones) == expected else { return }
      }
      #expect(screen.shown == Dictionary(uniqueKeysWithValues: zip(["A", "B", "C"], expected)))
      try world.context.save()
      #expect(lists(try world.zones()) == expected)
    }
    #expect(refusals == [])
  }
}
