import AppKit
import SectionedTesting
import TestTraits
import Testing

@Suite("The double's users drag, type and click as AppKit's do")
@MainActor
struct UserRuleTests {
  /// A data source and delegate that accepts each drop, and returns texts for type selection.
  @MainActor
  private final class Taker: NSObject, NSTableViewDataSource, NSTableViewDelegate, NSCollectionViewDataSource,
    NSCollectionViewDelegate, NSCollectionViewPrefetching, NSMenuDelegate
  {
    var names: [String] = []
    var log: [String] = []

    func numberOfRows(in tableView: NSTableView) -> Int { names.count }
    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
      NSTableCellView(frame: .zero)
    }
    func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)? {
      let item = NSPasteboardItem()
      item.setString(names[row], forType: .string)
      return item
    }
    func tableView(
      _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
      proposedDropOperation dropOperation: NSTableView.DropOperation
    ) -> NSDragOperation { .copy }
    func tableView(
      _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
      dropOperation: NSTableView.DropOperation
    ) -> Bool {
      log.append("drop \(row)")
      return true
    }
    func tableView(_ tableView: NSTableView, typeSelectStringFor tableColumn: NSTableColumn?, row: Int) -> String? {
      names[row]
    }

    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
      names.count
    }
    func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem { collectionView.makeItem(withIdentifier: Self.item, for: indexPath) }
    func collectionView(_ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
      log.append("prefetch \(indexPaths.map(\.item))")
    }
    func collectionView(_ collectionView: NSCollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
      log.append("cancel \(indexPaths.map(\.item))")
    }
    static let item = NSUserInterfaceItemIdentifier("item")

    func menuNeedsUpdate(_ menu: NSMenu) {
      menu.removeAllItems()
      menu.addItem(NSMenuItem(title: "command", action: nil, keyEquivalent: ""))
    }
  }

  private func table(_ taker: Taker) -> (NSTableView, NSWindow) {
    let table = NSTableView(frame: .zero)
    let window = NSWindow(scrolling: table)
    table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("name")))
    (table.dataSource, table.delegate) = (taker, taker)
    window.layoutIfNeeded()
    return (table, window)
  }

  @Test("A view takes drops of the types that it is registered for")
  func registeredTypes() {
    let taker = Taker()
    taker.names = ["a", "b"]
    let (table, window) = table(taker)
    #expect(!table.dragRow(0, to: 2))
    table.registerForDraggedTypes([NSPasteboard.PasteboardType("other")])
    #expect(!table.dragRow(0, to: 2))
    table.registerForDraggedTypes([.string])
    #expect(table.dragRow(0, to: 2))
    #expect(taker.log == ["drop 2"])
    withExtendedLifetime(window) {}
  }

  @Test("A search by typing begins behind the selection, and goes on at the beginning")
  func typing() {
    let taker = Taker()
    taker.names = ["anna", "bob", "anton"]
    let (table, window) = table(taker)
    var found: [Int] = []
    for _ in 0..<3 {
      table.type("an")
      found.append(table.selectedRow)
    }
    #expect(found == [0, 2, 0])
    table.type("bob")
    table.allowsTypeSelect = false
    table.type("an")
    #expect(table.selectedRow == 1)
    withExtendedLifetime(window) {}
  }

  @Test("A menu is filled when it is shown, and the clicked row is known then alone")
  func menus() {
    let taker = Taker()
    taker.names = ["a"]
    let (table, window) = table(taker)
    #expect(table.contextMenu(0) == [])
    let menu = NSMenu()
    menu.delegate = taker
    table.menu = menu
    #expect(table.contextMenu(0) == ["command"])
    #expect(table.clickedRow == -1)
    withExtendedLifetime(window) {}
  }

  @Test("Items behind the visible ones are asked for ahead, and taken back")
  func prefetching() {
    let taker = Taker()
    taker.names = (0..<30).map { "\($0)" }
    let view = NSCollectionView(frame: .zero)
    view.collectionViewLayout = NSCollectionViewFlowLayout()
    view.register(NSCollectionViewItem.self, forItemWithIdentifier: Taker.item)
    (view.dataSource, view.prefetchDataSource) = (taker, taker)
    let window = NSWindow(scrolling: view, height: 100)
    window.layoutIfNeeded()
    #expect(taker.log == ["prefetch [3, 4, 5, 6, 7]"])
    view.scroll(CGPoint(x: 0, y: 500))
    window.layoutIfNeeded()
    #expect(taker.log.dropFirst() == ["prefetch [13, 14, 15, 16, 17]", "cancel [3, 4, 5, 6, 7]"])
  }

  @Test("An announcement has a text, a priority, and the application as its element")
  func announcements() {
    let before = NSAccessibility.announcements.count
    let refusals = Refusals.recorded {
      NSAccessibility.post(element: self, notification: .announcementRequested, userInfo: [.announcement: "a"])
      NSAccessibility.post(
        element: NSApplication.shared, notification: .announcementRequested, userInfo: [.announcement: "b"])
      NSAccessibility.post(
        element: NSApplication.shared, notification: .announcementRequested,
        userInfo: [.announcement: "c", .priority: NSAccessibilityPriorityLevel.low.rawValue])
    }
    #expect(refusals.count == 2)
    #expect(NSAccessibility.announcements.dropFirst(before) == ["c"])
  }

  @Test("The duration of animations is that of the innermost group")
  func animationGroups() {
    let refusals = Refusals.recorded {
      NSAnimationContext.beginGrouping()
      NSAnimationContext.current.duration = 0
      #expect(NSAnimationContext.current.duration == 0)
      NSAnimationContext.endGrouping()
      #expect(NSAnimationContext.current.duration == 0.25)
      NSAnimationContext.endGrouping()
    }
    #expect(refusals == ["endGrouping was called without beginGrouping."])
  }
}
