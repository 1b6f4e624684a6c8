import SectionedChanges
import Testing

@testable import SectionedDataSources

@Suite("What children do, as steps of the composed source")
struct ComposedUpdateTests {
  // 1: 10 11 | 2: 20 —— 2: 21 | 3:
  private let first = Shelves([1: [10, 11], 2: [20]])
  private let second = Shelves([2: [21], 3: []])

  @Test("A change reaches every ancestor, with its origin and the source where it began")
  func bubbling() throws {
    let inner = try BookSource(first)
    let outer = try BookSource([BookChild(inner), BookChild(second)])
    let (innerTrace, outerTrace) = (Trace(inner), Trace(outer))
    try first.performUpdates(origin: .user) { try first.remove(10) }
    try second.withoutAnimation { try second.remove(21) }
    #expect(innerTrace.updates.map(\.source) == [first.identity])
    #expect(outerTrace.updates.map(\.source) == [first.identity, second.identity])
    #expect(outerTrace.updates.map(\.origin) == [.user, .withoutAnimation])
    // A change that begins in several sources names none of them.
    try outer.performTogether {
      try first.performUpdates(origin: .user) { try first.remove(11) }
      try second.append(Book(id: 30), toSection: 1)
    }
    try outer.append(Shelves([:]))
    try outer.append(Shelves([8: []]))
    #expect(outerTrace.updates.map(\.origin) == [.user, .withoutAnimation, .program, .program])
    #expect(outerTrace.updates.dropFirst(2).map(\.source) == [nil, outer.identity])
  }

  @Test("Changes that an ancestor performs together are one step there")
  func together() throws {
    let inner = try BookSource(first, second)
    let outer = try BookSource(inner)
    let (innerTrace, outerTrace) = (Trace(inner), Trace(outer))
    try outer.performTogether {
      try first.remove(10)
      try outer.performTogether { try second.remove(21) }
      #expect(innerTrace.lines.count == 2 && outerTrace.lines.isEmpty)
    }
    #expect(outerTrace.lines == ["items: deleted [0, 0] (10), deleted [2, 0] (21)"])
  }

  @Test("An item that leaves one child and enters another in one step is one move")
  func moveBetweenChildren() throws {
    let source = try BookSource(first, second)
    let trace = Trace(source)
    try source.performTogether {
      let book = try #require(try first.remove(10))
      try second.append(book, toSection: 1)
    }
    try source.performTogether {
      try second.append(Book(id: 11, title: "again"), toSection: 0)
      try first.remove(11)
    }
    #expect(trace.lines == ["items: moved [0, 0]→[3, 0] {?}", "items: moved [0, 0]→[2, 1] {?}"])
    #expect(source.item(for: 11)?.title == "again")
  }

  @Test("The only item of a section moves to another while its section is removed")
  func onlyItem() throws {
    let source = try BookSource(first, second)
    let trace = Trace(source)
    try source.performTogether {
      let book = try #require(try first.remove(20))
      try first.removeSection(at: 1)
      try second.insert(book, at: ItemPlace(section: 1, item: 0))
    }
    // The remaining section 2 belongs to the other child, and keeps its occurrence number 1.
    #expect(trace.lines == ["sections: deleted 1 (2); items: moved [1, 0]→[2, 0] {?}"])
    #expect(trace.lists == ["[1: 10 11, 2#1: 21, 3: 20]"])
  }

