import Foundation
import OrderedRows
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetched results controller against fresh fetches, over random edits") struct ResultsStressTests {
  struct Shape: CustomTestStringConvertible {
    let name: String
    let sort: [NSSortDescriptor]
    var sections: String?
    var predicate: NSPredicate?
    var testDescription: String { name }

    init(_ name: String, _ sort: [String], sections: String? = nil, where predicate: String? = nil) {
      self.name = name
      self.sort = sort.map { key in
        key.hasPrefix("-")
          ? NSSortDescriptor(key: String(key.dropFirst()), ascending: false)
          : NSSortDescriptor(key: key, ascending: true)
      }
      self.sections = sections
      self.predicate = predicate.map { NSPredicate(format: $0, argumentArray: []) }
    }
  }

  // Each test makes its own shape, because predicates and sort descriptors are not shared between threads.
  static let names = [
    "flat", "flat with ties", "by genre", "by genre, descending, filtered", "by genre, filtered", "by singer",
    "by singer and number", "by singer's name", "by producer's name", "by badge", "by initial", "by singer, ranked",
    "singer's rank, any tag", "in no order, filtered",
  ]

  static func shape(_ name: String) -> Shape {
    switch name {
    case "flat": Shape(name, ["title"])
    case "flat with ties": Shape(name, ["-number"])
    case "by genre": Shape(name, ["genre", "title"], sections: "genre")
    case "by genre, descending, filtered": Shape(name, ["-genre", "number"], sections: "genre", where: "number < 6")
    case "by genre, filtered": Shape(name, ["genre", "title"], sections: "genre", where: "number < 4")
    case "by singer and number": Shape(name, ["-singer", "number"], sections: "singer")
    case "by singer": Shape(name, ["singer", "-title"], sections: "singer")
    case "by singer's name": Shape(name, ["singer.name", "number"], sections: "singer.name")
    case "by producer's name": Shape(name, ["producer.name", "title"], sections: "producer.name")
    case "by badge": Shape(name, ["title"], sections: "badge")
    case "by initial": Shape(name, ["title"], sections: "initial")
    case "in no order, filtered": Shape(name, [], where: "number < 5")
    // Sections are not in the order of their keys, and all of them change places when ranks change.
    case "by singer, ranked": Shape(name, ["singer.rank", "singer", "number"], sections: "singer")
    default: Shape(name, ["singer.rank", "title"], where: "ANY tags.name BEGINSWITH 'a' OR singer.rank > 2")
    }
  }

  @Test(arguments: TestSeeds.share(of: names), MusicStack.types) func everyEventLeadsToTheFreshFetch(
    name: String, type: String
  ) throws {
    try run(name, type) { $0.newContext() }
  }

  /// Each parent context saves as soon as its child has saved, because otherwise the store would lack the saves.
  @Test(arguments: TestSeeds.share(of: names), MusicStack.types) func theSameWithContextsAbove(
    name: String, type: String
  ) throws {
    let saver = ChainSaver()
    try run(name, type) { stack in
      saver.follow(Family.context(below: Family.context(below: stack.newContext(), .privateQueue)))
    }
  }

  private func run(
    _ name: String, _ type: String, _ makeContext: (MusicStack) -> NSManagedObjectContext
  ) throws {
    let seed = ProcessInfo.processInfo.environment["SECTIONS_SEED"].flatMap(UInt64.init) ?? .random(in: 1...UInt64.max)
    print("fetched results, \(name), \(type): SECTIONS_SEED=\(seed)")
    let shape = Self.shape(name)
    let stack = try MusicStack(type, MusicModel.make(tracks: BadgedTrack.self))
    let context = makeContext(stack)
    let editor = RandomEditor(stack, context, seed: seed)
    try context.edit {
      try editor.fill()
      try context.save()
    }
    let replay = ReplayingDelegate()
    let controller = try context.edit {
      try context.tracks(shape.sort, sections: shape.sections, where: shape.predicate, delegate: replay)
    }
    // The callbacks of the other controller edit, too, before one of both is notified of the event.
    let other = ReplayingDelegate()
    let otherController = try context.edit {
      try context.tracks([NSSortDescriptor(key: "number", ascending: true)], delegate: other)
    }
    context.edit {
      replay.start(controller)
      other.start(otherController)
      for delegate in [replay, other] { delegate.during = { try editor.editInCallback() } }
    }
    for step in 0..<max(30, TestSeeds.rounds(80)) {
      let what = try editor.event(step)
      try context.edit {
        let fresh = try context.tracks(shape.sort, sections: shape.sections, where: shape.predicate)
        try #require(replay.problem == nil, "step \(step), \(what), SECTIONS_SEED=\(seed)")
        try #require(controller.ids == fresh.ids, "step \(step), \(what), SECTIONS_SEED=\(seed)")
        try #require(
          controller.sections?.map(\.name) == fresh.sections?.map(\.name), "step \(step), SECTIONS_SEED=\(seed)")
        try #require(replay.sections == fresh.ids, "step \(step), \(what), SECTIONS_SEED=\(seed)")
        try #require(
          fresh.ids.joined().elementsEqual(try fetched(shape, in: context)), "step \(step), SECTIONS_SEED=\(seed)")
        controller.tracker.list?.withRows { $0.expectPlaces() }
        let otherFresh = try context.tracks([NSSortDescriptor(key: "number", ascending: true)])
        try #require(otherController.ids == otherFresh.ids, "step \(step), \(what), SECTIONS_SEED=\(seed)")
        try #require(
          other.problem == nil && other.sections == otherController.ids, "step \(step), SECTIONS_SEED=\(seed)")
        replay.start(controller)
        other.start(otherController)
      }
    }
  }

  private func fetched(_ shape: Shape, in context: NSManagedObjectContext) throws -> [ObjectIdentifier] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = shape.sort
    request.predicate = shape.predicate
    return try context.fetch(request).map { ObjectIdentifier($0) }
  }
}

