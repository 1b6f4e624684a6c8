import OrderedRows

/// A row that is its number.
struct NumberRow: OrderedRow, Equatable {
  let rowNumber: Int64
}

/// The naive twin of `OrderedRows`: arrays, searched from the front.
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

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
