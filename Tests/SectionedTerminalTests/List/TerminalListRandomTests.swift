import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@testable import SectionedTerminal

@Suite("A terminal list shows its source, whatever it does and the user does", .serialized)
@MainActor
struct TerminalListRandomTests {
  static let sizes = [(10, 40), (24, 80), (60, 200), (5, 20), (3, 9), (2, 7), (1, 1), (0, 0), (1, 40), (12, 3)]

  @Test("whole screens, after random steps, keys and sizes", arguments: RandomBooks.seeds(6))
  func steps(seed: UInt64) async throws {
    let random = RandomBooks(seed: seed)
    let books = Shelves(random.content(), anomalies: AnomalyHandler { _ in })
    let screen = MemoryScreen()
    var (rows, headers, deeds) = (0, 0, 0)
    let deed = {
      guard deeds > 0, random.oneIn(3) else { return }
      deeds -= 1
      random.step(books)
    }
    let list = TerminalList(
      books,
      header: { shelf, _ in
        headers += 1
        deed()
        return TerminalHeader(shelf.title)
      },
      row: { book, _ in
        rows += 1
        deed()
        return TerminalRow(book.title)
      })
    list.presenter.animationLimit = 60
    var updates: [Shelves.Update] = []
    list.presenter.willUpdate = { update, _ in
      updates.append(update)
      // A list can also be drawn during an update.
      if random.oneIn(4) { list.draw(on: screen) }
    }

    for step in 0..<250 {
      if random.oneIn(12) {
        let size = Self.sizes[random.below(Self.sizes.count)]
        screen.size = TerminalSize(rows: size.0, columns: size.1)
        list.frame = TerminalFrame(rows: size.0, columns: size.1)
      }
      if random.oneIn(60) { list.style.showsHeaders.toggle() }
      if random.oneIn(60) { list.style.keepsHeader.toggle() }
      if random.oneIn(60) { list.style.emptySectionText = random.oneIn(2) ? "nothing" : nil }
      if random.oneIn(20) { list.isOnScreen.toggle() }
      updates = []
      let kept = Kept(list)
      switch random.below(6) {
      case 0, 1, 2:
        random.step(books)
        kept.check(list, updates)
      case 3: try move(list, books, random)
      default: act(list, random)
      }
      deeds = random.oneIn(4) ? 1 : 0
      list.draw(on: screen)
      deeds = 0
      // Changes that were made while the list was drawn are shown in a later turn.
      var turns = 0
      while books.snapshot != list.presenter.shown, turns < 1_000 {
        turns += 1
        await Task.yield()
      }
      try #require(books.snapshot == list.presenter.shown)
      (rows, headers) = (0, 0)
      screen.clear()
      list.draw(on: screen)
      screen.flush()
      #expect(rows <= list.frame.size.rows && headers <= list.frame.size.rows)
      let naive = NaiveList(list)
      #expect(screen.lines == naive.screen(from: list.top), "step \(step)")
      #expect(list.top == max(0, min(list.top, naive.lines.count - list.frame.size.rows)))
      let cursor = list.cursor
      #expect((cursor == nil) == naive.lines.isEmpty)
      if let cursor { _ = try #require(naive.index(of: cursor), "step \(step): \(cursor)") }
    }
  }

  /// Performs actions of a user with keys and the mouse, and of a program.
  private func act(_ list: TerminalList<Shelves>, _ random: RandomBooks) {
    let keys: [TerminalKey] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .left, .right, .tab, .backTab, .enter, .escape, .resize,
      .character("j"), .character("k"), .character("-"), .character("+"), .character("G"), .function(1),
    ]
    let mice: [TerminalMouse.Action] = [.click, .doubleClick, .wheelUp, .wheelDown]
    switch random.below(4) {
    case 0:
      let point = (random.below(max(1, list.frame.size.rows + 2)), random.below(max(1, list.frame.size.columns)))
      list.handle(.mouse(TerminalMouse(mice[random.below(4)], row: point.0, column: point.1)))
    case 1: list.jump(toSection: random.below(9) - 1)
    default:
      let key = keys[random.below(keys.count)]
      list.handle(key)
      guard [.up, .down, .pageUp, .pageDown, .home, .end, .tab].contains(key), let cursor = list.cursor else { return }
      // The cursor is visible, and not covered by the header that stays at the top.
      let row = (NaiveList(list).index(of: cursor) ?? -1) - list.top
      let rows = list.frame.size.rows
      guard rows > 0 else { return }
      #expect(row >= 0 && row < rows)
      if rows >= 3, list.style.keepsHeader, list.style.showsHeaders, cursor.item != nil { #expect(row > 0) }
    }
  }

  struct Refused: Error {}

  /// The user moves an item. The program moves it, makes a second change as well, or refuses.
  private func move(_ list: TerminalList<Shelves>, _ books: Shelves, _ random: RandomBooks) throws {
    let items = books.snapshot.sections.enumerated().flatMap { section, content in
      (0..<content.items.count).map { ItemPlace(section: section, item: $0) }
    }
    guard !items.isEmpty else { return }
    let from = items[random.below(items.count)]
    let section = random.below(books.numberOfSections)
    let room = books.numberOfItems(inSection: section) + (section == from.section ? 0 : 1)
    let to = ItemPlace(section: section, item: random.below(room))
    let deed = random.below(3)
    list.presenter.editing.move = { old, new in
      try books.performUpdates(origin: .user) {
        if deed == 0 { throw Refused() }
        try books.move(from: old, to: new)
        if deed == 2 { random.step(books) }
      }
    }
    list.cursor = .item(from)
    let id = books.itemID(at: from)
    let refusal = list.userMoves(from: from, to: to)
    #expect((refusal != nil) == (deed == 0 && from != to))
    if deed < 2, let place = list.cursor?.item { #expect(list.presenter.itemID(at: place) == id) }
  }

  /// The state that an update must keep by identity.
  @MainActor
  struct Kept {
    let cursor: TerminalCursor?
    let item: ListedID<Int>?
    let section: ListedID<Int>?
    let folded: Set<ListedID<Int>>
    let anchors: [(id: ListedID<Int>, anchor: ScrollAnchor)]

    init(_ list: TerminalList<Shelves>) {
      cursor = list.cursor
      item = cursor?.item.flatMap { list.presenter.itemID(at: $0) }
      section = cursor.flatMap { list.presenter.sectionID(at: $0.section) }
      folded = Self.folded(list)
      anchors =
        list.isAtBeginning
        ? [] : list.anchors.compactMap { anchor in list.presenter.itemID(at: anchor.place).map { ($0, anchor) } }
    }

    static func folded(_ list: TerminalList<Shelves>) -> Set<ListedID<Int>> {
      Set(
        (0..<list.presenter.numberOfSections).filter { list.isFolded($0) }.compactMap {
          list.presenter.sectionID(at: $0)
        })
    }

    func check(_ list: TerminalList<Shelves>, _ updates: [Shelves.Update]) {
      let presenter = list.presenter
      guard updates.count == 1, let update = updates.first else { return }
      let changes = update.changes
      let goneSections = Set(changes.deletedSectionIDs)
      #expect(Self.folded(list).isSuperset(of: folded.subtracting(goneSections)))
      let gone = Set(changes.deletedItemIDs)
      if let item, !gone.contains(item), let place = presenter.place(of: item) {
        // The item may have moved into a folded section.
        let isHidden = list.isFolded(place.section)
        #expect(list.cursor == (isHidden ? .header(place.section) : .item(place)))
      } else if list.style.showsHeaders, let item, let section, !goneSections.contains(section),
        let cursor = list.cursor
      {
        // The cursor is on a neighbour in the same section, which was not inserted by this update.
        #expect(presenter.sectionID(at: cursor.section) == section)
        if let place = cursor.item, let now = presenter.itemID(at: place) {
          #expect(now != item)
          #expect(PlaceMap(changes).oldPlace(ofNew: place) != nil)
        }
      } else if list.style.showsHeaders, item == nil, let section, !goneSections.contains(section) {
        #expect(list.cursor.flatMap { presenter.sectionID(at: $0.section) } == section)
        #expect(list.cursor?.item == nil)
      }
      checkAnchors(list, changes)
      checkMarks(list, update)
    }

    private func checkAnchors(_ list: TerminalList<Shelves>, _ changes: Shelves.Update.ChangeSet) {
      let most = NaiveList(list).lines.count - list.frame.size.rows
      guard list.top > 0, list.top < most else { return }
      let moved = changes.items.moved.map(\.from)
      let sections = changes.sections.moved.map(\.from)
      let gone = Set(changes.deletedItemIDs)
      let staying = anchors.filter { list.presenter.place(of: $0.id) != nil && !gone.contains($0.id) }
      let wanted =
        staying.first { !moved.contains($0.anchor.place) && !sections.contains($0.anchor.place.section) }
        ?? staying.first
      guard let wanted, let place = list.presenter.place(of: wanted.id),
        let line = NaiveList(list).index(of: .item(place))
      else { return }
      #expect(Double(line - list.top) == wanted.anchor.distance)
    }

    private func checkMarks(_ list: TerminalList<Shelves>, _ update: Shelves.Update) {
      guard update.changes.count <= list.presenter.animationLimit else { return }
      for insertion in update.changes.items.inserted { #expect(list.mark(at: insertion.place) == .arrived) }
      for move in update.changes.items.moved { #expect([.moved, .arrived].contains(list.mark(at: move.to))) }
      for change in update.changes.items.updated { #expect(list.mark(at: change.new) != nil) }
      // A row that was deleted from a remaining section is counted at some line of it.
      let map = PlaceMap(update.changes)
      for section in Set(update.changes.items.deleted.map(\.place.section)) {
        guard let now = map.newSection(ofOld: section) else { continue }
        let items = (0..<list.presenter.numberOfItems(inSection: now)).map {
          TerminalCursor.item(ItemPlace(section: now, item: $0))
        }
        let left = ([.header(now)] + items).reduce(0) { $0 + list.numberOfRowsLeft(behind: $1) }
        #expect(left >= update.changes.items.deleted.filter { $0.place.section == section }.count)
      }
    }
  }
}
