import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// Users asked for this in Your-First-iOS-App #3, DraggableCollectionView #43 and #49, and BVReorderTableView #24.
/// There, a list that reports a drag disturbs the view's own animation, and the program has to keep the positions
/// itself.
///
/// All tests begin with `A: a b c | B: | C: d`, whose positions are 0, 1, 2 and 0, saved.
@Suite("A list is reordered by the name of its attribute")
struct ReorderingTests {
  private struct World {
    let library: ZoneLibrary
    let controller: ZoneLibrary.Controller
    let recorder = CallbackRecorder<NSManagedObject, NSManagedObject>(name: ZoneLibrary.name)

    init(
      _ type: NSAttributeType = .integer64AttributeType, least: Int? = nil,
      order: ZoneLibrary.Order = ZoneLibrary.Order(), prepare: (ZoneLibrary.Controller) -> Void = { _ in }
    ) throws {
      let library = try ZoneLibrary(type, least: least)
      let controller = library.controller(order)
      (self.library, self.controller) = (library, controller)
      prepare(controller)
      try library.run {
        let countries = ["A", "B", "C"].enumerated().map { library.country($1, $0) }
        for (index, name) in ["a", "b", "c"].enumerated() { library.zone(name, index, in: countries[0]) }
        library.zone("d", 0, in: countries[2])
        try library.context.save()
        try controller.performFetch()
      }
      controller.delegate = recorder
    }

    var text: String { ZoneLibrary.text(controller) }

    func position(_ section: Int, _ item: Int) -> Int? {
      (controller.object(at: [section, item]).value(forKey: "position") as? NSNumber)?.intValue
    }
  }

  @Test("A program names the attribute. The delegate is not notified of what the view shows already.")
  func oneDrag() throws {
    let world = try World()
    let controller = world.controller
    try world.library.run {
      // guide
      let reordering = ListReordering(of: controller, position: "position")
      try reordering.move(from: [0, 2], to: [0, 0])
      try reordering.move(from: [0, 1], to: [1, 0])
      // end
      #expect(world.text == "A: c b | B: a | C: d")
      #expect(world.recorder.take().isEmpty)
      try world.library.context.save()
      #expect(world.recorder.take().isEmpty)
    }
  }

  @Test("Several rows move together, and are reported as one batch.")
  func several() throws {
    let world = try World()
    let controller = world.controller
    try world.library.run {
      let reordering = ListReordering(of: controller, position: "position")
      // guide
      let chosen = [ItemPlace(section: 2, item: 0), ItemPlace(section: 0, item: 0)]
      try reordering.move(chosen, to: ItemPlace(section: 0, item: 2))
      // end
      #expect(world.text == "A: b c d a | B: | C:")
      let lines = world.recorder.take()
      #expect(lines.first == "will" && lines.last == "did" && lines.filter { $0 == "will" }.count == 1)
    }
  }

  @Test("Sections move by a position of their own, and hidden ones keep their places.")
  func sections() throws {
    let world = try World()
    let controller = world.controller
    try world.library.run {
      // guide
      let reordering = ListReordering(of: controller, position: "position", sectionPosition: "position")
      try reordering.moveSection(from: 2, to: 0)
      // end
      #expect(world.text == "C: d | A: a b c | B:")
      #expect(world.recorder.take().isEmpty)
      controller.showsEmptySections = false
      #expect(world.text == "C: d | A: a b c")
      try reordering.moveSection(from: 0, to: 1)
      controller.showsEmptySections = true
      #expect(world.text == "A: a b c | C: d | B:")
    }
  }

