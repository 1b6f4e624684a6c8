import SectionedChanges
import Testing

@testable import SectionedDataSources

@Suite("Items and sections in other orders")
struct SortedTests {
  @Test("Orders are set live; equal elements stand as in the base; empty sections stay")
  func orders() throws {
    let base = Racks.make([["b", "a"], [], ["cc", "aa", "d"]])
    let sorted = SortedDataSource(base, by: { $0.name < $1.name })
    #expect(sorted.names == [["a", "b"], [], ["aa", "cc", "d"]])
    sorted.setOrder { $0.name.utf8.count < $1.name.utf8.count }
    #expect(sorted.names == [["b", "a"], [], ["d", "cc", "aa"]])
    sorted.setSectionOrder { $0.id > $1.id }
    #expect(sorted.names == [["d", "cc", "aa"], [], ["b", "a"]])
    try base.update(Volume(id: 0, name: "bbb"))
    #expect(sorted.names == [["d", "cc", "aa"], [], ["a", "bbb"]])
    sorted.setSectionOrder { $0.title < $1.title }
    try base.updateSection(Rack(id: 0, title: "z"))
    #expect(sorted.snapshot.sectionIDs.map(\.id) == [1, 2, 0])
    sorted.setOrder(nil)
    sorted.setSectionOrder(nil)
    #expect(sorted.names == [["bbb", "a"], [], ["cc", "aa", "d"]])
  }

  @Test("A new order is one step, of moves")
  func moves() {
    let sorted = SortedDataSource(Racks.make([["b", "a", "c"]]))
    var updates: [SortedDataSource<Racks>.Update] = []
    let token = sorted.observe { updates.append($0) }
    sorted.setOrder { $0.name < $1.name }
    #expect(updates.count == 1)
    #expect(updates.first?.changes.items.moved.count == 1)
    #expect(updates.first?.changes.count == 1)
    token.cancel()
  }
}
