import Foundation
import SectionedDataSources
import SectionedTesting
import Testing

@testable import SectionedViews

@Suite("The state of a list that is drawn")
@MainActor
struct ListStateTests {
  @Test("who draws is notified once before each other list, and not of another source", arguments: TestSeeds.seeds(4))
  func random(seed: UInt64) {
    let shelves = RandomShelves(seed: seed)
    let lists = [Shelves(shelves.content()), Shelves(shelves.content())]
    let state = ListState(lists[0])
    var drawn = state.list
    var notified = 0
    state.willChange = {
      notified += 1
      #expect(state.list == drawn, "seed \(seed): it is called before the list is another one")
    }
    var followed = 0
    for step in 0..<200 {
      let other = shelves.below(2)
      let before = (notified, lists[followed].snapshot)
      shelves.step(lists[other])
      let isOther = lists[followed].snapshot != before.1
      #expect(notified - before.0 <= 1 && (!isOther || notified > before.0), "seed \(seed), step \(step)")
      drawn = state.list
      #expect(state.list == lists[followed].snapshot, "seed \(seed), step \(step)")
      guard shelves.oneIn(9) else { continue }
      followed = other
      let count = notified
      state.follow(lists[other])
      drawn = state.list
      #expect(notified == count && drawn == lists[other].snapshot, "seed \(seed), step \(step)")
    }
    #expect(notified > 20)
  }
}

@Suite("Several items that a user moves at once")
struct UserMovesTests {
  @Test("moved one after the other, they stand where a move of all at once puts them", arguments: TestSeeds.seeds(50))
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let list = Array(0..<(1 + random.below(8)))
    let chosen = list.filter { _ in random.oneIn(2) }
    let target = random.below(list.count + 1)
    var moved = list
    // Indices beyond the list are dropped, and so is a target beyond it.
    let strays = random.oneIn(3) ? [list.count, 1000, NSNotFound - 1] : []
    let end = target == list.count && random.oneIn(2) ? NSNotFound : target
    for (from, to) in SingleMoves.moves(of: IndexSet(chosen + strays), to: end, count: list.count) {
      moved.insert(moved.remove(at: from), at: to)
    }
    let rest = { (part: ArraySlice<Int>) in part.filter { !chosen.contains($0) } }
    #expect(moved == rest(list[..<target]) + chosen + rest(list[target...]), "seed \(seed)")
  }
}
