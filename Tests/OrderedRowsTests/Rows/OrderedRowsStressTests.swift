import Foundation
import OrderedRows
import SectionedTesting
import Testing

@Suite("Ordered rows against arrays, over random operations") struct OrderedRowsStressTests {
  /// The parameters of a run. A few long sections split and join leaves. Many short ones test the list of sections.
  struct Shape: CustomTestStringConvertible {
    let name: String
    let rows: Int
    let sections: Int
    let numbers: ClosedRange<Int64>
    var testDescription: String { name }
  }

  static let shapes = [
    Shape(name: "one long section", rows: 3_000, sections: 1, numbers: 1...100_000),
    Shape(name: "a few long sections", rows: 4_000, sections: 3, numbers: -3_000...9_000),
    Shape(name: "many short sections", rows: 300, sections: 200, numbers: 1...2_000),
    Shape(name: "numbers far apart", rows: 600, sections: 8, numbers: Int64.min...Int64.max),
    Shape(name: "nothing at first", rows: 0, sections: 0, numbers: 1...500),
  ]

  @Test(arguments: shapes) func behavesLikeArrays(shape: Shape) throws {
    let seed = ProcessInfo.processInfo.environment["SECTIONS_SEED"].flatMap(UInt64.init) ?? .random(in: 1...UInt64.max)
    print("ordered rows, \(shape.name): SECTIONS_SEED=\(seed)")
    var generator = SeededRandom(seed: seed)
    var (list, twin) = build(shape, using: &generator)
    try compare(list, twin)
    for step in 0..<2_000 {
      // The list grows and shrinks alternately, so that leaves split and join.
      edit(&list, &twin, growing: (step / 500).isMultiple(of: 2), shape: shape, using: &generator)
      if step.isMultiple(of: 100) { try compare(list, twin) }
    }
    while let section = twin.sections.indices.last {
      for number in twin.sections[section].rows.shuffled(using: &generator) { list.remove(number) }
      list.removeSection(twin.sections.removeLast().id)
    }
    try compare(list, twin)
    #expect(list.count == 0)
  }

  private func build(
    _ shape: Shape, using generator: inout SeededRandom
  ) -> (OrderedRows<NumberRow>, NaiveRows) {
    var numbers: Set<Int64> = []
    while numbers.count < shape.rows { numbers.insert(.random(in: shape.numbers, using: &generator)) }
    let rows = numbers.sorted().shuffled(using: &generator)
    let cuts = (0..<max(0, shape.sections - 1)).map { _ in Int.random(in: 0...shape.rows, using: &generator) }.sorted()
    let bounds = shape.sections == 0 ? [] : [0] + cuts + [shape.rows]
    let counts = zip(bounds, bounds.dropFirst()).map { $1 - $0 }
    let list = OrderedRows(ContiguousArray(rows.map(NumberRow.init)), sectionCounts: counts)
    var twin = NaiveRows()
    for (index, bound) in zip(bounds, bounds.dropFirst()).enumerated() {
      twin.sections.append((list.section(at: index), Array(rows[bound.0..<bound.1])))
    }
    return (list, twin)
  }

  private func edit(
    _ list: inout OrderedRows<NumberRow>, _ twin: inout NaiveRows, growing: Bool, shape: Shape,
    using generator: inout SeededRandom
  ) {
    let dice = Int.random(in: 0..<100, using: &generator)
    if twin.sections.isEmpty || dice < 2 {
      let index = Int.random(in: 0...twin.sections.count, using: &generator)
      twin.sections.insert((list.insertSection(at: index), []), at: index)
    } else if dice < 4 {
      let from = Int.random(in: twin.sections.indices, using: &generator)
      let to = Int.random(in: twin.sections.indices, using: &generator)
      let section = twin.sections.remove(at: from)
      twin.sections.insert(section, at: to)
      list.moveSection(section.id, to: to)
    } else if dice < 6, let index = twin.sections.firstIndex(where: \.rows.isEmpty) {
      list.removeSection(twin.sections.remove(at: index).id)
    } else if dice < 10, let number = twin.sections.randomElement(using: &generator)?.rows.first {
      let other = Int64.random(in: shape.numbers, using: &generator)
      guard twin.place(of: other) == nil, let place = twin.place(of: number) else { return }
      twin.sections[place.section].rows[place.item] = other
      let replaced = list.replace(number, with: NumberRow(rowNumber: other))
      #expect(replaced)
    } else if growing == (dice < 85) {
      let number = Int64.random(in: shape.numbers, using: &generator)
      guard twin.place(of: number) == nil else { return }
      let section = Int.random(in: twin.sections.indices, using: &generator)
      let item = Int.random(in: 0...twin.sections[section].rows.count, using: &generator)
      twin.sections[section].rows.insert(number, at: item)
      list.insert(NumberRow(rowNumber: number), at: item, in: twin.sections[section].id)
    } else if let number = twin.sections.randomElement(using: &generator)?.rows.randomElement(using: &generator),
      let place = twin.place(of: number)
    {
      let found = list.place(of: number)
      #expect(found == place)
      twin.sections[place.section].rows.remove(at: place.item)
      let section = twin.sections[place.section].id
      if dice.isMultiple(of: 2) {
        let removed = list.remove(at: place.item, in: section)
        #expect(removed.rowNumber == number)
      } else {
        let removed = list.remove(number)
        #expect(removed?.item == place.item && removed?.section == section)
      }
    }
  }

  private func compare(_ list: OrderedRows<NumberRow>, _ twin: NaiveRows) throws {
    list.checkInvariants()
    var list = list
    try #require(list.count == twin.count)
    try #require(list.sectionCount == twin.sections.count)
    try #require(list.rows.map(\.rowNumber) == twin.sections.flatMap(\.rows))
    for (index, section) in twin.sections.enumerated() {
      try #require(list.section(at: index) == section.id)
      let found = list.index(of: section.id)
      try #require(found == index)
      try #require(list.count(of: section.id) == section.rows.count)
      try #require(list.runs(of: section.id).flatMap { $0 }.map(\.rowNumber) == section.rows)
      for (item, number) in section.rows.enumerated() where item.isMultiple(of: 7) {
        let place = RowPlace(section: index, item: item)
        let found = list.place(of: number)
        try #require(found == place)
        try #require(list[place].rowNumber == number)
      }
    }
  }
}
