import AppKit
import SectionedTesting
import Testing

@Suite("A table of the double is an array that operations change one after the other")
@MainActor
struct RandomOperationTests {
  @Test(arguments: TestSeeds.seeds(16))
  func operations(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var number = 0
    func name() -> String {
      number += 1
      return "\(number)"
    }
    let shelf = Shelf((0..<random.below(8)).map { _ in name() })
    let refusals = Refusals.recorded {
      for _ in 0..<100 {
        let table = shelf.table
        let selected = IndexSet(shelf.names.indices.filter { _ in random.oneIn(3) })
        table.selectRowIndexes(selected, byExtendingSelection: false)
        var names = Set(selected.map { shelf.names[$0] })
        table.beginUpdates()
        for _ in 0..<random.below(5) {
          let count = shelf.names.count
          switch random.below(3) {
          case 0 where count > 0:
            let index = random.below(count)
            names.remove(shelf.names.remove(at: index))
            table.removeRows(at: [index])
          case 1 where count > 0:
            let (old, new) = (random.below(count), random.below(count))
            shelf.names.insert(shelf.names.remove(at: old), at: new)
            table.moveRow(at: old, to: new)
          default:
            let index = random.below(count + 1)
            shelf.names.insert(name(), at: index)
            table.insertRows(at: [index])
          }
        }
        table.endUpdates()
        let kept = Set(table.selectedRowIndexes.map { shelf.names[$0] })
        #expect(kept == names, "seed \(seed)")
        let visible = Array(shelf.names.prefix(shelf.shown.count))
        #expect(shelf.shown == visible, "seed \(seed)")
      }
    }
    #expect(refusals == [], "seed \(seed)")
  }
}
