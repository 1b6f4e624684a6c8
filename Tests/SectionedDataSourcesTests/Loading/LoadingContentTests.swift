import SectionedChanges
import SectionedDataSources
import Testing

/// Statements of the library on which the loading machine is modelled, applied to the content of a loading source.
@Suite("The content of a loading source")
struct LoadingContentTests {
  @Test("A source begins without items, in the initial phase")
  func beginning() {
    let (one, other) = (LoadingDesk(), LoadingDesk())
    #expect(one.source.numberOfItems == 0 && one.source.phase == .initial && one.source.current == nil)
    #expect(one.source.identity != other.source.identity)
    // Content that is there from the beginning is shown, but does not count as loaded.
    #expect(LoadingDesk("A: a").source.loadingText == "A: a" && LoadingDesk("A: a").source.phase == .initial)
  }

  @Test("Setting the same items is no update")
  func theSameItems() throws {
    let desk = LoadingDesk("A: a b")
    desk.content.set(loadingShelves("A: a b"))
    try desk.content.setItems([LoadingBook("a"), LoadingBook("b")], inSection: 0)
    #expect(desk.takeTrace() == [])
    desk.content.set(loadingShelves("A: b"))
    #expect(desk.takeTrace() == ["initial>initial A: b"])
  }

  @Test("An item that leaves and comes back with another model has another revision, over any number of steps")
  func whatComesBackIsAnother() {
    let desk = LoadingDesk("A: a")
    var updates: [Int] = []
    let token = desk.source.observe { updates.append($0.changes.items.updated.count) }
    desk.source.performTogether {
      desk.content.set([])
      desk.content.set(loadingShelves("A: a2"))
    }
    #expect(updates == [1] && desk.source.loadingText == "A: a2")
    _ = token
  }

  @Test("One update has the removals, the insertions and the moves, each with places of its own list")
  func oneUpdate() {
    let desk = LoadingDesk("A: a b c")
    var changes: [LoadingBooks.Update.ChangeSet] = []
    let token = desk.source.observe { changes.append($0.changes) }
    desk.content.set(loadingShelves("A: d c a"))
    #expect(changes.count == 1)
    #expect(changes.first?.items.deleted.map(\.place) == [ItemPlace(section: 0, item: 1)])
    #expect(changes.first?.items.inserted.map(\.place) == [ItemPlace(section: 0, item: 0)])
    #expect(changes.first?.items.moved.count == 1)
    // The items are reversed, or one of them is there twice. The model library reported one move, and no change.
    desk.content.set(loadingShelves("A: a c d"))
    desk.content.set(loadingShelves("A: a a c d"))
    #expect(desk.source.loadingText == "A: a a c d" && changes.count == 3)
    #expect(changes.last?.items.inserted.count == 1)
    _ = token
  }

  @Test("A place out of range gives nil, also below zero")
  func outOfRange() {
    let desk = LoadingDesk("A: a")
    for place in [ItemPlace(section: 0, item: 1), ItemPlace(section: 0, item: -1), ItemPlace(section: -1, item: 0)] {
      #expect(desk.source.item(at: place) == nil)
    }
    #expect(desk.source.item(at: ItemPlace(section: 0, item: 0))?.id == "a")
    #expect(desk.source.item(for: "x") == nil && desk.source.place(of: "x") == nil)
  }

  @Test("A bad index throws and changes nothing, and a move to the same place is no update")
  func badIndices() throws {
    let desk = LoadingDesk("A: a")
    #expect(throws: DataSourceAnomaly.self) {
      try desk.content.insert(LoadingBook("b"), at: ItemPlace(section: 0, item: 2))
    }
    #expect(throws: DataSourceAnomaly.self) { try desk.content.remove("x") }
    try desk.content.move("a", to: ItemPlace(section: 0, item: 0))
    #expect(desk.takeTrace() == [] && desk.source.loadingText == "A: a")
  }

  @Test("Items are added, removed, exchanged and replaced one by one, in one update or in several")
  func oneByOne() throws {
    let desk = LoadingDesk("A: a b c")
    try desk.content.performUpdates {
      try desk.content.append(LoadingBook("d"), toSection: 0)
      try desk.content.remove("a")
      try desk.content.move("c", to: ItemPlace(section: 0, item: 0))
      try desk.content.replace("b", with: LoadingBook("e"))
    }
    try desk.content.update(LoadingBook("e2"))
    #expect(desk.takeTrace() == ["initial>initial A: c e d", "initial>initial A: c e2 d"])
  }

  @Test("An update says why and where it began")
  func origins() throws {
    let desk = LoadingDesk("A: a")
    var origins: [UpdateOrigin] = []
    var sources: [ObjectIdentifier?] = []
    let token = desk.source.observe {
      origins.append($0.origin)
      sources.append($0.source)
    }
    _ = try desk.content.performUpdates(origin: .user) { try desk.content.remove("a") }
    desk.load("A: b")
    #expect(origins == [.user, .program, .program])
    #expect(sources == [desk.content.identity, desk.source.identity, desk.source.identity])
    _ = token
  }

  @Test("Setting items compares them with the old ones, and other sections stay unchanged")
  func settingItems() throws {
    let desk = LoadingDesk("A: a b")
    try desk.content.setItems([LoadingBook("b2"), LoadingBook("c")], inSection: 0)
    #expect(desk.takeTrace() == ["initial>initial A: b2 c"])
    #expect(desk.source.numberOfItems(inSection: 1) == 0 && desk.source.item(0, inSection: 1) == nil)
  }
}
