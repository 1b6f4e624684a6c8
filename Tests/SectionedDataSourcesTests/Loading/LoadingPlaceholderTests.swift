import SectionedChanges
import SectionedDataSources
import Testing

@Suite("Placeholders and the last row are rows")
struct LoadingPlaceholderTests {
  typealias Rows = PlaceholderDataSource<LoadingBooks>

  static func text(_ row: LoadingRow<LoadingBook>) -> String {
    switch row {
    case .item(let book): book.text
    case .placeholder(let placeholder):
      "<\(placeholder.phase)\(placeholder.showsActivity ? "…" : "")\(placeholder.text.map { " \($0)" } ?? "")>"
        + (placeholder.canRetry ? "?" : "")
    case .append(let row): "[more\(row.showsActivity ? "…" : "")\(row.failure.map { " \($0)" } ?? "")]"
    }
  }

  static func text<Base>(
    _ rows: PlaceholderDataSource<Base>
  ) -> String where Base.Section == LoadingShelf, Base.Item == LoadingBook {
    (0..<rows.numberOfSections).map { index in
      let name =
        switch rows.section(at: index) {
        case .section(let shelf): shelf.id
        case .placeholder: "-"
        case .append: "+"
        case nil: "?"
        }
      return "\(name):" + rows.items(inSection: index).map { " \(text($0))" }.joined()
    }.joined(separator: " | ")
  }