extension NSFetchedResultsController where ResultType == NSManagedObject {
  var ids: [[ObjectIdentifier]] {
    (sections ?? []).map { ($0.objects ?? []).compactMap { ($0 as? NSManagedObject).map { ObjectIdentifier($0) } } }
  }
}

/// A delegate that replays the reports on arrays of the objects.
final class ReplayingDelegate: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var sections: [[ObjectIdentifier]] = []
  private(set) var problem: String?
  /// A closure that is called within every call.
  var during: (() throws -> Void)?
  /// Retains the objects, so that all fetches return the same ones.
  private var kept: [NSManagedObject] = []
  private var deletedSections: [Int] = []
  private var insertedSections: [Int] = []
  private var leaving: [(object: ObjectIdentifier, place: IndexPath)] = []
  private var coming: [(object: ObjectIdentifier, place: IndexPath)] = []

  func start(_ controller: NSFetchedResultsController<NSManagedObject>) {
    kept = controller.fetchedObjects ?? []
    sections = controller.ids
  }

  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    (deletedSections, insertedSections, leaving, coming) = ([], [], [], [])
    act()
  }

  private func act() {
    do { try during?() } catch { problem = "\(error)" }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    if type == .delete { deletedSections.append(sectionIndex) } else { insertedSections.append(sectionIndex) }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard let object = anObject as? NSManagedObject else { return }
    kept.append(object)
    let id = ObjectIdentifier(object)
    if type == .update, let indexPath {
      if sections[indexPath[0]][indexPath[1]] != id {
        problem = "the update at \(indexPath) is of another object, \(object.objectID)"
      }
      return
    }
    if let indexPath { leaving.append((id, indexPath)) }
    if let newIndexPath { coming.append((id, newIndexPath)) }
    act()
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    for (object, place) in leaving.sorted(by: { $0.place > $1.place }) {
      if sections[place[0]].remove(at: place[1]) != object { problem = "another object left \(place)" }
    }
    for section in deletedSections {
      if !sections.remove(at: section).isEmpty { problem = "the deleted section \(section) was not empty" }
    }
    for section in insertedSections { sections.insert([], at: section) }
    for (object, place) in coming.sorted(by: { $0.place < $1.place }) {
      sections[place[0]].insert(object, at: place[1])
    }
    act()
  }
}

/// Edits music at random: few objects or many, followed by a save, a merge, an undo, a rollback or nothing.
private final class RandomEditor {
  let ours: NSManagedObjectContext
  let other: NSManagedObjectContext
  var generator: SeededRandom
  /// The number of edits that callbacks may still make in this step.
  private var left = 0

