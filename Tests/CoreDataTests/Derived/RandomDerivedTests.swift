import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Derived attributes under random saves")
struct RandomDerivedTests {
  /// After each save, the values in the context and in the store must equal values computed by hand.
  @Test("Each value is what its expression says", arguments: TestSeeds.seeds(15), MusicStack.types)
  func eachValueIsWhatItsExpressionSays(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    var random = SeededRandom(seed: seed)
    try stack.run { context in
      for step in 0..<30 {
        for _ in 0..<Int.random(in: 1...4, using: &random) { try edit(context, &random) }
        try context.save()
        let place = "step \(step), SECTIONS_SEED=\(seed)"
        try check(context, place)
        if Int.random(in: 0..<4, using: &random) == 0 {
          context.reset()
          try check(context, "\(place), read again")
        }
      }
    }
  }

  private func check(_ context: NSManagedObjectContext, _ place: String) throws {
    let (found, expected) = (try DerivedModel.found(context), try DerivedModel.expected(context))
    let wrong = zip(found, expected).first { $0 != $1 }
    try #require(found == expected, "\(place): \(wrong?.0 ?? "") in the place of \(wrong?.1 ?? "")")
  }

  /// Lists that are sorted by derived attributes, or that show them, in the context that saves and in one that merges.
  /// After each step they must equal a fresh fetch.
  @Test("Lists follow what saves compute", arguments: TestSeeds.seeds(10), MusicStack.types)
  func listsFollow(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    let other = stack.newContext()
    other.automaticallyMergesChangesFromParent = true
    var random = SeededRandom(seed: seed)
    let above = try other.performAndWait { try DerivedLists(other) }
    try stack.run { context in
      let lists = try DerivedLists(context)
      for step in 0..<20 {
        for _ in 0..<Int.random(in: 1...4, using: &random) { try edit(context, &random) }
        try context.save()
        let place = "step \(step), SECTIONS_SEED=\(seed)"
        try lists.check(place)
        try other.performAndWait { try above.check("\(place), elsewhere") }
      }
    }
  }

  /// Two contexts change the same objects and merge each other's saves late. A change that a merge policy makes must be
  /// reported once. When all saves are merged, the lists must equal a fresh fetch.
  @Test("Lists follow what policies settle", arguments: TestSeeds.seeds(10), MusicStack.types)
  func listsFollowSettledConflicts(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    var random = SeededRandom(seed: seed)
    let contexts = [stack.newContext(), stack.newContext()]
    let lists = try contexts.map { context in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      return try context.performAndWait { UncheckedTransfer(try DerivedLists(context)) }
    }
    var unmerged: [[Notification]] = [[], []]
    for step in 0..<30 {
      let place = Int.random(in: 0...1, using: &random)
      let context = contexts[place]
      if Bool.random(using: &random) {
        for saved in unmerged[place] { context.mergeChanges(fromContextDidSave: saved) }
        unmerged[place] = []
      }
      unmerged[1 - place].append(
        try context.performAndWait {
          let artists = try context.all("Artist").sorted { $0.objectID.key.precedesByIdentity($1.objectID.key) }
          // Most conflicts concern the first artist.
          artists.first?.setValue("N\(step)", forKey: "name")
          for _ in 0..<Int.random(in: 0...2, using: &random) { try edit(context, &random) }
          if !context.hasChanges { try context.insert("Artist", ["name": "new"]) }
          return try MusicStack.save(context)
        })
      for place in 0...1 where unmerged[place].isEmpty {
        try contexts[place].performAndWait { try lists[place].value.check("step \(step), SECTIONS_SEED=\(seed)") }
      }
    }
  }

  /// The same with another coordinator. It reads the saves in a history, one by one, or several at once.
  @Test("Lists elsewhere follow what saves compute", arguments: TestSeeds.seeds(10), MusicStack.types.dropFirst())
  func listsElsewhereFollow(seed: UInt64, type: String) async throws {
    let stack = try MusicStack(type, DerivedModel.make(), options: [NSPersistentHistoryTrackingKey: true])
    let other = try stack.newExternalContext()
    other.automaticallyMergesChangesFromParent = true
    var random = SeededRandom(seed: seed)
    let lists = try other.performAndWait { UncheckedTransfer(try DerivedLists(other)) }
    for step in 0..<12 {
      try stack.run { context in
        for _ in 0..<Int.random(in: 1...4, using: &random) { try edit(context, &random) }
        try context.save()
      }
      if step < 11, Bool.random(using: &random) { continue }
      let end = Date().addingTimeInterval(300)
      while try other.performAndWait({ try !lists.value.areCurrent }), Date() < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      try other.performAndWait { try lists.value.check("step \(step), SECTIONS_SEED=\(seed)") }
    }
  }

