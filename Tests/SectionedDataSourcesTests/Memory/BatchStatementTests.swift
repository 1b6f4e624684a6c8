import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A batch of verbs is one step with the least changes")
struct BatchStatementTests {
  struct Refused: Error {}

  @Test("Nothing is reported and the snapshot does not change before the outermost batch ends")
  func nested() throws {
    let list = shelves("1: 10")
    let watcher = SourceWatcher(list)
    let before = list.snapshot
    try list.performUpdates {
      try list.append(Book(id: 11), toSection: 0)
      try list.performUpdates { try list.append(Book(id: 12), toSection: 0) }
      #expect(watcher.updates.isEmpty && list.snapshot == before)
      #expect(list.numberOfItems == 3 && list.item(at: ItemPlace(section: 0, item: 2)) == Book(id: 12))
      try list.append(Book(id: 13), toSection: 0)
    }
    #expect(watcher.updates.count == 1 && list.text == "1: 10 11 12 13")
    watcher.checkSource()
  }

  @Test("Each verb of a batch takes places of the list as the verb before has left it")
  func firstTwice() throws {
    let list = shelves("1: 10 11 12")
    let watcher = SourceWatcher(list)
    try list.performUpdates {
      try list.remove(at: ItemPlace(section: 0, item: 0))
      try list.remove(at: ItemPlace(section: 0, item: 0))
    }
    #expect(watcher.updates.map { "\($0.changes)" } == ["items: deleted [0, 0] (10), deleted [0, 1] (11)"])
  }

  @Test("A section can be inserted before one that loses an item")
  func sectionAndItem() throws {
    let list = shelves("1: 10 | 2: 20 21")
    let watcher = SourceWatcher(list)
    try list.performUpdates {
      try list.insertSection(Shelf(id: 9), at: 1)
      try list.remove(20)
    }
    #expect(watcher.updates.map { "\($0.changes)" } == ["sections: inserted 1 (9); items: deleted [1, 0] (20)"])
  }

  @Test("Verbs without effect are no step, and an inner batch does not end the outer one")
  func nothing() throws {
    let list = shelves("1: 10 11")
    let watcher = SourceWatcher(list)
    try list.performUpdates {
      list.performUpdates {}
      list.remove(contentsOf: [])
      try list.move(10, to: ItemPlace(section: 0, item: 0))
      try list.append(Book(id: 12), toSection: 0)
      try list.remove(12)
    }
    #expect(watcher.updates.isEmpty)
  }

