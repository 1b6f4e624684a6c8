import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@Suite("A view is never refused, whatever its source does and whenever", .serialized)
@MainActor
struct PresenterRandomTests {
  struct Refused: Error {}

  @Test(
    "a view that shows its last item shows the last item after each update, if it is to", arguments: ViewRuns.seeds(8))
  func followsEnd(seed: UInt64) {
    let random = RandomShelves(seed: seed)
    let list = Shelves(random.content(), anomalies: AnomalyHandler { _ in })
    let presenter = ListPresenter(list)
    let view = StrictListView(presenter, seed % 2 == 0 ? .table : .collection)
    presenter.cellIdentifier = { place in presenter.item(at: place)?.rule }
    presenter.view = view
    func showsEnd() -> Bool {
      let section = (0..<presenter.numberOfSections).last { presenter.numberOfItems(inSection: $0) > 0 }
      guard let section else { return true }
      let last = ItemPlace(section: section, item: presenter.numberOfItems(inSection: section) - 1)
      return view.anchors.contains { $0.place == last }
    }
    presenter.followsEnd = true
    #expect(showsEnd(), "seed \(seed)")
    for step in 0..<200 {
      // The user scrolls to an earlier item, or back to the end.
      if random.oneIn(8) { view.offset = random.below(view.largestOffset + 1) }
      let wasAtEnd = showsEnd()
      random.step(list)
      if wasAtEnd { #expect(showsEnd(), "seed \(seed), step \(step)") }
      view.checkShows(list)
    }
  }

  @Test(
    "random steps, silent and not, on the screen and off, in callbacks, and moves of the user",
    arguments: ViewRuns.seeds(8))
  func steps(seed: UInt64) throws {
    let random = RandomShelves(seed: seed)
    let list = Shelves(random.content(), anomalies: AnomalyHandler { _ in })
    let presenter = ListPresenter(list)
    presenter.animationLimit = 60
    let view = StrictListView(presenter, seed % 2 == 0 ? .table : .collection)
    presenter.cellIdentifier = { place in presenter.item(at: place)?.rule }
    presenter.view = view
    var updates: [Shelves.Update] = []
    presenter.willUpdate = { update, _ in updates.append(update) }
    for _ in 0..<300 {
      let planned = random.oneIn(3) ? 1 + random.below(2) : 0
      var deeds = planned
      view.whileConfiguring = {
        guard deeds > 0, random.oneIn(2) else { return }
        deeds -= 1
        random.step(list)
      }
      defer { view.whileConfiguring = {} }
      if random.oneIn(10) { view.isOnScreen.toggle() }
      if random.oneIn(4) { view.offset = random.below(view.largestOffset + 1) }
      if random.oneIn(3) { view.selection = somewhere(view, random, count: 3) }
      view.editedItem = random.oneIn(5) ? somewhere(view, random, count: 1).first : nil
      view.strays = random.oneIn(5) ? [nowhere(view, random)] : []
      if random.oneIn(8) { view.selection.append(nowhere(view, random)) }
      if random.oneIn(12) { view.editedItem = nowhere(view, random) }
      var before = Kept(view, presenter)
      updates = []

      switch random.below(12) {
      case 0:
        random.step(list, origin: .silent)
      case 1:
        random.step(list, origin: .withoutAnimation)
      case 2:
        presenter.reload()
      case 5:
        // Changes while the view is held are one update at the end.
        presenter.hold()
        for _ in 0..<random.below(3) { random.step(list) }
        if random.oneIn(3) { presenter.reload() }
        #expect(updates.isEmpty)
        presenter.release()
        #expect(updates.count <= 1 || planned > 0)
      case 3, 4:
        guard list.snapshot == presenter.shown, deeds == 0 else { continue }
        try drag(view, list, random)
        // The drag has moved visible items, so they have other positions.
        before.anchors = []
      default:
        random.step(list)
      }
      // If the last step was a silent one within a callback, it is shown with the next step.
      guard list.snapshot == presenter.shown else { continue }
      view.checkShows(list)
      before.check(view, presenter, updates)
    }
  }

  private func somewhere(_ view: StrictListView, _ random: RandomShelves, count: Int) -> [ItemPlace] {
    let places = view.oracle.sections.enumerated().flatMap { section, content in
      content.cells.indices.map { ItemPlace(section: section, item: $0) }
    }
    return Array(random.shuffled(places).prefix(count)).sorted()
  }

  /// A place that is not in the list.
  private func nowhere(_ view: StrictListView, _ random: RandomShelves) -> ItemPlace {
    let numbers = [Int.min, -1, NSNotFound - 1, NSNotFound]
    let section = random.below(max(1, view.oracle.sections.count))
    let places = [
      ItemPlace(section: numbers[random.below(4)], item: random.below(3)),
      ItemPlace(section: section, item: numbers[random.below(4)]),
      ItemPlace(section: section, item: 1000), ItemPlace(section: 1000, item: 0),
    ]
    return places[random.below(4)]
  }

  /// The user drags a cell. The program moves the item, makes other changes with or without the move, or refuses.
  private func drag(_ view: StrictListView, _ list: Shelves, _ random: RandomShelves) throws {
    guard let from = somewhere(view, random, count: 1).first else { return }
    let section = random.below(view.oracle.sections.count)
    let count = view.oracle.sections[section].cells.count
    let target = ItemPlace(section: section, item: random.below(count + (section == from.section ? 0 : 1)))
    let deed = random.below(4)
    view.presenter.editing.move = { old, new in
      try list.performUpdates(origin: .user) {
        if deed == 0 { throw Refused() }
        if deed < 3 { try list.move(from: old, to: new) }
        if deed > 1 { random.step(list) }
      }
    }
    let refusal = view.drag(from: from, to: target)
    #expect((refusal != nil) == (deed == 0 && from != target))
  }

  /// The state that must be kept for items with the same identifiers.
  @MainActor
  struct Kept {
    let selection: Set<ListedID<Int>>
    let edited: ListedID<Int>?
    var anchors: [(id: ListedID<Int>, anchor: ScrollAnchor)]

    init(_ view: StrictListView, _ presenter: ListPresenter<Shelves>) {
      selection = Set(view.selection.compactMap { presenter.itemID(at: $0) })
      edited = view.editedItem.flatMap { presenter.itemID(at: $0) }
      let anchors = view.isAtBeginning ? [] : view.anchors.filter { presenter.itemID(at: $0.place) != nil }
      self.anchors = anchors.compactMap { anchor in presenter.itemID(at: anchor.place).map { ($0, anchor) } }
    }

    func check(_ view: StrictListView, _ presenter: ListPresenter<Shelves>, _ updates: [Shelves.Update]) {
      // For a view, an item that was removed by one update and inserted by another one is a new item.
      let gone = Set(updates.flatMap { ($0.changes.items.deleted + $0.changes.itemsTaken).map(\.id) })
      #expect(Set(view.selection.compactMap { presenter.itemID(at: $0) }) == selection.subtracting(gone))
      #expect(view.editedItem.flatMap { presenter.itemID(at: $0) } == edited.filter { !gone.contains($0) })
      // After one of several updates the list may be so short that the view has to scroll.
      guard updates.count == 1, let changes = updates.first?.changes, view.offset > 0,
        view.offset < view.largestOffset
      else { return }
      let moved = changes.items.moved.map(\.from)
      let sections = changes.sections.moved.map(\.from)
      let staying = anchors.filter { presenter.place(of: $0.id) != nil && !gone.contains($0.id) }
      let wanted =
        staying.first { !moved.contains($0.anchor.place) && !sections.contains($0.anchor.place.section) }
        ?? staying.first
      guard let wanted else { return }
      let now = view.anchors.first { presenter.itemID(at: $0.place) == wanted.id }
      #expect(now?.distance == wanted.anchor.distance)
    }
  }
}

extension Optional {
  fileprivate func filter(_ condition: (Wrapped) -> Bool) -> Self { flatMap { condition($0) ? $0 : nil } }
}