  private func edit(_ context: NSManagedObjectContext, _ random: inout SeededRandom) throws {
    let entity = try #require(["Artist", "Album", "Song", "Song", "Single", "Tag"].randomElement(using: &random))
    // Sorted by identity, so that each run of a seed is the same.
    let objects = try context.all(entity).sorted { $0.objectID.key.precedesByIdentity($1.objectID.key) }
    let known = objects.randomElement(using: &random)
    let object: NSManagedObject
    switch (known, Int.random(in: 0..<10, using: &random)) {
    case (let known?, 0): return context.delete(known)
    case (let known?, 1...6): object = known
    default: object = try context.insert(entity)
    }
    func any(_ entity: String) throws -> NSManagedObject? {
      guard Int.random(in: 0..<5, using: &random) > 0 else { return nil }
      return try context.all(entity).sorted { $0.objectID.key.precedesByIdentity($1.objectID.key) }
        .randomElement(using: &random)
    }
    switch entity {
    case "Artist":
      object.setValue(["Élan", "zoë", "Q", nil].randomElement(using: &random)?.map { $0 as Any }, forKey: "name")
      object.setValue(Int.random(in: 0...9, using: &random), forKey: "fans")
      // An unsaved song may be deleted before the save, and nothing would remove it from the favorites then.
      let favorites = [try any("Song"), try any("Song")].compactMap { $0 }.filter { !$0.objectID.isTemporaryID }
      object.setValue(Set(favorites), forKey: "favorites")
    case "Album": object.setValue(try any("Artist"), forKey: "artist")
    case "Tag": object.setValue(Set([try any("Song"), try any("Song")].compactMap { $0 }), forKey: "songs")
    default:
      object.setValue(try any("Album"), forKey: "album")
      object.setValue([nil, 10, 20].randomElement(using: &random)?.map { $0 as Any }, forKey: "seconds")
      object.setValue(
        [nil, Decimal(string: "0.25"), 3].randomElement(using: &random)?.map { $0 as Any }, forKey: "price")
      if Bool.random(using: &random) {
        object.setValue(Set([try any("Tag"), try any("Tag")].compactMap { $0 }), forKey: "tags")
      }
    }
  }
}

/// Lists of all entities, sorted by derived attributes.
private final class DerivedLists: NSObject, NSFetchedResultsControllerDelegate {
  private let context: NSManagedObjectContext
  private var lists: [NSFetchedResultsController<NSManagedObject>] = []

  init(_ context: NSManagedObjectContext) throws {
    self.context = context
    super.init()
    for (entity, key) in [
      ("Artist", "plainName"), ("Artist", "savedAt"), ("Artist", "favoriteCount"), ("Album", "songCount"),
      ("Album", "artistName"),
      ("Song", "plainArtist"), ("Song", "tagCount"), ("Song", "loudArtist"), ("Tag", "songCount"),
    ] {
      for limit in [0, 3] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)]
        request.fetchLimit = limit
        lists.append(try list(request))
      }
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.predicate = NSPredicate(format: key.hasSuffix("Count") ? "%K > 0" : "%K != nil", key)
      request.sortDescriptors = []
      lists.append(try list(request))
    }
  }

  private func list(
    _ request: NSFetchRequest<NSManagedObject>
  ) throws -> NSFetchedResultsController<NSManagedObject> {
    let list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    list.delegate = self
    try list.performFetch()
    return list
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

  var areCurrent: Bool {
    get throws { try lists.allSatisfy { try context.fetch($0.fetchRequest) == $0.fetchedObjects } }
  }

  func check(_ place: String) throws {
    for list in lists {
      let fresh = try context.fetch(list.fetchRequest)
      let shown = list.fetchedObjects ?? []
      let order = (list.fetchRequest.sortDescriptors ?? []).compactMap(\.key)
      let what =
        "\(list.fetchRequest.entityName ?? "") by \(order), \(list.fetchRequest.predicate?.description ?? "all")"
      try #require(shown == fresh, "\(place): \(what), \(list.fetchRequest.fetchLimit)")
    }
  }
}
