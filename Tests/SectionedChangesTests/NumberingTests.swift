import SectionedChanges
import SectionedTesting
import Testing

@Suite("Numbering")
struct NumberingTests {
  /// Lists of strings are checked by the laws as lists of numbers.
  @Test func numbersKeepTheChanges() throws {
    typealias Snapshot = SectionedSnapshot<String, String>
    let old = Snapshot(sections: [
      .init("a", items: [ListElement("x"), ListElement("y")]), .init("b", items: [ListElement("z")]),
    ])
    let new = Snapshot(sections: [
      .init("c", items: [ListElement("y", revision: 1)]), .init("b", items: [ListElement("z"), ListElement("w")]),
    ])
    var numbering = Numbering<String, String>()
    let oldNumbers = numbering.list(old)
    let newNumbers = numbering.list(new)
    let changes = try SectionedChangeSet(from: old, to: new)
    #expect(numbering.changes(changes) == (try ChangeLaws.verify(from: oldNumbers, to: newNumbers)))
  }
}
