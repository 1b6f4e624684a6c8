import Foundation
import SectionedChanges
import Testing

@testable import SectionedDataSources

extension RegroupedDataSource where Base.Item == Volume {
  /// The sections, each in the form `group: names`.
  fileprivate var lines: [String] {
    (0..<numberOfSections).map { index in
      let group = (sectionID(at: index)?.id).map { $0.map { "\($0)" } ?? "nil" } ?? "?"
      return "\(group): " + items(inSection: index).map(\.name).joined(separator: " ")
    }
  }
}

@Suite("Items in the sections that a function of them names")
struct GroupedTests {
  /// 0: b1 a1 | 1: (empty name) c1 a2
  private let base = Racks.make([["b1", "a1"], ["", "c1", "a2"]])

  @Test("Groups stand as they first appear, or by value; a section's model is the group")
  func orders() {
    let groups = GroupedDataSource(base, by: \.letter, nilGroup: .inOrder)
    #expect(groups.lines == ["b: b1", "a: a1 a2", "nil: ", "c: c1"])
    #expect(groups.section(at: 1) == "a")
    #expect(groups.section(for: "a") == .some("a"))
    #expect(groups.section(for: "q") == nil)
    #expect(groups.index(ofGroup: nil) == 2)
    groups.setOrder(.ascending)
    #expect(groups.lines == ["nil: ", "a: a1 a2", "b: b1", "c: c1"])
    groups.setOrder(.descending)
    groups.nilGroup = .last
    #expect(groups.lines == ["c: c1", "b: b1", "a: a1 a2", "nil: "])
    groups.setOrder(.by { $0 == "b" && $1 != "b" })
    #expect(groups.lines == ["b: b1", "a: a1 a2", "c: c1", "nil: "])
    groups.nilGroup = .first
    #expect(groups.lines == ["nil: ", "b: b1", "a: a1 a2", "c: c1"])
    groups.nilGroup = .hidden
    #expect(groups.lines == ["b: b1", "a: a1 a2", "c: c1"])
    #expect(groups.item(for: 2) == nil)
  }

  @Test("An item whose group changes is one move")
  func oneMove() throws {
    let groups = GroupedDataSource(base, by: \.letter, order: .ascending)
    var changes: [GroupedDataSource<Racks, String>.Update.ChangeSet] = []
    let token = groups.observe { changes.append($0.changes) }
    try base.update(Volume(id: 0, name: "c0"))
    #expect(groups.lines == ["nil: ", "a: a1 a2", "c: c0 c1"])
    #expect(changes.count == 1)
    #expect(changes.first?.items.moved.map(\.to) == [ItemPlace(section: 2, item: 0)])
    #expect(changes.first?.items.count == 1)
    #expect(changes.first?.deletedSectionIDs == [ListedID("b")])
    token.cancel()
  }

  @Test("Given groups stay without items, in their order or where the comparator puts them")
  func given() throws {
    let groups = GroupedDataSource(base, by: \.letter, nilGroup: .last, given: ["x", "a"])
    #expect(groups.lines == ["x: ", "a: a1 a2", "b: b1", "c: c1", "nil: "])
    groups.setOrder(.ascending)
    #expect(groups.lines == ["a: a1 a2", "b: b1", "c: c1", "x: ", "nil: "])
    base.removeAllItems()
    #expect(groups.lines == ["a: ", "x: "])
    groups.given = ["x", nil]
    #expect(groups.lines == ["x: ", "nil: "])
    groups.setOrder(.firstAppearance)
    groups.given = [nil, "x"]
    #expect(groups.lines == ["nil: ", "x: "])
    try base.append(Volume(id: 1, name: "x1"), toSection: 0)
    groups.given = []
    #expect(groups.lines == ["x: x1"])
  }

  @Test("Items of a group stand in the base's order, or in another one; equal ones in the base's")
  func itemOrder() throws {
    let base = Racks.make([["ab", "aaa", "acc"], ["ad"]])
    let groups = GroupedDataSource(base, by: \.letter)
    #expect(groups.lines == ["a: ab aaa acc ad"])
    groups.setItemOrder { $0.name.utf8.count < $1.name.utf8.count }
    #expect(groups.lines == ["a: ab ad aaa acc"])
    try base.moveSection(from: 0, to: 1)
    #expect(groups.lines == ["a: ad ab aaa acc"])
    groups.setItemOrder(nil)
    #expect(groups.lines == ["a: ad ab aaa acc"])
  }

  @Test("When what the function depends on changes, items are grouped again: all, or some")
  func regrouping() {
    var length = 1
    let groups = GroupedDataSource(base, by: { String($0.name.prefix(length)) }, order: .ascending)
    #expect(groups.lines == [": ", "a: a1 a2", "b: b1", "c: c1"])
    length = 2
    groups.regroup([ListedID(1), ListedID(99)])
    #expect(groups.lines == [": ", "a: a2", "a1: a1", "b: b1", "c: c1"])
    groups.regroup()
    #expect(groups.lines == [": ", "a1: a1", "a2: a2", "b1: b1", "c1: c1"])
    groups.setGrouping { $0.name.last.map { String($0) } }
    #expect(groups.lines == ["nil: ", "1: b1 a1 c1", "2: a2"])
  }

  @Test("An item stands under each of its tags, once under each, and without any under nil")
  func tags() throws {
    let base = Racks(anomalies: .quiet)
    base.appendSection(
      Rack(id: 0),
      items: [
        Volume(id: 0, name: "x", tags: [2, 1, 2]), Volume(id: 1, name: "y", tags: [1]), Volume(id: 2, name: "z"),
      ])
    let tags = TagGroupedDataSource(base, byEach: \.tags, order: .ascending, nilGroup: .last)
    #expect(tags.lines == ["1: x y", "2: x", "nil: z"])
    #expect(tags.place(of: GroupedID(0, in: 2)) == ItemPlace(section: 1, item: 0))
    #expect(tags.item(for: GroupedID(0, in: 3)) == nil)
    tags.setOrder(.firstAppearance)
    #expect(tags.lines == ["2: x", "1: x y", "nil: z"])
    var updates: [TagGroupedDataSource<Racks, Int>.Update] = []
    let token = tags.observe { updates.append($0) }
    try base.update(Volume(id: 0, name: "x", tags: [1, 3]))
    #expect(tags.lines == ["1: x y", "3: x", "nil: z"])
    #expect(updates.count == 1)
    #expect(updates.first?.changes.deletedItemIDs.map(\.id) == [GroupedID(0, in: 2)])
    #expect(updates.first?.changes.insertedItemIDs.map(\.id) == [GroupedID(0, in: 3)])
    try base.remove(0)
    #expect(tags.lines == ["1: y", "nil: z"])
    tags.setGrouping { [$0.id] }
    #expect(tags.lines == ["1: y", "2: z"])
    token.cancel()
  }

  @Test("An identifier that is twice in the base is twice in its group")
  func duplicates() throws {
    let base = Racks(anomalies: .quiet)
    base.appendSection(Rack(id: 0), items: [Volume(id: 0, name: "a1"), Volume(id: 0, name: "a2")])
    let groups = GroupedDataSource(base, by: \.letter)
    #expect(groups.lines == ["a: a1 a2"])
    try base.remove(ListedID(0))
    #expect(groups.lines == ["a: a2"])
    #expect(groups.item(for: ListedID(0, occurrence: 1))?.name == "a2")
  }
}
