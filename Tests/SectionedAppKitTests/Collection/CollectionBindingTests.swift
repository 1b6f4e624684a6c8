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

  @Test("A collection whose data source the program has replaced shows the list again")
  func replacedDataSource() {
    let stage = Stage()
    let shown = stage.shown
    stage.view.dataSource = nil
    #expect(stage.shown == [])
    stage.binding.show(in: stage.view)
    #expect(stage.shown == shown && shown.count == 9)
    #expect(stage.binding.delegate === stage.view.delegate)
  }

  @Test("A binding takes over drags and prefetching from one whose data source the program has removed")
  func removedDataSource() throws {
    let stage = Stage()
    let other = library()
    stage.view.dataSource = nil
    let second = CollectionBinding(other, in: stage.view, rules: TextRules.collection())
    second.editing = ListEditing(other)
    let refusals = try Refusals.recorded {
      #expect(stage.view.delegate === second.delegate && stage.view.prefetchDataSource === second.delegate)
      try stage.list.remove(10)
      #expect(stage.shown == ["1 one: 3", "10 ", "11 ", "12 ", "2 two: 3", "20 ", "21 ", "22 ", "3 three: 0"])
      stage.binding.detach()
      #expect(stage.view.dragItem(at(0, 0), to: at(1, 1)))
      #expect(stage.shown == ["1 one: 2", "11 ", "12 ", "2 two: 4", "20 ", "10 ", "21 ", "22 ", "3 three: 0"])
      stage.binding.show(in: stage.view)
      #expect(stage.shown == ["1 one: 2", "11 ", "12 ", "2 two: 3", "20 ", "21 ", "22 ", "3 three: 0"])
      second.detach()
      #expect(stage.shown.count == 8 && stage.view.delegate === stage.binding.delegate)
    }
    #expect(refusals == [])
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

  @Test("Items and headers may be in nibs; what a closure makes is an anomaly, and a plain item")
  func nibs() {
    NSNib.install("FirstItem") { [FirstItem()] }
    NSNib.install("HeaderElement") { [HeaderElement(frame: .zero)] }
    let log = AnomalyLog()
    let list = library(log)
    let view = NSCollectionView(frame: .zero)
    let layout = NSCollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    view.collectionViewLayout = layout
    let window = NSWindow(scrolling: view)
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, FirstItem.self, for: Book.self, registration: .nib("FirstItem")) { item, book, _ in
        item.text = "\(book.id)"
      })
    rules.add(
      ViewRule(.header, HeaderElement.self, for: Shelf.self, registration: .nib("HeaderElement")) { header, shelf, _ in
        header.show(shelf.title)
      })
    let first = IndexPath(item: 0, section: 0)
    let kind = NSCollectionView.elementKindSectionHeader
    let refusals = Refusals.recorded {
      let binding = CollectionBinding(list, in: view, rules: rules)
      window.layoutIfNeeded()
      #expect((view.item(at: first) as? FirstItem)?.text == "10")
      #expect((view.supplementaryView(forElementKind: kind, at: first) as? HeaderElement)?.text == "one")
      #expect(log.messages == [])
      binding.rules.remove("FirstItem, Book")
      binding.rules.add(
        ViewRule(.cell, FirstItem.self, for: Book.self, identifier: "made", registration: .made { _ in FirstItem() }) {
          _, _, _ in
        })
      window.layoutIfNeeded()
      #expect(view.item(at: first) != nil && !(view.item(at: first) is FirstItem))
      #expect(log.messages.last?.contains("made") == true)
    }
    #expect(refusals == [])
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

  private func at(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }

  @Test("Items are dragged within the view as the editing allows it")
  func dragging() {
    let stage = Stage()
    #expect(!stage.view.dragItem(at(0, 0), to: at(1, 1)))
    stage.binding.editing = ListEditing(stage.list)
    #expect(stage.view.dragItem(at(0, 0), to: at(1, 1)))
    #expect(stage.shown == ["1 one: 2", "11 ", "12 ", "2 two: 4", "20 ", "10 ", "21 ", "22 ", "3 three: 0"])
    #expect(stage.view.dragItem(at(0, 0), to: at(2, 7), .on))
    #expect(stage.shown.suffix(2) == ["3 three: 1", "11 "])
    #expect(!stage.view.dragItem(at(0, 0), to: at(5, 0)))
    stage.binding.editing.canMove = { $0.section != 1 }
    #expect(!stage.view.dragItem(at(1, 0), to: at(0, 0)))
    stage.view.selectionIndexPaths = [at(1, 0), at(1, 2)]
    stage.binding.deleteSelectedItems()
    #expect(stage.shown == ["1 one: 1", "12 ", "2 two: 2", "10 ", "22 ", "3 three: 1", "11 "])
  }

  @Test("Items are dragged to another view, which says what it takes")
  func otherView() {
    let (stage, other) = (Stage(), Stage())
    stage.binding.pasteboardWriter = { book in
      let item = NSPasteboardItem()
      item.setString("\(book.id)", forType: .string)
      return item
    }
    other.binding.validateDrop = { info, place in
      info.draggingPasteboard.string(forType: .string) == "11" && place.section == 1 ? .copy : []
    }
    other.binding.acceptDrop = { info, place in
      guard let id = info.draggingPasteboard.string(forType: .string).flatMap(Int.init) else { return false }
      return (try? other.list.insert(Book(id: 100 + id), at: place)) != nil
    }
    #expect(!stage.view.dragItem(at(0, 1), to: at(1, 1), in: other.view), "the view is not registered for texts")
    other.view.registerForDraggedTypes([.string])
    #expect(!stage.view.dragItem(at(0, 0), to: at(1, 1), in: other.view))
    #expect(!stage.view.dragItem(at(0, 1), to: at(0, 1), in: other.view))
    #expect(stage.view.dragItem(at(0, 1), to: at(1, 1), in: other.view))
    #expect(other.shown[4...7] == ["2 two: 4", "20 ", "111 ", "21 "])
  }

  @Test("Items that will be shown soon are named, and those that are not shown then")
  func prefetching() throws {
    let stage = Stage()
    var calls: [String] = []
    stage.binding.prefetch = { calls.append("\($0.map(\.id))") }
    stage.binding.cancelPrefetch = { calls.append("not \($0.map(\.id))") }
    stage.window.contentView?.frame.size.height = 60
    stage.view.needsLayout = true
    stage.window.layoutIfNeeded()
    #expect(calls == ["[20, 21, 22]"])
    try stage.list.remove(21)
    stage.view.scroll(CGPoint(x: 0, y: 200))
    stage.window.layoutIfNeeded()
    // The other two items are visible now, and the removed one is not reported, so nothing is cancelled.
    #expect(calls == ["[20, 21, 22]"])
    stage.binding.detach()
    #expect(stage.view.prefetchDataSource == nil && stage.view.delegate == nil)
  }

  private final class Delegate: NSObject, NSCollectionViewDelegate {}

  @Test("The user selects what the program allows; a delegate of the program's stays")
  func selection() {
    let stage = Stage()
    var selected: [[Int]] = []
    stage.binding.selectionDidChange = { selected.append($0.map(\.id)) }
    stage.binding.canSelect = { $0.id != 11 }
    for item in 0..<3 { stage.view.click(at(0, item)) }
    // The click on 12 reports the deselection of 10 and the selection of 12. The click on 11 is not allowed.
    #expect(selected == [[10], [12], [12]])
    let delegate = Delegate()
    let view = NSCollectionView(frame: .zero)
    view.delegate = delegate
    let other = CollectionBinding(library(), in: view, rules: TextRules.collection())
    #expect(view.delegate === delegate)
    #expect(other.delegate === view.dataSource)
    other.detach()
    #expect(view.delegate === delegate)
  }
}
