import TestTraits
import Testing

@testable import OrderedRows

@Suite("Ordered rows") struct OrderedRowsTests {
  private func list(_ sections: [[Int64]]) -> OrderedRows<NumberRow> {
    OrderedRows(ContiguousArray(sections.joined().map(NumberRow.init)), sectionCounts: sections.map(\.count))
  }

  @Test func aListWithoutSectionsIsEmpty() {
    var rows = list([])
    #expect(rows.count == 0)
    #expect(rows.sectionCount == 0)
    let place = rows.place(of: 1)
    #expect(place == nil)
  }

  @Test func emptySectionsKeepTheirPlaces() {
    var rows = list([[], [5, 3], [], [9]])
    let place = rows.place(of: 9)
    #expect(place == RowPlace(section: 3, item: 0))
    #expect(rows.count(of: rows.section(at: 2)) == 0)
    rows.insert(NumberRow(rowNumber: 1), at: 0, in: rows.section(at: 0))
    #expect(rows.rows.map(\.rowNumber) == [1, 5, 3, 9])
  }

  /// Otherwise the first search in each copy of a built list would number all sections, in storage of its own.
  @Test(arguments: [[], [[]], [[1, 2], [], [3]]] as [[[Int64]]])
  func aBuiltListKnowsTheIndexOfEachSection(_ sections: [[Int64]]) {
    let rows = list(sections)
    #expect(rows.numbered == sections.count)
    #expect(
      sections.indices.map { rows.section(at: $0) }.map { Int(rows.positions[$0.index]) } == Array(sections.indices))
  }

  @Test func removingWhatIsNotThereDoesNothing() {
    var rows = list([[1]])
    let removed = rows.remove(2)
    #expect(removed == nil)
    let replaced = rows.replace(2, with: NumberRow(rowNumber: 3))
    #expect(!replaced)
    #expect(rows.rows.map(\.rowNumber) == [1])
  }

  @Test func aCopyKeepsWhatItWas() {
    let before = list([[1, 2, 3]])
    var after = before
    after.remove(2)
    after.insert(NumberRow(rowNumber: -4), at: 0, in: after.section(at: 0))
    #expect(before.rows.map(\.rowNumber) == [1, 2, 3])
    #expect(after.rows.map(\.rowNumber) == [-4, 1, 3])
  }

  @Test func aReplacementTakesTheSamePlace() {
    var rows = list([[1], [-7, 2]])
    rows.replace(-7, with: NumberRow(rowNumber: 40))
    let (new, old) = (rows.place(of: 40), rows.place(of: -7))
    #expect(new == RowPlace(section: 1, item: 0))
    #expect(old == nil)
  }

  #if os(macOS) || os(Linux)
    @Test(.startsProcesses) func aRowCannotStandTwice() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var rows = OrderedRows<NumberRow>([NumberRow(rowNumber: 1)], sectionCounts: [1])
        rows.insert(NumberRow(rowNumber: 1), at: 0, in: rows.section(at: 0))
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("Row 1 stands in the ordered list already: a list holds each row once."))
    }
  #endif
}