  @Test("A move is one step of undoing, and one event.")
  func undo() throws {
    let world = try World()
    let context = world.library.context
    try world.library.run {
      let undo = UndoManager()
      undo.groupsByEvent = false
      context.undoManager = undo
      let reordering = ListReordering(of: world.controller, position: "position")
      // There is no number between 0 and 1, so that several rows are written.
      try reordering.move(from: [2, 0], to: [0, 1])
      #expect(world.text == "A: a d b c | B: | C:")
      #expect(undo.groupingLevel == 0)
      context.undo()
      context.processPendingChanges()
      #expect(world.text == "A: a b c | B: | C: d")
      #expect(!undo.canUndo)
      context.redo()
      context.processPendingChanges()
      #expect(world.text == "A: a d b c | B: | C:")
    }
  }

  @Test("A drop at the same place writes nothing.")
  func samePlace() throws {
    let world = try World()
    try world.library.run {
      let reordering = ListReordering(of: world.controller, position: "position")
      try reordering.move(from: [0, 1], to: [0, 1])
      try reordering.move(
        [[0, 0], [0, 1]].map { ItemPlace(section: $0[0], item: $0[1]) }, to: .init(section: 0, item: 0))
      #expect(!world.library.context.hasChanges)
    }
  }

  @Test("The bounds of the model are respected.")
  func bounds() throws {
    let world = try World(least: 0)
    try world.library.run {
      let reordering = ListReordering(of: world.controller, position: "position")
      try reordering.move(from: [2, 0], to: [0, 0])
      #expect(world.text == "A: d a b c | B: | C:")
      #expect(try #require(world.position(0, 0)) >= 0)
      try world.library.context.save()
    }
  }

  @Test("Floating-point positions are bisected, and renumbered before two meet.")
  func bisection() throws {
    let world = try World(.doubleAttributeType)
    try world.library.run {
      // If a neighbour were at 0, the positions would not run out for a thousand drags.
      for index in 0..<3 { world.controller.object(at: [0, index]).setValue(Double(index + 1), forKey: "position") }
      try world.library.context.save()
      let reordering = ListReordering(of: world.controller, position: "position")
      var most = 0
      for step in 0..<200 {
        // Moves the last of three rows between the two others.
        try reordering.move(from: [0, 2], to: [0, 1])
        most = max(most, world.library.context.updatedObjects.count)
        let names = step % 2 == 0 ? "a c b" : "a b c"
        #expect(world.text == "A: \(names) | B: | C: d", "drag \(step)")
        try world.library.context.save()
      }
      // When no number is left between two rows, the row that was passed is written instead of the dragged one.
      #expect(most == 1)
    }
  }

  @Test("Changes that wait are an event of their own, and the row is dropped beside the same neighbours.")
  func pending() throws {
    let world = try World()
    try world.library.run {
      let country = try #require(world.controller.section(at: 0))
      world.library.zone("z", -5, in: country)
      let reordering = ListReordering(of: world.controller, position: "position")
      try reordering.move(from: [0, 2], to: [0, 1])
      #expect(world.text == "A: z a c b | B: | C: d")
      // There is no number between 0 and 1, so that b gets another position.
      let move = ["will", "item update [0, 3] b", "did"]
      #expect(world.recorder.take() == ["will", "item insert [0, 0] z", "did"] + move)
    }
  }

  @Test("If a waiting change moves the neighbour to another section, the row stays in the one where it was dropped.")
  func neighbourLeaves() throws {
    let world = try World()
    try world.library.run {
      let country = try #require(world.controller.section(at: 1))
      world.controller.object(at: [0, 1]).setValue(country, forKey: "country")
      let reordering = ListReordering(of: world.controller, position: "position")
      // The target is behind b, which the waiting change moves to B.
      try reordering.move(from: [2, 0], to: [0, 2])
      #expect(world.text == "A: a d c | B: b | C:")
      #expect(world.recorder.take() == ["will", "item move [0, 1]→[1, 0] b", "did"])
    }
  }

