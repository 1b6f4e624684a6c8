import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// Two contexts stand for two people who reorder one list. Each merges the other's saves.
@Suite("Two contexts reorder one list")
struct TwoContextsTests {
  /// A context with its list and the list's reordering.
  private struct Person {
    let context: NSManagedObjectContext
    let controller: ZoneLibrary.Controller
    let reordering: ListReordering

    init(_ library: ZoneLibrary, _ context: NSManagedObjectContext) throws {
      context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      self.context = context
      controller = library.controller(in: context)
      reordering = ListReordering(of: controller, position: "position")
      try context.performAndWait { try controller.performFetch() }
    }

    var names: [[String]] { context.performAndWait { ZoneLibrary.names(controller) } }

    func drag(_ random: inout SeededRandom) throws {
      let names = names
      let section = random.below(names.count)
      guard !names[section].isEmpty else { return }
      let other = random.below(names.count)
      let room = names[other].count - (section == other ? 1 : 0)
      let (from, to) = (random.below(names[section].count), random.below(room + 1))
      try context.performAndWait { try reordering.move(from: [section, from], to: [other, to]) }
    }

    /// Saves, and writes over what others have written to the same properties.
    func save() throws { try context.performAndWait { try context.save() } }

    /// Fetches again, because nobody has notified this context of the saves of another coordinator.
    func lookAgain() throws {
      try context.performAndWait {
        context.refreshAllObjects()
        try controller.performFetch()
      }
    }

    func merge(_ saved: Notification?) {
      guard let saved else { return }
      context.performAndWait { context.mergeChanges(fromContextDidSave: saved) }
    }
  }

  @Test("both see one order, which is the store's", arguments: TestSeeds.seeds(16))
  func oneOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try ZoneLibrary(isOnDisk: seed % 2 == 0)
    try library.run {
      let countries = (0..<2).map { library.country("c\($0)", $0) }
      for number in 0..<8 { library.zone("z\(number)", number / 2, in: countries[number % 2]) }
      try library.context.save()
    }
    let first = try Person(library, library.context)
    let second = try Person(library, library.container.newBackgroundContext())
    for round in 0..<40 {
      for _ in 0...random.below(2) { try first.drag(&random) }
      for _ in 0...random.below(2) { try second.drag(&random) }
      let saved = try first.context.posting { _ in }
      // If the second context does not know of the first one's save, its own save meets a conflict.
      let knows = random.oneIn(2)
      if knows { second.merge(saved) }
      let other = try second.context.posting { _ in }
      if !knows { second.merge(saved) }
      first.merge(other)
      let names = first.names
      #expect(second.names == names, "round \(round) of seed \(seed)")
      let third = try Person(library, library.container.newBackgroundContext())
      #expect(third.names == names, "round \(round) of seed \(seed)")
    }
  }

  @Test("two coordinators see one order, as two processes have them", arguments: TestSeeds.seeds(8))
  func twoCoordinators(seed: UInt64) throws { try Self.reorderByTwo(try ZoneLibrary(isOnDisk: true), seed) }

  /// Each of two coordinators drags rows before it knows of the other one's save, so that the second save meets
  /// conflicts.
  static func reorderByTwo(_ library: ZoneLibrary, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try library.run {
      let countries = (0..<2).map { library.country("c\($0)", $0) }
      for number in 0..<8 { library.zone("z\(number)", number / 2, in: countries[number % 2]) }
      try library.context.save()
    }
    let other = try library.makeOtherContainer()
    let (first, second) = (try Person(library, library.context), try Person(library, other.newBackgroundContext()))
    for round in 0..<20 {
      for _ in 0...random.below(2) { try first.drag(&random) }
      for _ in 0...random.below(2) { try second.drag(&random) }
      try first.save()
      try second.save()
      try first.lookAgain()
      try second.lookAgain()
      let names = first.names
      #expect(second.names == names, "round \(round) of seed \(seed)")
      #expect(Set(names.joined()).count == 8, "round \(round) of seed \(seed)")
      let third = try Person(library, library.container.newBackgroundContext())
      #expect(third.names == names, "round \(round) of seed \(seed)")
    }
  }
}
