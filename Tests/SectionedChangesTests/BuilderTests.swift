import SectionedChanges
import SectionedTesting
import Testing

@Suite("The incremental way")
struct BuilderTests {
  @Test("given what was touched, it finds what the difference finds", arguments: TestSeeds.seeds(60, from: 1000))
  func agreesWithTheDifference(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for size in [3, 12, 40, 120] {
      let old = generator.list(sections: 1 + size / 6, items: size)
      let new = generator.edited(old, edits: generator.random.below(2 + size / 3))
      let wanted = try Changes(from: old, to: new)
      for chance in [1, 2, 5, 1_000_000] {
        let reporting = ReportedChanges.Reporting.needed(andOneIn: chance, SeededRandom(seed: seed &+ UInt64(chance)))
        let reported = try ReportedChanges.changeSet(from: old, to: new, reporting: reporting)
        #expect(reported == wanted, "\(old) → \(new)")
      }
    }
  }

  @Test func carriesKeys() throws {
    var builder = ChangeSetBuilder<Int, Int>()
    builder.touchSection(1, old: 0, new: 0, isRevised: true, keys: ["name"])
    builder.touchItem(11, old: place(0, 0), new: place(0, 0), isRevised: true, keys: nil)
    builder.touchItem(12, old: place(0, 1), new: place(0, 1), isRevised: false, keys: ["rank"])
    let counts = ListCounts(sections: 1) { _ in 2 }
    let changes = try builder.changeSet(old: counts, new: counts)
    #expect(
      changes.description == "sections: updated 0→0 {name}; items: updated [0, 0]→[0, 0] {?}",
      "an item that did not change is not an update, whatever was reported of its keys")
  }

  @Test func refusesWhatCannotBe() {
    let one = ListCounts(sections: 1) { _ in 1 }
    func failure(
      old: ListCounts = one, new: ListCounts = one, _ notify: (inout ChangeSetBuilder<String, String>) -> Void
    ) -> SectionedChangeError? {
      var builder = ChangeSetBuilder<String, String>()
      notify(&builder)
      do {
        _ = try builder.changeSet(old: old, new: new)
        return nil
      } catch {
        return error as? SectionedChangeError
      }
    }
    let twice = failure {
      $0.touchItem("a", old: place(0, 0), new: nil)
      $0.touchItem("b", old: place(0, 0), new: nil)
    }
    #expect(twice?.reason == .placeNamedTwice)
    #expect(twice?.description == "item a and item b are both reported to have been at old [0, 0].")
    let outside = failure { $0.touchItem("a", old: nil, new: place(0, 7)) }
    #expect(outside?.reason == .placeOutOfBounds)
    let below = failure { $0.touchItem("a", old: place(0, -1), new: nil) }
    #expect(below?.reason == .placeOutOfBounds)
    let noSection = failure { $0.touchItem("a", old: place(3, 0), new: nil) }
    #expect(noSection?.reason == .placeOutOfBounds)
    let unbalanced = failure { $0.touchItem("a", old: place(0, 0), new: nil) }
    #expect(unbalanced?.reason == .countMismatch)
    #expect(
      unbalanced?.description
        == "Section 0, now 0, has counts that do not add up: 1 before, 1 left, 0 came, 1 after.")
    let came = failure { $0.touchItem("a", old: nil, new: place(0, 0)) }
    #expect(
      came?.description == "Section 0, now 0, has counts that do not add up: 1 before, 0 left, 1 came, 1 after.")
    let both = failure {
      $0.touchItem("a", old: place(0, 0), new: nil)
      $0.touchItem("a", old: nil, new: place(0, 0))
    }
    #expect(both?.reason == .notLeast)
    #expect(both?.description == "Item a is reported to be both deleted and inserted.")
    let unreported = failure(old: one, new: ListCounts(sections: 2) { _ in 1 }) { _ in }
    #expect(unreported?.reason == .countMismatch)
    let taken = failure(old: one, new: ListCounts(sections: 0) { _ in 0 }) { $0.touchSection("s", old: 0, new: nil) }
    #expect(taken == nil, "the items of a section of which no item was reported are not counted")
  }

  enum SectionChange: CaseIterable {
    case none, deletion, insertion
  }

  /// The change of a single touched element is computed without sorting, and checked against the counts in another way.
  /// A second touched element, which stays unchanged in the last section, prevents that. Written against counts that the
  /// first way compares wrongly.
  @Test("an element that is touched alone gets the change, or the error, that it gets beside another one")
  func oneTouch() {
    let lists = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    for sectionChange in SectionChange.allCases {
      // One section of each list is affected by the change of sections. The last one has the other touched element.
      let oldSections = sectionChange == .insertion ? 1 : 2
      let newSections = sectionChange == .deletion ? 1 : 2
      func places(_ sections: Int) -> [ItemPlace?] {
        [nil] + (0..<sections).flatMap { section in (-1...2).map { place(section, $0) } }
      }
      for (first, second) in lists.flatMap({ first in lists.map { (first, $0) } }) {
        let old = ListCounts(sections: oldSections + 1) { $0 == oldSections ? 1 : [first.0, second.0][$0] }
        let new = ListCounts(sections: newSections + 1) { $0 == newSections ? 1 : [first.1, second.1][$0] }
        for touch in places(oldSections).flatMap({ from in places(newSections).map { (from: from, to: $0) } }) {
          for isRevised in [false, true] where touch.from != nil || touch.to != nil {
            func outcome(besideAnother: Bool) -> String {
              var builder = ChangeSetBuilder<Int, Int>()
              switch sectionChange {
              case .none: break
              case .deletion: builder.touchSection(1, old: 1, new: nil)
              case .insertion: builder.touchSection(1, old: nil, new: 1)
              }
              builder.touchItem(10, old: touch.from, new: touch.to, isRevised: isRevised)
              if besideAnother { builder.touchItem(20, old: place(oldSections, 0), new: place(newSections, 0)) }
              do {
                return try builder.changeSet(old: old, new: new).description
              } catch {
                return (error as? SectionedChangeError).map { "\($0.reason)" } ?? "\(error)"
              }
            }
            let alone = outcome(besideAnother: false)
            let beside = outcome(besideAnother: true)
            if alone != beside {
              Issue.record("\(touch), \(isRevised), \(first), \(second), \(sectionChange): \(alone), not \(beside)")
            }
          }
        }
      }
    }
  }
}
