import SectionedChanges
import Testing

@testable import SectionedDataSources

@Suite("The children of a composed source")
struct ComposedChildrenTests {
  // 1: 10 11 | 2: 20 —— 2: 21 | 3:
  private let first = Shelves([1: [10, 11], 2: [20]])
  private let second = Shelves([2: [21], 3: []])

  @Test("Children contribute their sections in order, those with one identifier too")
  func sectionsInOrder() throws {
    let both = try BookSource(first, second)
    #expect("\(ids(both))" == "[1: 10 11, 2: 20, 2#1: 21, 3:]")
    #expect(both.allItems.map(\.id) == [10, 11, 20, 21])
    #expect(both.section(for: ListedID(2, occurrence: 1))?.id == 2)
    #expect(both.place(of: 21) == ItemPlace(section: 2, item: 0))
    #expect(both.item(at: ItemPlace(section: 2, item: 1)) == nil)
    #expect(both.section(at: 4) == nil && both.section(at: -1) == nil)
    #expect(both.place(of: 5) == nil && both.item(for: 5) == nil && both.index(ofSection: 9) == nil)
  }

  @Test("Two sources of different types, one of which is built on another source")
  func differentTypes() throws {
    let odd = FilteredDataSource(second, where: { $0.id % 2 == 1 })
    let both = try ComposedDataSource(first, odd)
    #expect("\(ids(both))" == "[1: 10 11, 2: 20, 2#1: 21]")
    try second.append(Book(id: 23), toSection: 1)
    #expect("\(ids(both))" == "[1: 10 11, 2: 20, 2#1: 21, 3: 23]")
    #expect(throws: DataSourceAnomaly.self) { try ComposedDataSource(odd, odd) }
  }