  @Test("AdvancedCollectionView: a placeholder for each phase, as long as there is no content")
  func aPlaceholderForEachPhase() {
    let desk = LoadingDesk()
    let rows = Rows(desk.source)
    var trace: [String] = []
    let token = rows.observe { trace.append("\($0.oldPhase)>\($0.phase) \(Self.text(rows))") }
    #expect(Self.text(rows) == "-: <initial>" && rows.showsPlaceholder)
    desk.run { desk.source.load() }
    desk.last?.fail(LoadingFailure("lost"))
    desk.run { desk.source.retry() }
    desk.last?.finish(LoadedPage([]))
    desk.run { desk.source.load() }
    desk.last?.finish(LoadedPage(loadingShelves("A: a | B:"), cursor: 1))
    desk.run { desk.source.append() }
    desk.last?.fail(LoadingFailure("no net"))
    desk.run { desk.source.retry() }
    desk.last?.finish(LoadedPage(loadingShelves("B: b")))
    desk.content.removeAllItems()
    #expect(
      trace == [
        "initial>loading -: <loading…>", "loading>failed -: <failed lost>?", "failed>refreshing -: <loading…>",
        "refreshing>empty -: <empty>", "empty>refreshing -: <loading…>", "refreshing>loaded A: a | B: | +: [more]",
        "loaded>appending A: a | B: | +: [more…]", "appending>loaded A: a | B: | +: [more no net]",
        "loaded>appending A: a | B: | +: [more…]", "appending>loaded A: a | B: b", "loaded>empty -: <empty>",
      ])
    _ = token
  }

  @Test("A placeholder is updated once when it changes, and not when it stays equal")
  func aPlaceholderIsUpdatedWhereItChanges() {
    let desk = LoadingDesk()
    var title = "one"
    let rows = Rows(desk.source) { Placeholder($0.phase == .initial ? .initial : .loading, title: title) }
    var counts: [Int] = []
    let token = rows.observe { counts.append($0.changes.items.updated.count) }
    desk.run { desk.source.load() }
    desk.source.cancel()
    rows.settle()
    title = "two"
    rows.settle()
    rows.settle()
    #expect(counts == [1, 1, 1])
    #expect(rows.placeholder == Placeholder(.initial, title: "two"))
    _ = token
  }

  @Test("Placeholders of empty sections come and go with their items, and move with their sections")
  func emptySections() throws {
    let desk = LoadingDesk()
    desk.load("A: a | B:", hasMore: false)
    var asked = 0
    let rows = Rows(
      desk.source,
      emptySection: { shelf in
        asked += 1
        return shelf.title == "plain" ? nil : Placeholder(.empty, text: shelf.id + shelf.title)
      })
    let laws = LoadingLaws(rows, text: Self.text)
    #expect(Self.text(rows) == "A: a | B: <empty B>" && asked == 1)
    try desk.content.move("a", to: ItemPlace(section: 1, item: 0))
    #expect(Self.text(rows) == "A: <empty A> | B: a" && asked == 2)
    desk.content.appendSection(LoadingShelf(id: "C"))
    try desk.content.moveSection(from: 0, to: 2)
    #expect(Self.text(rows) == "B: a | C: <empty C> | A: <empty A>")
    laws.settle()
    try desk.content.updateSection(LoadingShelf(id: "C", title: "!"))
    laws.settle()
    #expect(Self.text(rows) == "B: a | C: <empty C!> | A: <empty A>")
    try desk.content.updateSection(LoadingShelf(id: "C", title: "plain"))
    try desk.content.removeSection("A")
    #expect(Self.text(rows) == "B: a | C:")
    desk.content.removeAllItems()
    #expect(Self.text(rows) == "-: <empty>")
    try desk.content.append(LoadingBook("b"), toSection: 1)
    #expect(Self.text(rows) == "B: <empty B> | C: b")
    laws.settle()
    #expect(laws.faults == [] && laws.updates == 8)
  }

  @Test("Settling asks for the placeholders of all empty sections again")
  func emptySectionsAgain() throws {
    let desk = LoadingDesk()
    desk.load("A: a | B: | C:", hasMore: false)
    var word = "one"
    let rows = Rows(desk.source, emptySection: { Placeholder(.empty, text: $0.id + word) })
    let laws = LoadingLaws(rows, text: Self.text)
    word = "two"
    #expect(Self.text(rows) == "A: a | B: <empty Bone> | C: <empty Cone>")
    rows.settle()
    #expect(Self.text(rows) == "A: a | B: <empty Btwo> | C: <empty Ctwo>")
    // The new words and a change of the content together are one step.
    desk.source.performTogether {
      word = "three"
      try? desk.content.move("a", to: ItemPlace(section: 1, item: 0))
      try? desk.content.moveSection(from: 2, to: 0)
      rows.settle()
    }
    #expect(Self.text(rows) == "C: <empty Cthree> | A: <empty Athree> | B: a")
    laws.settle()
    #expect(laws.faults == [] && laws.updates == 2)
  }

  @Test("The last row is shown in the phases loaded and appending, and after a failed append")
  func whenTheLastRowIsShown() {
    // During an append the row is shown. During a load or a refresh it is hidden.
    for phase in LoadingPhase.allCases {
      let isShown = AppendRow.isShown(phase: phase, hasMore: true, didAppendFail: false)
      #expect(isShown == (phase == .loaded || phase == .appending))
    }
    // Whether the row is shown after a result of a load or of an append.
    func shown(after result: LoadingMachine.Result, appending: Bool) -> Bool {
      var machine = LoadingMachine()
      machine.perform(.load)
      if appending {
        machine.finish(machine.ticket, with: .complete)
        machine.perform(.append)
      }
      machine.finish(machine.ticket, with: result)
      return AppendRow.isShown(phase: machine.phase, hasMore: machine.hasMore, didAppendFail: machine.didAppendFail)
    }
    let results = LoadingMachine.Result.allCases
    // In the order complete, partial, empty, failed, cancelled.
    #expect(results.map { shown(after: $0, appending: false) } == [true, false, false, false, false])
    // After a failure the user can retry. The model library hid the row after a cancelled append, so it could not be
    // requested again.
    #expect(results.map { shown(after: $0, appending: true) } == [true, false, false, true, true])
  }

  @Test("A list in memory has a placeholder and no last row")
  func overAListInMemory() throws {
    let list = MemoryList<LoadingShelf, LoadingBook>(loadingShelves("A:"))
    let rows = PlaceholderDataSource(list, loading: nil)
    #expect(Self.text(rows) == "-: <empty>" && rows.phase == .loaded)
    try list.append(LoadingBook("a"), toSection: 0)
    #expect(Self.text(rows) == "A: a" && !rows.showsPlaceholder && rows.appendRow == nil)
  }

  @Test("A parent's placeholder hides everything beneath it, including placeholders and last rows")
  func aParentObscures() {
    let desk = LoadingDesk()
    let rows = Rows(desk.source, emptySection: { _ in Placeholder(.empty) })
    var asks = false
    let parent = PlaceholderDataSource(rows, loading: desk.source, showsAppendRow: false) { context in
      asks || context.isEmpty ? Placeholder(context.phase, title: "parent") : nil
    } isContent: {
      $0.isContent
    }
    func shown() -> String {
      parent.allItems.map { if case .item(let row) = $0 { Self.text(row) } else { "P" } }.joined()
    }
    // The placeholder of the child does not count as content.
    #expect(shown() == "P")
    desk.load("A: a | B:")
    #expect(shown() == "a<empty>[more]")
    asks = true
    parent.settle()
    #expect(shown() == "P" && parent.numberOfSections == 1)
    #expect(parent.place(of: .item(.item("a"))) == nil && parent.item(for: .item(.item("a"))) == nil)
    #expect(parent.section(for: .section(.section("A"))) == nil)
    asks = false
    desk.content.removeAll()
    #expect(shown() == "P")
  }

  @Test("What changes beside the phase is shown, too, where the base takes no step")
  func whatChangesBesideThePhase() {
    let desk = LoadingDesk()
    desk.load("A: a")
    let rows = Rows(desk.source)
    desk.source.performTogether {
      desk.run { desk.source.append() }
      desk.last?.fail(LoadingFailure("no net"))
    }
    #expect(Self.text(rows) == "A: a | +: [more no net]")
    // The same row over another list, which takes no step when the loading source takes one.
    let other = MemoryList<LoadingShelf, LoadingBook>(loadingShelves("B: b"))
    let apart = PlaceholderDataSource(other, loading: desk.source)
    #expect(Self.text(apart) == "B: b | +: [more no net]")
    desk.run { desk.source.append() }
    desk.last?.finish(LoadedPage([]))
    #expect(Self.text(apart) == "B: b" && Self.text(rows) == "A: a")
  }

  @Test("Out of range is nil")
  func outOfRange() {
    let desk = LoadingDesk()
    desk.load("A: a")
    let rows = Rows(desk.source)
    for place in [ItemPlace(section: -1, item: 0), ItemPlace(section: 0, item: 1), ItemPlace(section: 2, item: 0)] {
      #expect(rows.item(at: place) == nil)
    }
    #expect(rows.place(of: .placeholder) == nil && rows.item(for: .placeholder) == nil)
    #expect(rows.place(of: .emptySection(ListedID("A"))) == nil && rows.section(for: .placeholder) == nil)
    #expect(rows.place(of: ListedID(.append, occurrence: 1)) == nil && rows.item(for: .append)?.item == nil)
    #expect(rows.place(of: .append) == ItemPlace(section: 1, item: 0) && rows.index(ofSection: .append) == 1)
  }

  @Test("A change costs what it changes, not what is there")
  func aChangeCostsWhatItChanges() throws {
    let books = (0..<3000).map { LoadingNumber(id: $0) }
    let list = MemoryList<LoadingNumber, LoadingNumber>(
      (0..<50).map { SectionContent(LoadingNumber(id: $0), items: $0 == 0 ? books : []) })
    var (asked, counted) = (0, 0)
    let rows = PlaceholderDataSource(
      list, loading: nil,
      emptySection: { _ in
        asked += 1
        return Placeholder(.empty)
      },
      isContent: { _ in
        counted += 1
        return true
      })
    #expect(asked == 49 && counted == 3000)
    (asked, counted) = (0, 0)
    try list.move(5, to: ItemPlace(section: 7, item: 0))
    try list.remove(6)
    try list.move(5, to: ItemPlace(section: 8, item: 0))
    #expect(asked == 1 && counted == 1 && rows.numberOfItems == 2999 + 48)
  }
}

