import SectionedChanges
import SectionedDataSources
import SectionedTesting
import TestTraits
import Testing

@Suite("Observers are notified of each step, in order")
struct ObservationTests {
  @Test("the first that came is notified first; what one changes is the next step")
  func order() throws {
    let list = shelves("1: 10")
    var trace: [String] = []
    let first = list.observe { update in
      trace.append("first \(update.new.itemIDs(inSection: 0))")
      if update.new.numberOfItems == 2 { try? list.append(Book(id: 12), toSection: 0) }
    }
    let second = list.observe { update in trace.append("second \(update.new.itemIDs(inSection: 0))") }
    try list.append(Book(id: 11), toSection: 0)
    #expect(trace == ["first [10, 11]", "second [10, 11]", "first [10, 11, 12]", "second [10, 11, 12]"])
    first.cancel()
    second.cancel()
    try list.remove(10)
    #expect(trace.count == 4)
  }

  @Test func aTokenThatGoesEndsTheObservation() throws {
    let list = shelves("1: 10")
    var count = 0
    do {
      let token = list.observe { _ in count += 1 }
      try list.remove(10)
      withExtendedLifetime(token) {}
    }
    try list.append(Book(id: 10), toSection: 0)
    #expect(count == 1)
  }

  /// An object that owns an observation, and that another observation retains.
  private final class Owner {
    var token: ObservationToken?
  }

  #if os(macOS) || os(Linux)
    @Test("A released observer may release other observers of the same source", .startsProcesses)
    func tokensThatGoTogether() async {
      await #expect(processExitsWith: .success) {
        let list = shelves("1: 10")
        let token = {
          let kept = Owner()
          kept.token = list.observe { _ in }
          return list.observe { _ in _ = kept }
        }()
        try list.append(Book(id: 11), toSection: 0)
        token.cancel()
        try list.append(Book(id: 12), toSection: 0)
      }
      await #expect(processExitsWith: .success) {
        let source = LoadingList<Shelf, Book, Int>(
          shelves("1: 10"), scheduler: LoadingScheduler { $0() }, isolation: nil)
        let token = {
          let kept = Owner()
          kept.token = source.observeLoading {}
          return source.observeLoading { _ = kept }
        }()
        source.declareLoaded()
        token.cancel()
        source.declareEmpty()
      }
    }
  #endif

  @Test func anObserverAddedInACallbackGetsTheNextStep() throws {
    let list = shelves("1: 10")
    var late: [String] = []
    var token: ObservationToken?
    let first = list.observe { _ in
      if token == nil { token = list.observe { late.append("\($0.changes.items.count)") } }
    }
    try list.performUpdates {
      try list.append(Book(id: 11), toSection: 0)
      try list.append(Book(id: 12), toSection: 0)
    }
    #expect(late.isEmpty)
    try list.remove(10)
    #expect(late == ["1"])
    withExtendedLifetime((first, token)) {}
  }

  @Test("nothing is reported of what changes nothing")
  func nothing() throws {
    let list = shelves("1: 10 11")
    let watcher = SourceWatcher(list)
    try list.update(Book(id: 10))
    try list.setItems(list.items(inSection: 0), inSection: 0)
    list.set(list.content)
    try list.performUpdates {
      try list.remove(10)
      try list.insert(Book(id: 10), at: ItemPlace(section: 0, item: 0))
    }
    #expect(watcher.updates.isEmpty)
    watcher.checkSource()
  }

  @Test func origins() throws {
    let list = shelves("1: 10")
    var origins: [UpdateOrigin] = []
    let token = list.observe { origins.append($0.origin) }
    try list.append(Book(id: 11), toSection: 0)
    try list.withoutAnimation { try list.append(Book(id: 12), toSection: 0) }
    try list.silently { try list.append(Book(id: 13), toSection: 0) }
    try list.performUpdates(origin: .user) { try list.append(Book(id: 14), toSection: 0) }
    #expect(origins == [.program, .withoutAnimation, .silent, .user])
    withExtendedLifetime(token) {}
  }

  @Test("a consumer that is slow gets what it missed as one update")
  func updates() async throws {
    let list = shelves("1: 10")
    let updates = list.updates
    #expect(updates.takeWaiting()?.new == list.snapshot)
    try list.append(Book(id: 11), toSection: 0)
    try list.append(Book(id: 12), toSection: 0)
    try list.remove(11)
    var iterator = updates.makeAsyncIterator()
    let next = try #require(await iterator.next())
    #expect(next.changes.insertedItemIDs == [ListedID(12)])
    #expect(next.changes.count == 1 && next.new == list.snapshot)
  }

  @Test func theSequenceEndsWithItsSource() async throws {
    var list: Shelves? = shelves("1: 10")
    let updates = try #require(list?.updates)
    list = nil
    var count = 0
    for await _ in updates { count += 1 }
    #expect(count == 1)
  }

  @Test func anObservedListIsDrawnAgain() throws {
    guard #available(iOS 17, macOS 14, *) else { return }
    let list = shelves("1: 10")
    let observed = ObservableDataSource(list)
    try list.append(Book(id: 11), toSection: 0)
    #expect(observed.list == list.snapshot && observed.phase == .loaded)
  }
}
