import SectionedFetchedResults
import SectionedTesting
import Testing

/// Edits packed row names and a plain array in the same way, and compares them. Some edits insert names of eight bytes.
@Suite struct PackedRowsTests {
  private func expectSame(_ rows: PackedRows<Int64>, _ twin: [Int64], _ comment: Comment) {
    var all: ContiguousArray<Int64> = []
    rows.append(0..<rows.count, to: &all)
    #expect(Array(all) == twin, comment)
    #expect((0..<rows.count).map { rows[$0] } == twin, comment)
  }

  @Test(arguments: [UInt64(1), 2, 3, 4]) func randomEditsLeadWhereTheyLeadAPlainArray(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let narrow = [Int64(Int32.min), -1, 0, 1, Int64(Int32.max)]
    let wide = [Int64.min, Int64(Int32.min) - 1, Int64(Int32.max) + 1, Int64.max]
    for round in 0..<60 {
      // Half of the lists never see a wide name.
      let names = round.isMultiple(of: 2) ? narrow : narrow + wide
      var twin = (0..<random.below(8)).map { _ in narrow[random.below(narrow.count)] }
      var rows = PackedRows(twin)
      for step in 0..<40 {
        let before = (rows, twin)
        let name = names[random.below(names.count)]
        let index = random.below(twin.count + 1)
        switch random.below(4) {
        case 0, 1:
          rows.insert(name, at: index)
          twin.insert(name, at: index)
        case 2 where index < twin.count:
          rows.replace(at: index, with: name)
          twin[index] = name
        case 3 where index < twin.count:
          rows.remove(at: index)
          twin.remove(at: index)
        default:
          let rest = rows.split(at: index)
          expectSame(rest, Array(twin[index...]), "seed \(seed), round \(round), step \(step), rest")
          twin.removeSubrange(index...)
        }
        expectSame(rows, twin, "seed \(seed), round \(round), step \(step)")
        expectSame(before.0, before.1, "seed \(seed), round \(round), step \(step): the copy before")
        #expect(rows.firstIndex(of: name) == twin.firstIndex(of: name), "seed \(seed), round \(round), step \(step)")
      }
    }
  }

  @Test func aWideNameIsNotFoundAmongNarrowOnes() {
    let rows = PackedRows<Int64>([1, 2, 3])
    #expect(rows.firstIndex(of: Int64(1) << 32 + 1) == nil)
  }

  @Test(arguments: [0, 1, 447, 448, 449, 512, 513, 896, 897, 2_000])
  func aListOfNarrowNamesIsThatOfTheNames(count: Int) {
    let twin = ContiguousArray((0..<count).map { Int64($0 * 7 - 100) })
    func shown(_ rows: RowList<Int64>) -> ContiguousArray<Int64> {
      let engine = ListEngine(
        sections: [GroupKey("a")], groups: [(key: GroupKey("a"), rows: rows)], policies: ListPolicies())
      #expect(engine.rowCount == count)
      return engine.version.tokens(of: engine.version.shown[0])
    }
    #expect(shown(RowList(narrow: ContiguousArray(twin.map(Int32.init)))) == twin)
    #expect(shown(RowList(twin)) == twin)
  }
}

/// Compares the versions of a paged array with plain arrays, with sizes around those of its pages and books.
@Suite struct PagedArrayTests {
  @Test func everyVersionKeepsItsElements() {
    var random = SeededRandom(seed: 5)
    for count in [1, 15, 16, 17, 511, 512, 513, 1_100] {
      var versions = [(array: PagedArray(0..<count), twin: Array(0..<count))]
      for step in 0..<20 {
        guard var (array, twin) = versions.last else { return }
        // The next version is made either from a settled version or from one that is not settled.
        if random.below(3) == 0 { array.settle() }
        for change in 0..<random.below(7) {
          let index = random.below(twin.count)
          array.change(at: index) { $0 -= change }
          twin[index] -= change
        }
        let index = random.below(twin.count)
        array[index] = -step
        twin[index] = -step
        array.append(step)
        twin.append(step)
        versions.append((array, twin))
      }
      for (array, twin) in versions { #expect((0..<array.count).map { array[$0] } == twin, "\(count) elements") }
      for (var array, twin) in versions {
        array.settle()
        #expect((0..<array.count).map { array[$0] } == twin, "\(count) elements, settled")
      }
    }
  }
}