  init(_ stack: MusicStack, _ context: NSManagedObjectContext, seed: UInt64) {
    ours = context
    other = stack.newContext()
    generator = SeededRandom(seed: seed)
  }

  func fill() throws {
    for number in 0..<6 {
      try ours.insert("Person", ["name": "p\(number % 4)", "rank": Int64(number % 4)])
      try ours.insert("Tag", ["name": number < 3 ? "a\(number)" : "b\(number)"])
    }
    for _ in 0..<40 { try insert(in: ours) }
    ours.undoManager = UndoManager()
  }

  /// Performs a random action as one event, and returns its description.
  func event(_ step: Int) throws -> String {
    let context = ours
    left = pick(3) == 0 ? 2 : 0
    let dice = pick(24)
    let count = pick(5) == 0 ? 25 : 1 + pick(3)
    if dice < 12 {
      try context.edit { try edit(context, count) }
      return "\(count) edits"
    }
    if dice < 15 {
      try context.edit { try context.save() }
      return "save"
    }
    if dice < 16 {
      context.edit { context.rollback() }
      return "rollback"
    }
    if dice >= 20 {
      let (undone, redone) = (1 + pick(3), pick(3))
      context.edit {
        for _ in 0..<undone { context.undo() }
        for _ in 0..<redone { context.redo() }
      }
      return "\(undone) undone, \(redone) redone"
    }
    // Another context saves, and this one may merge that. This one saves first, so that nothing conflicts.
    try context.edit { try context.save() }
    let posted = Protected<Notification?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { notification in posted.withLock { $0 = notification } }
    defer { NotificationCenter.default.removeObserver(token) }
    try other.edit {
      try edit(other, count)
      try other.save()
      other.reset()
    }
    if let saved = posted.withLock({ $0 }) { context.edit { context.mergeChanges(fromContextDidSave: saved) } }
    return "merge of \(count) edits"
  }

  /// Makes further changes while an event is delivered. Later callbacks of this event report them, or the next event.
  func editInCallback() throws {
    guard left > 0, pick(3) == 0 else { return }
    left -= 1
    for _ in 0...pick(3) {
      try edit(ours, 1)
      if pick(2) == 0 { ours.processPendingChanges() }
    }
    if pick(5) == 0 { try ours.save() }
  }

  private func edit(_ context: NSManagedObjectContext, _ count: Int) throws {
    for _ in 0..<count {
      let tracks = try all("Track", in: context)
      switch pick(10) {
      case 0, 1: try insert(in: context)
      case 2: if let track = one(of: tracks) { context.delete(track) }
      case 3: one(of: tracks)?.setValue(one(of: try all("Person", in: context)), forKey: "singer")
      case 4:
        one(of: tracks)?.setValue(pick(4) == 0 ? nil : one(of: try all("Person", in: context)), forKey: "producer")
      case 5: one(of: tracks)?.setValue("g\(pick(5))", forKey: "genre")
      case 6: one(of: tracks)?.setValue(Int64(pick(9)), forKey: "number")
      case 7: one(of: tracks)?.setValue("\(["a", "b", "c"][pick(3)])\(pick(90))", forKey: "title")
      case 8:
        let person = one(of: try all("Person", in: context))
        person?.setValue(pick(2) == 0 ? "p\(pick(9))" : nil, forKey: "name")
        person?.setValue(Int64(pick(5)), forKey: "rank")
      default:
        let tags = Set(try all("Tag", in: context).filter { _ in pick(3) == 0 })
        if pick(3) == 0 { tags.first?.setValue("\(["a", "b"][pick(2)])x", forKey: "name") }
        one(of: tracks)?.setValue(tags, forKey: "tags")
      }
    }
  }

  private func insert(in context: NSManagedObjectContext) throws {
    let track = try context.insert(
      pick(4) == 0 ? "LiveTrack" : "Track",
      [
        "title": "\(["a", "b", "c"][pick(3)])\(pick(90))", "number": Int64(pick(9)), "genre": "g\(pick(5))",
      ])
    track.setValue(one(of: try all("Person", in: context)), forKey: "singer")
    track.setValue(one(of: try all("Person", in: context)), forKey: "producer")
  }

  private func all(_ entity: String, in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = []
    return try context.fetch(request)
  }

  private func one(of objects: [NSManagedObject]) -> NSManagedObject? {
    objects.randomElement(using: &generator)
  }
  private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}
