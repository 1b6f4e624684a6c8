import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("The identity map")
struct ObjectRegistryTests {
  @Test("One object for one key while it is held", arguments: MusicStack.types)
  func identity(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let id = tag.objectID
      #expect(context.object(with: id) === tag)
      #expect(context.registeredObject(for: id) === tag)
      #expect(try context.existingObject(with: id) === tag)
      #expect(try context.all("Tag").first === tag)
    }
    try stack.run { context in
      let ids = try context.all("Tag").map(\.objectID)
      #expect(context.registeredObjects.isEmpty)
      context.retainsRegisteredObjects = true
      _ = context.object(with: try #require(ids.first))
      #expect(context.registeredObjects.count == 1)
    }
  }

  @Test("Changed objects are kept alive by the context, and no relationship keeps one alive")
  func lifetime() throws {
    try MusicStack(NSInMemoryStoreType).run { context in
      weak var artist: NSManagedObject?
      weak var album: NSManagedObject?
      do {
        let strong = try context.insert("Artist", ["name": "Nina"])
        album = try context.insert("Album", ["title": "a", "artist": strong])
        artist = strong
      }
      #expect(artist != nil && album != nil)
      try context.save()
      #expect(artist == nil && album == nil)
    }
  }

  @Test("On the main queue, outside a block, what was fetched and saved lives to the end of the turn")
  @MainActor func lifetimeWithoutBlock() async throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = stack.coordinator
    try context.insert("Tag", ["name": "a"])
    try context.save()
    #expect(context.registeredObjects.count == 1)
    context.reset()
    _ = try context.all("Tag")
    #expect(context.registeredObjects.count == 1)
    // A block releases only the objects that it reached itself.
    try context.insert("Artist", ["name": "Nina"])
    try context.save()
    context.reset()
    _ = try context.all("Tag")
    try context.performAndWait { () throws in #expect(try context.all("Artist").count == 1) }
    #expect(context.registeredObjects.map(\.entity.name) == ["Tag"])
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    #expect(context.registeredObjects.isEmpty)
  }

  @Test(
    "A fault has 64 bytes with its header of two words: its parts leave no gap, and further state is behind one word")
  func size() {
    #expect(MemoryLayout<ObjectContent.Extra>.size == MemoryLayout<Int>.size)
    let parts = [
      MemoryLayout<ObjectIdentity>.size, MemoryLayout<ObjectLifeCycle>.size, MemoryLayout<ObjectContent>.size,
    ]
    let size = parts.reduce(2 * MemoryLayout<Int>.size, +)
    #expect(size == 64)
  }

  @Test("A fault takes newer values that a fetch brings, an object whose values were seen does not")
  func newerRows() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      let ids = tags.map(\.objectID)
      context.refresh(tags[0], mergeChanges: false)
      _ = try context.all("Tag")
      #expect(tags[0].isFault && tags[0].row != nil)
      let other = stack.newContext()
      try other.performAndWait {
        for id in ids { other.object(with: id).setValue("new", forKey: "name") }
        try other.save()
      }
      _ = try context.all("Tag")
      #expect(tags.map { $0.text("name") } == ["new", "b"])
    }
  }

  @Test("Objects of many keys are those of each key, whoever is there already", arguments: MusicStack.types)
  func many(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      for number in 0..<600 { _ = try context.insert("Tag", ["name": "\(number)"]) }
      try context.save()
    }
    try stack.run { context in
      let keys = try context.all("Tag").map(\.key)
      let held = keys.enumerated().filter { $0.offset.isMultiple(of: 3) }.map { context.graph.object(for: $0.element) }
      // A repeated key must give the same object.
      let asked = keys + keys.prefix(200)
      let objects = context.graph.objects(for: asked)
      #expect(objects.map(\.key) == asked)
      #expect(zip(asked, objects).allSatisfy { context.graph.object(for: $0) === $1 })
      #expect(Set(held).isSubset(of: objects) && Set(objects).count == keys.count)
    }
  }

  @Test("The page table answers as a dictionary does")
  func twin() {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    print("page table seed \(seed); set SEED to repeat")
    var generator = SeededRandom(seed: seed)
    var table = PageTable()
    var twin: [Int64: UnsafeMutableRawPointer] = [:]
    var differences = 0
    for _ in 0..<20_000 {
      // Pages for indices below 0, or above the directory, are in a dictionary.
      let isFar = Int.random(in: 0..<10, using: &generator) == 0
      let index = Int64.random(in: isFar ? .min ... .max : -500...5000, using: &generator)
      let isSet = Bool.random(using: &generator)
      let pointer = isSet ? UnsafeMutableRawPointer(bitPattern: Int.random(in: 1...Int.max, using: &generator)) : nil
      table.set(pointer, at: index)
      twin[index] = pointer
      let asked = Int64.random(in: -500...5000, using: &generator)
      if table.pointer(at: asked) != twin[asked] { differences += 1 }
    }
    var visited: [UnsafeMutableRawPointer] = []
    table.forEach { visited.append($0) }
    #expect(visited == twin.sorted { $0.key < $1.key }.map(\.value))
    for (index, pointer) in twin where table.pointer(at: index) != pointer { differences += 1 }
    #expect(differences == 0)
  }

  /// Another thread releases objects while the context makes them again.
  @Test("An object whose last reference is dropped elsewhere is not handed out")
  func races() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    let context = stack.newContext()
    let ids = try context.performAndWait {
      let tags = try (0..<50).map { try context.insert("Tag", ["name": "\($0)"]) }
      try context.save()
      return tags.map(\.objectID)
    }
    for _ in 0..<200 {
      let objects = Protected<[NSManagedObject]>([])
      context.performAndWait { objects.withLock { $0 = ids.map { context.object(with: $0) } } }
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        objects.withLock { $0.removeAll() }
        done.signal()
      }
      let found = context.performAndWait { ids.map { context.object(with: $0).objectID } }
      #expect(found == ids)
      done.wait()
    }
    #expect(stack.coordinator.persistentStores.count == 1)
  }

  @Test("IDs become permanent on request, before the save, and stay", arguments: MusicStack.types)
  func permanentIDs(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let artist = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": artist])
      let trace = EventTrace(context)
      context.processPendingChanges()
      try context.obtainPermanentIDs(for: [artist, album])
      #expect(trace.take() == ["+Nina +a", "promoted(Nina,a)"])
      let ids = [artist.objectID, album.objectID]
      #expect(ids.allSatisfy { !$0.isTemporaryID })
      #expect(artist.text("albums") == "{a}")
      #expect(album.text("artist") == "Nina")
      #expect(try context.all("Album").first === album)
      try context.save()
      #expect([artist.objectID, album.objectID] == ids)
      #expect(trace.take() == ["stored"])
    }
    try stack.run { (context) throws in #expect(try context.all("Artist").first?.text("albums") == "{a}") }
  }
}
