import OrderedRows

/// A row that consists of its number.
struct NumberRow: OrderedRow, Equatable {
  let rowNumber: Int64
}

/// The naive twin of `OrderedRows`: arrays that are searched from the beginning.
struct NaiveRows {
  var sections: [(id: SectionID, rows: [Int64])] = []

  var count: Int { sections.reduce(0) { $0 + $1.rows.count } }

  func place(of number: Int64) -> RowPlace? {
    for (section, element) in sections.enumerated() {
      if let item = element.rows.firstIndex(of: number) { return RowPlace(section: section, item: item) }
    }
    return nil
  }
}
