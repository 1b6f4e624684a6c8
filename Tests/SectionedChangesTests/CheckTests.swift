import SectionedChanges
import SectionedTesting
import Testing

@Suite("The self-check names the first wrong change")
struct CheckTests {
  private let old = list([1: [11, 12], 2: [21], 3: []])
  private let new = list([2: [21, 12], 4: [41], 3: []], revised: [21])

  private func failure(_ change: (inout Changes) -> Void) throws -> SectionedChangeError? {
    var changes = try Changes(from: old, to: new)
    change(&changes)
    do {
      try changes.check(old: old, new: new)
      return nil
    } catch {
      return error as? SectionedChangeError
    }
  }

  @Test func aRightChangeSetPasses() throws {
    #expect(try failure { _ in } == nil)
  }

  @Test func wrongOnesAreNamed() throws {
    let cases: [(SectionedChangeError.Reason, String, (inout Changes) -> Void)] = [
      (
        .countMismatch, "3 sections, 1 deleted and 0 inserted",
        {
          $0.sections.inserted = []; $0.itemsBrought = []
        }
      ),
      (.wrongElement, "said to be 9; the list has 1 there", { $0.sections.deleted[0].id = 9 }),
      (.placeOutOfBounds, "deleted old 8; the old list has 3 sections", { $0.sections.deleted[0].place = 8 }),
      (.placeNamedTwice, "both deleted and updated", { $0.sections.updated = [.init(old: 0, new: 0, keys: nil)] }),
      (.countMismatch, "Deleted section 0 (1) had 2 items; 1 of them", { $0.itemsTaken = [] }),
      (.wrongElement, "said to be 42; the list has 41 there", { $0.itemsBrought[0].id = 42 }),
      (.wrongElement, "no update or move says so", { $0.items.updated = [] }),
      (
        .wrongElement, "joins two elements: old 12 and new 21",
        {
          $0.items.updated = []
          $0.items.moved[0].to = place(0, 0)
        }
      ),
      (.placeOutOfBounds, "new section 0 has 2 items", { $0.items.moved[0].to = place(0, 5) }),
      (.placeOutOfBounds, "old section 1 has 1 items", { $0.items.moved[0].from = place(1, 5) }),
      (.wrongElement, "put it at 2", { $0.sections.updated = [.init(old: 2, new: 0, keys: nil)] }),
      (
        .placesOutOfOrder, "must ascend",
        { $0.items.moved.insert(.init(from: place(1, 0), to: place(0, 0), keys: nil), at: 0) }
      ),
      (.wrongElement, "is in a deleted section", { $0.items.deleted = [.init(place(0, 0), 11)] }),
      (.wrongElement, "is in one that is not deleted", { $0.itemsTaken.append(.init(place(1, 0), 21)) }),
    ]
    for (reason, text, change) in cases {
      let error = try failure(change)
      #expect(error?.reason == reason, "\(text): \(error?.description ?? "no error")")
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "no error")")
    }
  }

  /// The lists of a change set with changes of every kind. Section 1 is deleted with item 11, 6 is inserted with item
  /// 61, 4 moves up, and 3 has a new revision. Item 21 is deleted, 22 inserted, 31 moves, and 41 has a new revision.
  private let oldOfAll = list([1: [11], 2: [21, 23], 3: [31, 32, 33], 4: [41]])
  private let newOfAll = list([4: [41], 6: [61], 2: [22, 23], 3: [32, 33, 31]], revised: [3, 41])

  private func failureOfAll(_ change: (inout Changes) -> Void) throws -> SectionedChangeError? {
    var changes = try Changes(from: oldOfAll, to: newOfAll)
    change(&changes)
    do {
      try changes.check(old: oldOfAll, new: newOfAll)
      return nil
    } catch {
      return error as? SectionedChangeError
    }
  }

  @Test func everyWrongIdentifierIsNamed() throws {
    #expect(try failureOfAll { _ in } == nil)
    let wrong: [(String, (inout Changes) -> Void)] = [
      ("deleted at old section 0 is said to be 99", { $0.sections.deleted[0].id = 99 }),
      ("inserted at new section 1 is said to be 99", { $0.sections.inserted[0].id = 99 }),
      ("deleted at old [1, 0] is said to be 99", { $0.items.deleted[0].id = 99 }),
      ("inserted at new [2, 0] is said to be 99", { $0.items.inserted[0].id = 99 }),
      ("taken from old [0, 0] is said to be 99", { $0.itemsTaken[0].id = 99 }),
      ("brought to new [1, 0] is said to be 99", { $0.itemsBrought[0].id = 99 }),
    ]
    for (text, change) in wrong {
      let error = try failureOfAll(change)
      #expect(error?.reason == .wrongElement, "\(text)")
      #expect(error?.description.contains(text) == true, "\(text): \(error?.description ?? "no error")")
    }
  }

  /// Two changes name the same place of one list. The whole check refuses this, and so does the replay, which compares
  /// with no new list.
  @Test func aPlaceNamedTwiceIsRefusedWhateverNamesIt() throws {
    let old = list([1: [11], 2: [21], 3: [31, 32]])
    typealias Items = ListChanges<ItemPlace, Int>
    typealias Sections = ListChanges<Int, Int>
    func move(_ from: ItemPlace, _ to: ItemPlace) -> ListMove<ItemPlace> { .init(from: from, to: to, keys: nil) }
    func update(_ old: ItemPlace, _ new: ItemPlace) -> ListUpdate<ItemPlace> { .init(old: old, new: new, keys: nil) }
    let twice: [(String, Changes)] = [
      (
        "an item moved and inserted",
        Changes(items: Items(inserted: [.init(place(1, 0), 41)], moved: [move(place(0, 0), place(1, 0))]))
      ),
      (
        "two items moved",
        Changes(items: Items(moved: [move(place(0, 0), place(1, 0)), move(place(2, 0), place(1, 0))]))
      ),
      (
        "an item moved and brought",
        Changes(
          sections: Sections(inserted: [.init(0, 4)]), items: Items(moved: [move(place(0, 0), place(0, 0))]),
          itemsBrought: [.init(place(0, 0), 11)])
      ),
      (
        "an item updated and inserted",
        Changes(items: Items(inserted: [.init(place(2, 0), 41)], updated: [update(place(2, 0), place(2, 0))]))
      ),
      (
        "an item deleted and moved",
        Changes(items: Items(deleted: [.init(place(0, 0), 11)], moved: [move(place(0, 0), place(1, 0))]))
      ),
      (
        "an item taken and moved",
        Changes(
          sections: Sections(deleted: [.init(0, 1)]), items: Items(moved: [move(place(0, 0), place(0, 0))]),
          itemsTaken: [.init(place(0, 0), 11)])
      ),
      (
        "an item deleted and updated",
        Changes(items: Items(deleted: [.init(place(2, 0), 31)], updated: [update(place(2, 0), place(2, 0))]))
      ),
      (
        "a section moved and inserted",
        Changes(sections: Sections(inserted: [.init(0, 4)], moved: [.init(from: 2, to: 0, keys: nil)]))
      ),
      (
        "two sections moved",
        Changes(sections: Sections(moved: [.init(from: 0, to: 1, keys: nil), .init(from: 2, to: 1, keys: nil)]))
      ),
      (
        "a section deleted and moved",
        Changes(sections: Sections(deleted: [.init(0, 1)], moved: [.init(from: 0, to: 1, keys: nil)]))
      ),
    ]
    for (text, changes) in twice {
      let error = #expect(throws: SectionedChangeError.self, "\(text)") {
        _ = try changes.apply(to: old, sectionAt: { ListElement(90 + $0) }, itemAt: { ListElement(900 + $0.item) })
      }
      #expect(error?.reason == .placeNamedTwice, "\(text): \(error?.description ?? "no error")")
      let checked = #expect(throws: SectionedChangeError.self, "\(text)") { try changes.check(old: old, new: old) }
      #expect(checked?.reason == .placeNamedTwice, "\(text): \(checked?.description ?? "no error")")
    }
  }

  /// Written against bounds that are off by one, of the wrong list, or not checked for one kind of change.
  @Test("a change whose place is just outside its list is refused", arguments: TestSeeds.seeds(20, from: 700))
  func refusesPlacesJustOutside(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<5 {
      let old = generator.list(sections: 4, items: 10)
      let new = generator.edited(old, edits: 4)
      for (text, changes) in try Self.justOutside(Changes(from: old, to: new), old, new) {
        #expect(throws: SectionedChangeError.self, "\(text), seed \(seed)") { try changes.check(old: old, new: new) }
        #expect(throws: SectionedChangeError.self, "\(text), seed \(seed)") {
          _ = try changes.apply(to: old, sectionAt: { ListElement(90 + $0) }, itemAt: { ListElement(900 + $0.item) })
        }
      }
    }
  }

  /// The change sets with one place before or after a section or the list.
  private static func justOutside(_ changes: Changes, _ old: List, _ new: List) -> [(text: String, changes: Changes)] {
    var result: [(text: String, changes: Changes)] = []
    func add<Change, Place>(
      _ list: WritableKeyPath<Changes, [Change]>, _ place: WritableKeyPath<Change, Place>, _ outside: (Place) -> [Place]
    ) {
      for index in changes[keyPath: list].indices {
        for wrong in outside(changes[keyPath: list][index][keyPath: place]) {
          var wrongChanges = changes
          wrongChanges[keyPath: list][index][keyPath: place] = wrong
          result.append(("\(wrong) in \(changes)", wrongChanges))
        }
      }
    }
    func sections(_ list: List) -> (Int) -> [Int] { { _ in [-1, list.numberOfSections] } }
    func items(_ list: List) -> (ItemPlace) -> [ItemPlace] {
      { place in
        [
          ItemPlace(section: place.section, item: -1), ItemPlace(section: -1, item: 0),
          ItemPlace(section: place.section, item: list.numberOfItems(inSection: place.section)),
          ItemPlace(section: list.numberOfSections, item: 0),
        ]
      }
    }
    add(\.sections.deleted, \.place, sections(old))
    add(\.sections.inserted, \.place, sections(new))
    add(\.sections.moved, \.from, sections(old))
    add(\.sections.moved, \.to, sections(new))
    add(\.sections.updated, \.old, sections(old))
    add(\.sections.updated, \.new, sections(new))
    add(\.items.deleted, \.place, items(old))
    add(\.items.inserted, \.place, items(new))
    add(\.items.moved, \.from, items(old))
    add(\.items.moved, \.to, items(new))
    add(\.items.updated, \.old, items(old))
    add(\.items.updated, \.new, items(new))
    add(\.itemsTaken, \.place, items(old))
    add(\.itemsBrought, \.place, items(new))
    return result
  }

  /// Lists with the same identifiers at the same places are skipped, because a change set has no revisions and fits
  /// them.
  @Test("a change set of other lists is refused", arguments: TestSeeds.seeds(20, from: 300))
  func refusesChangesOfOtherLists(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<30 {
      let old = generator.list(sections: 4, items: 10)
      let new = generator.edited(old, edits: 4)
      let other = generator.edited(new, edits: 1)
      let changes = try Changes(from: old, to: new)
      guard other.sections.map({ $0.items.map(\.id) }) != new.sections.map({ $0.items.map(\.id) }) else { continue }
      #expect(throws: SectionedChangeError.self) { try changes.check(old: old, new: other) }
    }
  }
}