  @Test("Changes that wait are an event of their own before a section moves, too, and it moves beside its neighbours.")
  func pendingSections() throws {
    let world = try World()
    try world.library.run {
      world.library.country("Z", -1)
      let reordering = ListReordering(of: world.controller, position: "position", sectionPosition: "position")
      // The target is before A, and therefore behind the new Z.
      try reordering.moveSection(from: 2, to: 0)
      #expect(world.text == "Z: | C: d | A: a b c | B:")
      #expect(Array(world.recorder.take().prefix(3)) == ["will", "section insert 0 Z", "did"])
      try world.library.context.save()
      #expect(world.text == "Z: | C: d | A: a b c | B:")
      world.library.context.delete(try #require(world.controller.section(at: 1)))
      #expect(throws: ListReorderingError.noSuchPlace("The section has left the list before it was moved.")) {
        try reordering.moveSection(from: 1, to: 0)
      }
      #expect(world.text == "Z: | A: a b c | B:")
    }
  }

  @Test("In a delegate's method, a move is reported as the next event.")
  func inCallback() throws {
    let world = try World()
    world.library.run {
      let reordering = ListReordering(of: world.controller, position: "position")
      world.recorder.during = { [recorder = world.recorder] line, _ in
        guard line == "did" else { return }
        recorder.during = nil
        #expect(throws: Never.self) { try reordering.move(from: [0, 2], to: [0, 0]) }
      }
      world.library.zone("z", -5, in: world.controller.section(at: 0))
      world.library.context.processPendingChanges()
      #expect(world.text == "A: b z a c | B: | C: d")
      let lines = ["will", "item insert [0, 0] z", "did", "will", "item move [0, 2]→[0, 0] b", "did"]
      #expect(world.recorder.take() == lines)
    }
  }

  @Test("A row that is dropped in a folded section is the last one there.", arguments: [false, true])
  func folded(isLimited: Bool) throws {
    let world = try World()
    func fold(_ isFolded: Bool) {
      if isLimited {
        world.controller.setItemLimit(isFolded ? .none : .all, ofSectionAt: 2)
      } else {
        world.controller.setFolded(isFolded, sectionAt: 2)
      }
    }
    try world.library.run {
      // A position that no new one reaches by chance.
      world.controller.object(at: [2, 0]).setValue(1 << 30, forKey: "position")
      world.library.context.processPendingChanges()
      fold(true)
      #expect(world.text == "A: a b c | B: | C:")
      let reordering = ListReordering(of: world.controller, position: "position")
      try reordering.move(from: [0, 0], to: [2, 0])
      #expect(world.text == "A: b c | B: | C:")
      try reordering.move(from: [0, 1], to: [2, 0])
      fold(false)
      #expect(world.text == "A: b | B: | C: d a c")
    }
  }

  @Test("A hidden row keeps its place around the shown ones.")
  func hidden() throws {
    let world = try World()
    let library = world.library
    try library.run {
      world.controller.object(at: [0, 1]).setValue(true, forKey: "isDone")
      try library.context.save()
      world.controller.itemFetchRequest.predicate = NSPredicate(format: "isDone == NO")
      try world.controller.performFetch()
      #expect(world.text == "A: a c | B: | C: d")
      let reordering = ListReordering(of: world.controller, position: "position")
      // The target is behind a and before the hidden b.
      try reordering.move(from: [2, 0], to: [0, 1])
      #expect(world.text == "A: a d c | B: | C:")
      try library.context.save()
      #expect(try library.stored(library.zones()) == ["a", "d", "b", "c"])
    }
  }