struct LoadingNumber: Identifiable, Equatable {
  var id: Int
}

@Suite("A list of one view")
struct LoadingSingleItemTests {
  @Test("The list has one item, which may be hidden and is shown by default")
  func oneItem() {
    let turns = LoadingTurns()
    let single = SingleItemDataSource("banner", scheduler: turns.scheduler, isolation: nil)
    var trace: [String] = []
    let token = single.observe { _ in trace.append(single.allItems.joined()) }
    #expect(single.allItems == ["banner"] && !single.isHidden && single.numberOfSections == 1)
    single.isHidden = true
    single.isHidden = true
    single.value = "other"
    single.isHidden = false
    single.value = "other"
    single.value = "third"
    #expect(trace == ["", "other", "third"])
    #expect(SingleItemDataSource("x", isHidden: true, scheduler: turns.scheduler, isolation: nil).allItems == [])
    _ = token
  }

  @Test("Updates of one turn are one; hiding the item cancels them, and a hidden item has none")
  func updatesOfOneTurn() {
    let turns = LoadingTurns()
    let single = SingleItemDataSource("banner", scheduler: turns.scheduler, isolation: nil)
    let laws = LoadingLaws(single) { $0 }
    single.setNeedsUpdate()
    single.setNeedsUpdate()
    #expect(turns.count == 1 && laws.updates == 0)
    turns.run()
    #expect(laws.updates == 1)
    single.setNeedsUpdate()
    single.isHidden = true
    single.setNeedsUpdate()
    turns.run()
    single.isHidden = false
    turns.run()
    #expect(laws.updates == 3 && laws.faults == [])
  }
}

