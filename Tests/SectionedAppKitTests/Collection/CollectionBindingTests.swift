import AppKit
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@Suite("A collection shows items and headers by rules")
@MainActor
struct CollectionBindingTests {
  @MainActor
  private final class Stage {
    let list = library()
    let view = NSCollectionView(frame: .zero)
    let window: NSWindow
    let binding: CollectionBinding<Shelves>

    init() {
      let layout = NSCollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 40, height: 20)
      layout.headerReferenceSize = CGSize(width: 320, height: 20)
      view.collectionViewLayout = layout
      view.isSelectable = true
      window = NSWindow(scrolling: view)
      binding = CollectionBinding(list, in: view, rules: TextRules.collection())
      window.layoutIfNeeded()
    }

    var shown: [String] {
      window.layoutIfNeeded()
      let kind = NSCollectionView.elementKindSectionHeader
      return (0..<view.numberOfSections).flatMap { section in
        let header = view.supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: section))
        return [(header as? HeaderElement)?.text ?? "-"]
          + (0..<view.numberOfItems(inSection: section)).map { item in
            (view.item(at: IndexPath(item: item, section: section)) as? TextItem)?.text ?? "-"
          }
      }
    }
  }

  private func path(_ section: Int, _ item: Int) -> ItemPlace { ItemPlace(section: section, item: item) }

  @Test("A step is a batch: selection, editing and items stay")
  func steps() throws {
    let stage = Stage()
    #expect(stage.shown == ["1 one: 3", "10 ", "11 ", "12 ", "2 two: 3", "20 ", "21 ", "22 ", "3 three: 0"])
    stage.view.click(IndexPath(item: 2, section: 1))
    let item = try #require(stage.view.item(at: IndexPath(item: 2, section: 1)) as? TextItem)
    #expect(stage.window.makeFirstResponder(item.input))
    let reloads = stage.view.reloads
    let refusals = try Refusals.recorded {
      try stage.list.performUpdates {
        try stage.list.remove(at: path(0, 1))
        try stage.list.moveSection(from: 1, to: 0)
        try stage.list.append(Book(id: 30), toSection: 2)
      }
    }
    #expect(refusals == [])
    #expect(stage.shown == ["2 two: 3", "20 ", "21 ", "22 ", "1 one: 2", "10 ", "12 ", "3 three: 1", "30 "])
    #expect(stage.binding.selectedItems.map(\.id) == [22])
    #expect(stage.view.item(at: IndexPath(item: 2, section: 0)) === item)
    #expect(item.input.currentEditor() != nil)
    #expect(stage.view.reloads == reloads)
  }

  @Test("A changed item is configured in place, or replaced by one of another rule")
  func changes() throws {
    let stage = Stage()
    let first = IndexPath(item: 0, section: 0)
    let item = try #require(stage.view.item(at: first))
    var title = "a"
    while ModelText.isFirst("10 \(title)") != ModelText.isFirst("10 ") { title += "a" }
    try stage.list.update(Book(id: 10, title: title))
    #expect(stage.view.item(at: first) === item)
    while ModelText.isFirst("10 \(title)") == ModelText.isFirst("10 ") { title += "a" }
    try stage.list.update(Book(id: 10, title: title))
    #expect(stage.shown[1] == "10 \(title)")
    #expect(stage.view.item(at: first) !== item)
  }

  @Test("Places and identifiers lead to each other, and without a rule an item is plain")
  func places() {
    let stage = Stage()
    #expect(stage.binding.item(at: IndexPath(item: 1, section: 1))?.id == 21)
    #expect(stage.binding.item(at: IndexPath(item: 5, section: 1)) == nil)
    #expect(stage.binding.indexPath(of: ListedID(21)) == IndexPath(item: 1, section: 1))
    stage.binding.rules = ListRules()
    #expect(stage.shown == Array(repeating: "-", count: 9))
    stage.binding.detach()
    #expect(stage.view.numberOfSections == 0)
  }
}
