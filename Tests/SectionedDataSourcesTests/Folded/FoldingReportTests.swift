import SectionedChanges
import Testing

@testable import SectionedDataSources

/// Reports about other libraries, by project and number, with scenarios of our own.
@Suite("What people asked of folded and shortened sections")
struct FoldingReportTests {
  private static func text(_ list: MoreRowDataSource<FoldedDataSource<Racks>>) -> [[String]] {
    (0..<list.numberOfSections).map { section in
      list.items(inSection: section).map { $0.item?.name ?? list.moreRow(ofSectionAt: section)?.description ?? "?" }
    }
  }

  // emilsjolander/StickyListHeaders #421: a row after each section loads more contents of that section.
  // Instagram/IGListKit #1443: more items are inserted into one section of several.
  @Test func eachSectionHasARowForItsOwnRest() {
    let racks = Racks.make([["a", "b", "c"], ["d", "e", "f"]])
    let list = MoreRowDataSource(FoldedDataSource(racks, limit: .first(1)))
    #expect(Self.text(list) == [["a", "2 more"], ["d", "2 more"]])
    list.showMore(inSection: 1)
    #expect(Self.text(list) == [["a", "2 more"], ["d", "e", "f"]])
  }

  // microsoft/EmbeddedSocial-iOS-SDK #321: the button for more does not appear and disappear with new data.
  @Test func theRowComesAndGoesWithTheRest() throws {
    let racks = Racks.make([["a"]])
    let list = MoreRowDataSource(FoldedDataSource(racks, limit: .first(2)))
    try racks.insert(
      contentsOf: [Volume(id: 8, name: "b"), Volume(id: 9, name: "c")], at: ItemPlace(section: 0, item: 1))
    #expect(Self.text(list) == [["a", "b", "1 more"]])
    try racks.insert(Volume(id: 10, name: "d"), at: ItemPlace(section: 0, item: 0))
    #expect(Self.text(list) == [["d", "a", "2 more"]])
    racks.set(Racks.make([["x", "y"]]).content)
    #expect(Self.text(list) == [["x", "y"]])
  }

  // ArpitLokwani/ALCollapsableTableView #1, okhanokbay/ExpyTableView #12: the first item of an unfolded section is
  // missing. Vkt0r/AccordionSwift #26: items are missing if some sections are unfolded from the beginning.
  @Test func anUnfoldedSectionHasAllItsItems() {
    let racks = Racks.make([["a", "b"], ["c", "d"], ["e"]])
    var folding = SectionFolding<ListedID<Int>>(isFoldedByDefault: true)
    folding[ListedID(1)] = false
    let list = FoldedDataSource(racks, folding: folding)
    #expect(list.names == [[], ["c", "d"], []])
    list.setFolded(false, section: 0)
    list.setFolded(true, section: 1)
    #expect(list.names == [["a", "b"], [], []])
    list.setAllFolded(false)
    #expect(list.names == [["a", "b"], ["c", "d"], ["e"]])
  }

  // SwiftKickMobile/TLIndexPathTools #16: a collapsible table shows a section although there are no items.
  @Test func aListWithoutSectionsHasNone() {
    let racks = Racks.make([])
    let list = MoreRowDataSource(FoldedDataSource(racks, folding: SectionFolding(isFoldedByDefault: true)))
    #expect(list.numberOfSections == 0)
    racks.set(Racks.make([["a"]]).content)
    racks.removeAll()
    #expect(list.numberOfSections == 0 && list.rows.isEmpty)
  }
}