@Suite("Closures that edit the list for which they are asked")
struct LoadingReentrantClosureTests {
  @Test("The edit is the next step, also while the source is being made")
  func editsInClosures() {
    let list = MemoryList<LoadingShelf, LoadingBook>(loadingShelves("A: | B: | C: c"))
    var edits: [() -> Void] = []
    func edit() { if !edits.isEmpty { edits.removeFirst()() } }
    edits = [{ list.removeAll() }]
    let rows = PlaceholderDataSource(
      list, loading: nil,
      placeholder: {
        edit()
        return Placeholder.standard($0)
      },
      emptySection: { shelf in
        edit()
        return Placeholder(.empty, text: shelf.id)
      })
    let laws = LoadingLaws(rows, text: LoadingPlaceholderTests.text)
    #expect(LoadingPlaceholderTests.text(rows) == "-: <empty>")
    edits = [{}, { list.removeSections(at: [0, 1]) }, {}, { list.set(loadingShelves("E: e | F:")) }]
    list.set(loadingShelves("A: | B: | C: c"))
    edits = [{}, { list.removeSections(at: [0]) }]
    try? list.removeSection(at: 0)
    laws.settle()
    #expect(LoadingPlaceholderTests.text(rows) == "-: <empty>")
    #expect(laws.faults.isEmpty, "\(laws.faults)")
  }
  @Test("Several lists of one item are in one list, each with its own identifier")
  func several() throws {
    let turns = LoadingTurns()
    let (anomalies, handler) = collecting()
    let banner = SingleItemDataSource("banner", id: 1, scheduler: turns.scheduler, isolation: nil)
    let advert = SingleItemDataSource("advert", id: 2, scheduler: turns.scheduler, isolation: nil)
    let both = try ComposedDataSource([ChildSource(banner), ChildSource(advert)], anomalies: handler)
    let laws = LoadingLaws(both) { $0 }
    banner.isHidden = true
    advert.value = "other"
    #expect(both.allItems == ["other"])
    banner.isHidden = false
    advert.setNeedsUpdate()
    turns.run()
    #expect(both.allItems == ["banner", "other"])
    #expect(laws.updates == 4 && laws.faults == [] && anomalies.kinds == [])
  }
}