  @Test("Inserts at one index, inserts into inserted sections and a repeated item are reported correctly")
  func threeCases() throws {
    let (collected, handler) = collecting()
    let source = try BookSource([BookChild(first), BookChild(second)], anomalies: handler)
    let trace = Trace(source)
    try source.performTogether {
      for id in 30..<33 { try second.insert(Book(id: id), at: ItemPlace(section: 0, item: 0)) }
    }
    try source.performTogether {
      try second.insertSection(Shelf(id: 7), items: [Book(id: 70)], at: 0)
      try second.append(Book(id: 71), toSection: 0)
    }
    #expect(collected.kinds.isEmpty)
    try second.append(Book(id: 10), toSection: 0)
    #expect(
      trace.lines == [
        "items: inserted [2, 0] (32), inserted [2, 1] (31), inserted [2, 2] (30)",
        "sections: inserted 2 (7); brought: [2, 0] (70), [2, 1] (71)", "items: inserted [2, 2] (10#1)",
      ])
    #expect(collected.kinds == [.duplicateItem])
    // It is reported once, not again with each further step.
    try second.append(Book(id: 72), toSection: 0)
    #expect(collected.kinds == [.duplicateItem])
  }

  @Test("What stays keeps its number, and what comes gets the lowest free one in display order")
  func numbers() throws {
    let third = Shelves([1: [10]])
    let source = try BookSource(
      [BookChild(first), BookChild(Shelves([5: [10, 20]])), BookChild(third)], anomalies: silent)
    let trace = Trace(source)
    #expect(ids(source) == "[1: 10 11, 2: 20, 5: 10#1 20#1, 1#1: 10#2]")
    try first.remove(10)
    try third.append(Book(id: 20), toSection: 0)
    try source.move(from: 2, to: 0)
    try source.insert(BookChild(Shelves([1: [20, 10]])), at: 0)
    #expect(
      trace.lists == [
        "[1: 11, 2: 20, 5: 10#1 20#1, 1#1: 10#2]", "[1: 11, 2: 20, 5: 10#1 20#1, 1#1: 10#2 20#2]",
        "[1#1: 10#2 20#2, 1: 11, 2: 20, 5: 10#1 20#1]", "[1#2: 20#3 10, 1#1: 10#2 20#2, 1: 11, 2: 20, 5: 10#1 20#1]",
      ])
    #expect(source.item(for: ListedID(20, occurrence: 3)) == Book(id: 20))
    #expect(source.place(of: ListedID(20, occurrence: 4)) == nil)
    try source.remove(at: 0)
    try source.remove(at: 0)
    try source.remove(at: 1)
    #expect(ids(source) == "[1: 11, 2: 20]")
    #expect(source.itemNames.isPlain && source.sectionNames.isPlain && source.renumbered.isEmpty)
  }

  @Test("An observer that changes a child makes the next step")
  func reentrant() throws {
    let source = try BookSource(first, second)
    var lists: [String] = []
    var others: [String] = []
    let token = source.observe { update in
      lists.append("\(ids(update.old)) → \(ids(update.new))")
      if lists.count == 1 { try? second.removeSection(at: 0) }
    }
    let other = source.observe { others.append(ids($0.new)) }
    try first.removeSection(at: 0)
    #expect(lists == ["[1: 10 11, 2: 20, 2#1: 21, 3:] → [2: 20, 2#1: 21, 3:]", "[2: 20, 2#1: 21, 3:] → [2: 20, 3:]"])
    #expect(others == ["[2: 20, 2#1: 21, 3:]", "[2: 20, 3:]"])
    withExtendedLifetime((token, other)) {}
  }

  @Test("A child that reports what is not so is compared with what it showed; nothing traps")
  func faultyChild() throws {
    typealias Snapshot = ScriptedSource.Snapshot
    let scripted = ScriptedSource()
    let source = try BookSource([BookChild(first), BookChild(scripted)])
    let trace = Trace(source)
    let list = Snapshot(sections: [.init(ListedID(4), items: [ListElement(ListedID(40)), ListElement(ListedID(41))])])
    scripted.show(list, .init())
    var wrong = ScriptedSource.Update.ChangeSet()
    wrong.items.deleted = [PlacedID(ItemPlace(section: 7, item: 1), ListedID(99))]
    scripted.show(Snapshot(sections: [.init(ListedID(4), items: [ListElement(ListedID(41))])]), wrong)
    try first.append(Book(id: 12), toSection: 1)
    #expect(
      trace.lists == ["[1: 10 11, 2: 20, 4: 41]", "[1: 10 11, 2: 20 12, 4: 41]"])
  }

  @Test("An element that gets another identifier leaves and comes")
  func renamed() throws {
    typealias Snapshot = ScriptedSource.Snapshot
    let scripted = ScriptedSource()
    let source = try BookSource([BookChild(first), BookChild(scripted)])
    let old = Snapshot(sections: [.init(ListedID(4), items: [ListElement(ListedID(40)), ListElement(ListedID(41))])])
    scripted.show(old, .inserting(old))
    let trace = Trace(source)
    let new = Snapshot(sections: [.init(ListedID(5), items: [ListElement(ListedID(42)), ListElement(ListedID(41))])])
    var changes = ScriptedSource.Update.ChangeSet()
    changes.sections.updated = [ListUpdate(old: 0, new: 0, keys: [])]
    changes.sections.renamed = [ListRenaming(old: ListedID(4), new: ListedID(5))]
    changes.items.updated = [
      ListUpdate(old: ItemPlace(section: 0, item: 0), new: ItemPlace(section: 0, item: 0), keys: [])
    ]
    changes.items.renamed = [ListRenaming(old: ListedID(40), new: ListedID(42))]
    scripted.show(new, changes)
    #expect(trace.lists == ["[1: 10 11, 2: 20, 5: 42 41]"])
    #expect(source.place(of: 40) == nil && source.place(of: 42) == ItemPlace(section: 2, item: 0))
  }
}