  @Test("An error is thrown at the call and leaves the list as it was")
  func errors() throws {
    let list = shelves("1: 10 11 | 2:", anomalies: AnomalyHandler { _ in })
    let watcher = SourceWatcher(list)
    #expect(throws: Refused.self) {
      try list.performUpdates {
        try list.append(Book(id: 12, title: "new"), toSection: 1)
        try list.replace(10, with: Book(id: 10, title: "changed"))
        try list.removeSection(at: 0)
        list.set(content("5: 10 50"))
        try list.append(Book(id: 11), toSection: 0)
        throw Refused()
      }
    }
    #expect(list.text == "1: 10 11 | 2:" && list.item(for: 10) == Book(id: 10) && watcher.updates.isEmpty)
    #expect(list.item(for: 12) == nil && list.item(for: 50) == nil)
    watcher.checkSource()
    try list.performUpdates {
      _ = try? list.remove(99)
      try list.append(Book(id: 12), toSection: 1)
    }
    #expect(list.text == "1: 10 11 | 2: 12")
  }

  @Test("a step has the origin of all its verbs; a batch without verbs gives none to the next one")
  func origins() throws {
    let list = shelves("1: 10 11", anomalies: AnomalyHandler { _ in })
    let watcher = SourceWatcher(list)
    list.silently {}
    try list.append(Book(id: 12), toSection: 0)
    try list.performTogether {
      try list.silently { try list.remove(12) }
      try list.append(Book(id: 13), toSection: 0)
    }
    try list.performUpdates { try list.withoutAnimation { try list.remove(13) } }
    try list.performTogether {
      try list.performUpdates(origin: .user) { try list.remove(11) }
      _ = try? list.silently { try list.performUpdates { try list.remove(99) } }
      list.withoutAnimation {}
    }
    #expect(watcher.updates.map(\.origin) == [.program, .program, .withoutAnimation, .user])
  }

  /// A failing batch does not undo earlier verbs of the same step, nor the changes of the batch around it.
  @Test("An error undoes the changes of the call that throws it, and nothing else")
  func errorsWithinAStep() throws {
    let list = shelves("1: 10 11 | 2: 20", anomalies: AnomalyHandler { _ in })
    let watcher = SourceWatcher(list)
    try list.performTogether {
      try list.append(Book(id: 12), toSection: 0)
      try list.remove(20)
      #expect(throws: Refused.self) {
        try list.withoutAnimation {
          try list.insert(Book(id: 20, title: "again"), at: ItemPlace(section: 0, item: 0))
          try list.update(Book(id: 12, title: "changed"))
          try list.removeSection(at: 0)
          throw Refused()
        }
      }
      #expect(list.content == content("1: 10 11 12 | 2:") && list.item(for: 20) == nil)
      try list.performUpdates {
        try list.moveSection(from: 0, to: 1)
        #expect(throws: Refused.self) {
          try list.performUpdates {
            list.set(content("5: 12 50"))
            try list.append(Book(id: 51), toSection: 0)
            throw Refused()
          }
        }
        try list.append(Book(id: 21), toSection: 0)
      }
    }
    #expect(list.text == "2: 21 | 1: 10 11 12")
    #expect(
      watcher.updates.map { "\($0.changes)" } == [
        "sections: moved 1→0; items: deleted [1, 0] (20), inserted [0, 0] (21), inserted [1, 2] (12)"
      ])
    #expect(watcher.updates.map(\.origin) == [.program])
    watcher.checkSource()
  }

  @Test(
    "An item that leaves one section and enters another in one batch is one move, in either order",
    arguments: [true, false])
  func crossing(removesFirst: Bool) throws {
    let list = shelves("1: 10 11 | 2: 20")
    let watcher = SourceWatcher(list)
    try list.performUpdates {
      if removesFirst { try list.setItems([Book(id: 11)], inSection: 0) }
      try list.setItems([Book(id: 20), Book(id: 10)], inSection: 1)
      if !removesFirst { try list.setItems([Book(id: 11)], inSection: 0) }
    }
    #expect(watcher.updates.map { "\($0.changes)" } == ["items: moved [0, 0]→[1, 1]"])
    watcher.checkSource()
  }

  @Test("A repeated item and a reversed order are reported correctly")
  func deltas() throws {
    let list = shelves("1: 1", anomalies: AnomalyHandler { _ in })
    let watcher = SourceWatcher(list)
    try list.setItems([Book(id: 1), Book(id: 1)], inSection: 0)
    #expect(list.text == "1: 1 1#1")
    try list.setItems([1, 2, 3].map { Book(id: $0) }, inSection: 0)
    try list.setItems([3, 2, 1].map { Book(id: $0) }, inSection: 0)
    #expect(list.text == "1: 3 2 1" && watcher.updates.count == 3)
    watcher.checkSource()
  }

  @Test("Every order of up to five elements is reported correctly")
  func permutations() throws {
    for count in 2...5 {
      let ids = Array(1...count)
      for order in Self.permutations(ids) {
        let list = shelves("1: " + ids.map(String.init).joined(separator: " "))
        let watcher = SourceWatcher(list)
        try list.setItems(order.map { Book(id: $0) }, inSection: 0)
        #expect(list.snapshot.itemIDs(inSection: 0).map(\.id) == order)
        watcher.checkSource()
      }
    }
  }

  private static func permutations(_ ids: [Int]) -> [[Int]] {
    guard let first = ids.first else { return [[]] }
    return permutations(Array(ids.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }

  @Test("A repeated identifier is shown repeatedly and reported as an anomaly")
  func duplicates() throws {
    let (anomalies, handler) = collecting()
    let list = shelves("1: 10 10 | 1: 11", anomalies: handler)
    let watcher = SourceWatcher(list)
    #expect(list.text == "1: 10 10#1 | 1#1: 11")
    #expect(anomalies.kinds == [.duplicateItem, .duplicateSection])
    try list.append(Book(id: 10, title: "third"), toSection: 1)
    #expect(list.text == "1: 10 10#1 | 1#1: 11 10#2" && list.item(for: ListedID(10, occurrence: 2))?.title == "third")
    try list.remove(10)
    #expect(list.text == "1: 10#1 | 1#1: 11 10#2" && list.places(of: 10).count == 2)
    try list.append(Book(id: 10), toSection: 0)
    #expect(list.text == "1: 10#1 10 | 1#1: 11 10#2")
    watcher.checkSource()
  }
}

extension BatchStatementTests {
  /// A faulty closure gives all items one identifier. In a long list, each item must still have a name and a place.
  @Test func aThousandCopies() throws {
    let list = MemoryDataSource(
      [SectionContent(0, items: Array(0..<1_000))], sectionID: \.self, itemID: \.zero,
      anomalies: AnomalyHandler { _ in })
    #expect(list.places(of: 0).count == 1_000 && list.item(for: ListedID(0, occurrence: 999)) == 999)
    try list.remove(at: ItemPlace(section: 0, item: 3))
    try list.append(1_000, toSection: 0)
    #expect(list.item(for: ListedID(0, occurrence: 3)) == 1_000)
  }
}

extension Int {
  fileprivate var zero: Int { 0 }
}