  @Test("A limit of the section hides rows, too.")
  func limit() throws {
    let world = try World { $0.itemLimit = .first(2) }
    try world.library.run {
      let reordering = ListReordering(of: world.controller, position: "position")
      try reordering.move(from: [0, 0], to: [0, 1])
      #expect(world.text == "A: b a | B: | C: d")
      try world.library.context.save()
      #expect(
        try world.library.stored(world.library.zones(where: NSPredicate(format: "country.name == 'A'"))) == [
          "b", "a", "c",
        ])
    }
  }

  @Test("Unmatched items get a section, and lose it.")
  func unmatched() throws {
    let world = try World { $0.unmatchedItems = .shownLast }
    try world.library.run {
      world.library.zone("u", 1, in: nil)
      try world.library.context.save()
      #expect(world.text == "A: a b c | B: | C: d | unmatched: u")
      let reordering = ListReordering(of: world.controller, position: "position")
      try reordering.move(from: [0, 0], to: [3, 1])
      try reordering.move(from: [3, 0], to: [1, 0])
      #expect(world.text == "A: b c | B: u | C: d | unmatched: a")
    }
  }

  /// The list is `w: a1 a2 b1`. The countries A and B belong to the world w, and their own positions come first in the
  /// order.
  @Test("Sections over two relationships: rows of one section may differ by the first one, which then decides.")
  func twoRelationships() throws {
    let library = try ZoneLibrary()
    try library.run {
      let world = library.insert("World", ["name": "w"])
      for (index, name) in ["a", "b"].enumerated() {
        let country = library.country(name.uppercased(), index)
        country.setValue(world, forKey: "world")
        for number in 1...(2 - index) { library.zone("\(name)\(number)", number, in: country) }
      }
      try library.context.save()
      let worlds = NSFetchRequest<NSManagedObject>(entityName: "World")
      worlds.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let zones = library.zones()
      zones.sortDescriptors?.insert(NSSortDescriptor(key: "country.position", ascending: true), at: 0)
      let controller = ZoneLibrary.Controller(
        itemFetchRequest: zones, sectionFetchRequest: worlds, managedObjectContext: library.context,
        sectionGroupingKeyPath: "country.world.name", cacheName: nil)
      controller.verifiesChanges = true
      try controller.performFetch()
      #expect(ZoneLibrary.text(controller) == "w: a1 a2 b1")
      let reordering = ListReordering(of: controller, position: "position")
      let first = ItemPlace(section: 0, item: 0)
      #expect(throws: ListReorderingError.decidedByOtherKeys(["country.position"])) {
        try reordering.move(from: first, to: ItemPlace(section: 0, item: 2))
      }
      #expect(!library.context.hasChanges)
      let target = reordering.target(from: first, proposed: ItemPlace(section: 0, item: 2))
      #expect(target == ItemPlace(section: 0, item: 1))
      try reordering.move(from: first, to: target)
      #expect(ZoneLibrary.text(controller) == "w: a2 a1 b1")
    }
  }

  @Test("A mistake is named, and nothing is changed.")
  func mistakes() throws {
    let world = try World()
    world.library.run {
      func error(_ position: String, _ move: (ListReordering) throws -> Void) -> ListReorderingError? {
        #expect(throws: ListReorderingError.self) { try move(ListReordering(of: world.controller, position: position)) }
      }
      let first = { (reordering: ListReordering) in try reordering.move(from: [0, 2], to: [0, 0]) }
      #expect(
        error("positon", first)?.description
          == "Zone has no attribute “positon” for positions; it has group, isDone, name, position, rank. Did you mean "
          + "'position'?")
      #expect(error("name", first) == .unsuitableAttribute(name: "name", entity: "Zone"))
      #expect(error("rank", first) == .notSorted(by: "rank", descriptors: ["position"]))
      #expect(error("position") { try $0.move(from: [0, 3], to: [0, 0]) } != nil)
      #expect(error("position") { try $0.move(from: [0, 0], to: [0, 3]) } != nil)
      #expect(error("position") { try $0.move(from: [0, 0], to: [3, 0]) } != nil)
      #expect(!world.library.context.hasChanges && world.recorder.take().isEmpty)
    }
    let fresh = try ZoneLibrary()
    fresh.run {
      let reordering = ListReordering(of: fresh.controller(), position: "position")
      #expect(throws: ListReorderingError.notFetched) { try reordering.check() }
    }
  }
}
