import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

/// Tasks read a list's updates while its context is edited at random. Some sequences have one reader, and one has
/// several.
@Suite("Several readers of one list's updates", .endsWithin(minutes: 20))
struct UpdateReadersTests {
  /// The updates that the tasks of one sequence received.
  ///
  /// Unchecked, because each access holds the lock.
  private final class Received: @unchecked Sendable {
    private let lock = NSLock()
    private var updates: [SectionedFetchedResultsUpdate] = []

    func add(_ update: SectionedFetchedResultsUpdate) { lock.withLock { updates.append(update) } }

    /// The updates in the order of their versions, because two tasks may record theirs in another order.
    var inOrder: [SectionedFetchedResultsUpdate] { lock.withLock { updates.sorted { $0.version < $1.version } } }

    var isEmpty: Bool { lock.withLock { updates.isEmpty } }
  }

  private func read(_ updates: SectionedFetchedResultsUpdates, into received: Received) -> Task<Void, Never> {
    Task { for await update in updates { received.add(update) } }
  }

  /// Expects that the changes of each update lead from the list of the update before to its own, unless a fetch was not
  /// reported. The last update must have the list at the end.
  private func check(
    _ received: Received, silentFetches: Int, endsWith last: MusicLibrary.Controller.Snapshot, seed: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let updates = received.inOrder
    let first = try #require(updates.first, sourceLocation: sourceLocation)
    #expect(first.changes == nil, sourceLocation: sourceLocation)
    #expect(updates.dropFirst().filter { $0.changes == nil }.count <= silentFetches, sourceLocation: sourceLocation)
    for (old, new) in zip(updates, updates.dropFirst()) {
      guard let changes = new.changes else { continue }
      try changes.check(old: old.snapshot, new: new.snapshot)
      #expect(
        try changes.apply(to: old.snapshot, contentOf: new.snapshot) == new.snapshot, sourceLocation: sourceLocation)
    }
    #expect(updates.last?.snapshot == last, "seed \(seed)", sourceLocation: sourceLocation)
  }

  @Test(arguments: TestSeeds.seeds(6, from: 700)) func eachListLeadsToTheNext(seed: UInt64) async throws {
    let library = try MusicLibrary(seed % 3 == 0 ? .sqlite : .memory, hasSubentities: seed % 2 == 1)
    var random = SeededRandom(seed: seed)
    var controller: MusicLibrary.Controller? = try library.run {
      for number in 0..<4 { library.album("id\(number)", number) }
      try library.context.save()
      let controller = library.controller()
      try controller.performFetch()
      return controller
    }
    // Each of the first two sequences has one reader, and three tasks share the third.
    let received = (0..<3).map { _ in Received() }
    let sequences = library.run { received.compactMap { _ in controller?.updates } }
    var tasks = zip(sequences, received).map { read($0, into: $1) }
    // The first element of each sequence has the list before the edits. The test waits until one reader of each has it.
    while received.contains(where: \.isEmpty) { await Task.yield() }
    tasks += (0..<2).map { _ in read(sequences[2], into: received[2]) }
    var silentFetches = 0
    for step in 0..<150 {
      try library.run {
        try edit(library, &random)
        if random.oneIn(4), let controller { try shape(controller, &random, &silentFetches) }
      }
      if random.oneIn(3) { await Task.yield() }
      // One of the readers stops, and a new one starts. The other readers must go on.
      if step % 30 == 29 {
        tasks[2].cancel()
        tasks[2] = read(sequences[2], into: received[2])
      }
    }
    let last = try library.run { try #require(controller).snapshot }
    library.run { controller = nil }
    for task in tasks { await task.value }
    // Perhaps no task is waiting when the sequence ends. The last update is then kept for the next reader.
    await read(sequences[2], into: received[2]).value
    for received in received { try check(received, silentFetches: silentFetches, endsWith: last, seed: seed) }
  }

  private func edit(_ library: MusicLibrary, _ random: inout SeededRandom) throws {
    let context = library.context
    func all(_ entity: String) throws -> [NSManagedObject] {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      return try context.fetch(request)
    }
    let (albums, tracks) = (try all("Album"), try all("Track"))
    for _ in 0...random.below(3) {
      switch random.below(7) {
      case 0, 1:
        let entity = random.one(of: library.kinds(of: "Track"))
        let album = albums.isEmpty || random.oneIn(6) ? nil : random.one(of: albums)
        let track = library.track("T\(random.next())", random.below(9), in: album, entity: entity)
        // Some items have an ID that never changes, and others have one that changes when they are saved.
        if random.oneIn(2) { try context.obtainPermanentIDs(for: [track]) }
      case 2: if !tracks.isEmpty { context.delete(random.one(of: tracks)) }
      case 3: if !tracks.isEmpty { random.one(of: tracks).setValue(random.below(9), forKey: "position") }
      case 4:
        if let album = albums.first { tracks.last?.setValue(random.oneIn(2) ? album : albums.last, forKey: "album") }
      case 5: if !albums.isEmpty { random.one(of: albums).setValue(random.below(9), forKey: "position") }
      default:
        let album = library.album(
          "id\(random.next())", random.below(9), entity: random.one(of: library.kinds(of: "Album")))
        if random.oneIn(2) { try context.obtainPermanentIDs(for: [album]) }
      }
    }
    context.processPendingChanges()
    if random.oneIn(5) { try context.save() }
  }

  /// Changes the list in another way than by edits: a user's move, a fetch that is reported or not, a reset, or a
  /// policy.
  private func shape(
    _ controller: MusicLibrary.Controller, _ random: inout SeededRandom, _ silentFetches: inout Int
  ) throws {
    switch random.below(7) {
    case 0, 1: try move(in: controller, &random)
    case 2:
      let predicates = [nil, NSPredicate(format: "position < 7"), NSPredicate(format: "position > 1")]
      controller.itemFetchRequest.predicate = random.one(of: predicates)
      let isReported = !random.oneIn(4)
      try controller.performFetch(reporting: isReported)
      if !isReported { silentFetches += 1 }
    case 3:
      try controller.managedObjectContext.save()
      controller.managedObjectContext.reset()
      // Otherwise the controller fetches in the next turn of the queue.
      if random.oneIn(2) { try controller.performFetch() }
    case 4: controller.showsEmptySections.toggle()
    case 5: controller.unmatchedItems = random.oneIn(2) ? .shownLast : .hidden
    default: controller.itemLimit = random.oneIn(4) ? .all : .first(random.below(4))
    }
  }

  private func move(in controller: MusicLibrary.Controller, _ random: inout SeededRandom) throws {
    let sections = controller.allSections
    guard let from = sections.indices.filter({ sections[$0].numberOfObjects > 0 }).randomElement(using: &random) else {
      return
    }
    let (item, to) = (random.below(sections[from].numberOfObjects), random.below(sections.count))
    let end = random.below(sections[to].numberOfObjects + (from == to ? 0 : 1))
    let (track, album) = (controller.object(at: IndexPath(indexes: [from, item])), sections[to].object)
    controller.performUserMove(from: IndexPath(indexes: [from, item]), to: IndexPath(indexes: [to, end])) {
      if random.oneIn(2) { track.setValue(album, forKey: "album") }
      track.setValue(random.below(9), forKey: "position")
    }
  }
}
