import CoreData
import Foundation
import SectionedTerminal
import TestTraits
import Testing

@testable import SectionsTool

@Suite("The browser shows a tree", .opensStores)
@MainActor
struct BrowseTreeTests {
  private let store: FolderFile

  init() throws { store = try FolderFile() }

  private func browse(_ set: (inout ListOptions) -> Void = { _ in }) throws -> Browsing {
    try Browsing(store.path) { options in
      (options.items, options.parent) = ("Folder", "parent")
      options.sort = [.init(key: "position", ascending: true)]
      options.show = []
      set(&options)
    }
  }

  @Test func theArrowsOpenAndCloseNodes() throws {
    let browsing = try browse()
    #expect(browsing.title.contains("Folder as a tree"))
    #expect(browsing.list == ["▸ Inbox", "Archive"])
    browsing.press(.home, .right)
    #expect(browsing.list == ["▾ Inbox", "├─ ▸ Letters", "└─ Drafts", "Archive"])
    browsing.press(.right, .right, .right)
    #expect(browsing.list == ["▾ Inbox", "├─ ▾ Letters", "│  └─ ▸ Old", "└─ Drafts", "Archive"])
    browsing.press(.left, .left, .left, .left)
    #expect(browsing.list == ["▸ Inbox", "Archive"])
    browsing.press(.character("+"))
    #expect(browsing.list.count == 6)
    browsing.press(.end, .up, .character("-"))
    #expect(browsing.list == ["▸ Inbox", "Archive"] && browsing.cursorLine == "Inbox")
  }

  @Test func aSearchShowsWhatItFindsWithItsAncestors() throws {
    let browsing = try browse()
    browsing.press(.home, .right)
    browsing.press(.character("/"))
    browsing.type("older")
    browsing.press(.enter)
    #expect(browsing.list == ["▾ Inbox", "└─ ▾ Letters", "└─ ▾ Old", "└─ Older"])
    browsing.press(.escape)
    #expect(browsing.list == ["▾ Inbox", "├─ ▸ Letters", "└─ Drafts", "Archive"])
  }

  @Test func childrenHaveTheOrderOfTheirRelationshipUnlessAnotherOneIsGiven() throws {
    let browsing = try browse { $0.sort = [] }
    browsing.press(.home, .right)
    #expect(browsing.list.filter { $0.contains("─") } == ["├─ Drafts", "└─ ▸ Letters"])
  }

  @Test func anotherProcessMovesANode() throws {
    let browsing = try browse()
    browsing.press(.home, .right)
    try store.write { context in
      let folders = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder"))
      func folder(_ name: String) -> NSManagedObject? { folders.first { $0.value(forKey: "name") as? String == name } }
      folder("Drafts")?.setValue(folder("Archive"), forKey: "parent")
    }
    browsing.look()
    #expect(browsing.list == ["▾ Inbox", "└─ ▸ Letters", "▸ Archive"])
  }

  @Test(arguments: ["limit", "by", "unmatched", "section-show"])
  func anOptionOfListsIsRefused(_ name: String) {
    #expect { try BrowseOptions.require(["items", "parent", name], for: .none) } throws: { error in
      "\(error)".contains("--\(name)")
    }
  }
}