  @Test("Children are inserted, removed, moved and replaced, each in one step")
  func verbs() throws {
    let third = Shelves([4: [40]])
    let both = try BookSource(first, second)
    let trace = Trace(both)
    try both.insert(BookChild(third), at: 1)
    try both.move(from: 0, to: 2)
    try both.replace(at: 0, with: BookChild(Shelves([5: [50]])))
    try both.remove(first)
    both.removeAll()
    #expect(
      trace.lines == [
        "sections: inserted 2 (4); brought: [2, 0] (40)", "sections: moved 0→3, moved 1→4",
        "sections: deleted 0 (4), inserted 0 (5); taken: [0, 0] (40); brought: [0, 0] (50)",
        "sections: deleted 3 (1), deleted 4 (2); taken: [3, 0] (10), [3, 1] (11), [4, 0] (20)",
        "sections: deleted 0 (5), deleted 1 (2#1), deleted 2 (3); taken: [0, 0] (50), [1, 0] (21)",
      ])
    #expect(
      trace.lists == [
        "[1: 10 11, 2: 20, 4: 40, 2#1: 21, 3:]", "[4: 40, 2#1: 21, 3:, 1: 10 11, 2: 20]",
        "[5: 50, 2#1: 21, 3:, 1: 10 11, 2: 20]", "[5: 50, 2#1: 21, 3:]", "[]",
      ])
  }

  @Test("A child is checked once against each source above it, by however many ways that is reached")
  func diamonds() throws {
    let bottom = BookSource()
    // Each storey contains the storey beneath it twice: once whole, and once through a filter that shows nothing.
    var top = bottom
    for _ in 0..<40 {
      let whole = FilteredDataSource(top, where: { _ in true })
      let nothing = FilteredDataSource(top, where: { _ in false })
      top = try BookSource([BookChild(whole), BookChild(nothing)])
    }
    try bottom.append(BookChild(first))
    #expect(top.allItems.map(\.id) == [10, 11, 20])
    #expect(throws: DataSourceAnomaly.self) { try bottom.append(BookChild(top)) }
  }

  @Test("A repeated child, the source itself and a cycle are refused, and nothing changes")
  func cycles() throws {
    var found: [DataSourceAnomaly.Kind] = []
    let (collected, handler) = collecting()
    let inner = try BookSource([BookChild(first)], anomalies: handler)
    let outer = try BookSource([BookChild(inner)], anomalies: handler)
    let attempts: [() throws -> Void] = [
      { try inner.append(first) }, { try inner.append(inner) }, { try inner.append(outer) },
      { try inner.setChildren([BookChild(second), BookChild(second)]) },
      {
        try inner.append(second); try inner.replace(at: 0, with: BookChild(second))
      },
      { try inner.replace(at: 0, with: BookChild(outer)) },
      { try inner.append(BookChild(outer, asSectionOf: Shelf(id: 9))) },
      { try inner.append(BookChild(first, asSectionOf: Shelf(id: 9))) },
    ]
    for attempt in attempts {
      let error = #expect(throws: DataSourceAnomaly.self) { try attempt() }
      found.append(error?.kind ?? .noRule)
    }
    #expect(found == Array(repeating: .cycle, count: attempts.count))
    #expect(collected.kinds == found)
    #expect("\(ids(outer))" == "[1: 10 11, 2: 20, 2#1: 21, 3:]")
  }

  @Test("An index without a child and a source that is no child are refused")
  func outOfBounds() throws {
    let (collected, handler) = collecting()
    let both = try BookSource([BookChild(first)], anomalies: handler)
    #expect(throws: DataSourceAnomaly.self) { try both.insert(BookChild(second), at: 2) }
    #expect(throws: DataSourceAnomaly.self) { try both.insert(BookChild(second), at: -1) }
    #expect(throws: DataSourceAnomaly.self) { try both.remove(at: 1) }
    #expect(throws: DataSourceAnomaly.self) { try both.move(from: 0, to: 1) }
    #expect(throws: DataSourceAnomaly.self) { try both.replace(at: 1, with: BookChild(second)) }
    #expect(throws: DataSourceAnomaly.self) { try both.remove(second) }
    #expect(
      collected.kinds == Array(repeating: .childOutOfBounds, count: 5) + [.unknownChild])
    #expect(both.children.count == 1 && both.index(ofChild: first) == 0 && both.index(ofChild: second) == nil)
  }

  @Test("A child that gets another parent in one step moves with its sections and items")
  func betweenParents() throws {
    let (left, right) = (try BookSource(first, second), BookSource(anomalies: silent))
    let root = try BookSource(left, right)
    let trace = Trace(root)
    try root.performTogether { try right.append(try left.remove(at: 0)) }
    #expect(trace.lists == ["[2#1: 21, 3:, 1: 10 11, 2: 20]"])
    #expect(trace.lines == ["sections: moved 2→0, moved 3→1"])
    #expect(left.children.count == 1 && right.index(ofChild: first) == 0)
    try first.append(Book(id: 12), toSection: 0)
    #expect(trace.lists.last == "[2#1: 21, 3:, 1: 10 11 12, 2: 20]")
    // If the new parent already has the child, nothing happens.
    #expect(throws: DataSourceAnomaly.self) { try right.append(first) }
    #expect(trace.lists.count == 2)
  }

  @Test("Setting other children is one step of the least changes")
  func setChildren() throws {
    let third = Shelves([4: [40]])
    let source = try BookSource(first, second)
    let trace = Trace(source)
    try source.setChildren([BookChild(third), BookChild(first), BookChild(second)])
    try source.setChildren([BookChild(third), BookChild(first), BookChild(second)])
    try source.setChildren([BookChild(second)])
    #expect(
      trace.lines == [
        "sections: inserted 0 (4); brought: [0, 0] (40)",
        "sections: deleted 0 (4), deleted 1 (1), deleted 2 (2); taken: [0, 0] (40), [1, 0] (10), "
          + "[1, 1] (11), [2, 0] (20)",
      ])
  }

  @Test("A removed child has no parent any more")
  func dropped() throws {
    let source = try BookSource(first, second)
    try source.setChildren([BookChild(second)])
    #expect(!first.core.reaches(source.core) && second.core.reaches(source.core))
    let trace = Trace(source)
    try first.append(Book(id: 12), toSection: 0)
    #expect(trace.lists.isEmpty)
    try first.performUpdates { try second.append(Book(id: 22), toSection: 1) }
    #expect(trace.lists == ["[2#1: 21, 3: 22]"])
  }

  @Test("A child that comes while it is held is waited for; one that goes is not")
  func heldChildren() throws {
    let source = try BookSource(second)
    let trace = Trace(source)
    try first.performUpdates {
      try first.remove(10)
      try source.append(first)
      #expect(trace.lists.isEmpty)
    }
    #expect(trace.lists == ["[2: 21, 3:, 1: 11, 2#1: 20]"])
    try first.performUpdates {
      try first.remove(11)
      try source.remove(first)
      #expect(trace.lists.last == "[2: 21, 3:]")
    }
    #expect(trace.lists.count == 2)
  }

  @Test("A child that went and came back is compared with what it showed")
  func backAgain() throws {
    let source = try BookSource(first, second)
    let trace = Trace(source)
    try source.performTogether {
      let child = try source.remove(at: 0)
      try first.move(11, to: ItemPlace(section: 1, item: 0))
      try source.insert(child, at: 0)
      try first.append(Book(id: 12), toSection: 0)
    }
    #expect(trace.lines == ["items: inserted [0, 1] (12), moved [0, 1]→[1, 0]"])
    #expect(trace.lists == ["[1: 10 12, 2: 11 20, 2#1: 21, 3:]"])
  }

  @Test("A child that is replaced by itself is handed on once")
  func replacedByItself() throws {
    let source = try BookSource(first, second)
    let trace = Trace(source)
    try source.replace(at: 0, with: BookChild(first))
    try source.performTogether {
      try first.moveSection(from: 1, to: 0)
      try first.append(Book(id: 12), toSection: 0)
    }
    #expect(trace.lines == ["sections: moved 1→0; items: inserted [0, 1] (12)"])
  }

  @Test("A composed source that goes leaves its children alone")
  func deinitialised() throws {
    var source: BookSource? = try BookSource(first)
    let held = Weak(source?.core)
    #expect(held.value != nil)
    source = nil
    #expect(held.value == nil)
    try first.append(Book(id: 12), toSection: 0)
  }
}
