import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTesting
import Testing

@testable import AppKitSamples

@Suite("The sample of a collection of pictures runs on the double")
@MainActor
struct PictureGridTests {
  private func shown(_ view: NSCollectionView) -> [String] {
    view.layoutSubtreeIfNeeded()
    let kind = NSCollectionView.elementKindSectionHeader
    return (0..<view.numberOfSections).flatMap { section in
      let header = view.supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: section))
      return [(header as? TripHeader)?.text ?? "-"]
        + (0..<view.numberOfItems(inSection: section)).map { item in
          view.item(at: IndexPath(item: item, section: section))?.textField?.stringValue ?? "-"
        }
    }
  }

  @Test("Pictures come, are dragged and selected without a reload; thumbnails are made ahead and dropped")
  func pictures() throws {
    let grid = PictureGrid()
    let window = NSWindow(scrolling: grid.view)
    window.layoutIfNeeded()
    let reloads = grid.view.reloads
    let refusals = try Refusals.recorded {
      grid.trips.appendSection(Trip(id: 1, name: "Alps"), items: [Picture(id: 1, name: "peak")])
      grid.trips.appendSection(
        Trip(id: 2, name: "Sea"), items: ["wave", "boat"].enumerated().map { Picture(id: 2 + $0, name: $1) })
      #expect(shown(grid.view) == ["Alps (1)", "peak", "Sea (2)", "wave", "boat"])
      grid.view.click(IndexPath(item: 1, section: 1))
      #expect(grid.selected == [3])
      #expect(grid.view.dragItem(IndexPath(item: 1, section: 1), to: IndexPath(item: 0, section: 0)))
      #expect(shown(grid.view) == ["Alps (2)", "boat", "peak", "Sea (1)", "wave"])
      #expect(grid.binding?.selectedItems.map(\.id) == [3])
      for id in 4..<12 { try grid.trips.append(Picture(id: id, name: "\(id)"), toSection: 1) }
      _ = shown(grid.view)
      // Four items and two headers fit. The binding prefetches five more items.
      #expect(Set(grid.thumbnails.keys) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }
    #expect(refusals == [])
    #expect(grid.view.reloads == reloads)
  }
}
