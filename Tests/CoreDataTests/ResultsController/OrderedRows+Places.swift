import OrderedRows
import Testing

extension OrderedRows {
  /// Expects that the list finds each row at its place, and that its counts are right.
  mutating func expectPlaces(sourceLocation: SourceLocation = #_sourceLocation) {
    var misplaced: [Int64] = []
    var total = 0
    for index in 0..<sectionCount {
      let section = section(at: index)
      let rows = runs(of: section).flatMap { $0 }
      for (item, row) in rows.enumerated() where place(of: row.rowNumber) != RowPlace(section: index, item: item) {
        misplaced.append(row.rowNumber)
      }
      #expect(rows.count == count(of: section), sourceLocation: sourceLocation)
      total += rows.count
    }
    #expect(misplaced.isEmpty && total == count, "\(misplaced)", sourceLocation: sourceLocation)
  }
}
