import Foundation
import Testing

@testable import CoreData

/// A queue of songs, in order.
@Suite("What mutableOrderedSetValue gives is the relationship, whatever is done to it")
struct OrderedSetProxyTests {
  private let context: NSManagedObjectContext
  private let list: NSManagedObject

  init() throws {
    let model = NSManagedObjectModel()
    let (queue, song) = (NSEntityDescription(), NSEntityDescription())
    (queue.name, song.name) = ("Queue", "Song")
    let name = NSAttributeDescription()
    (name.name, name.attributeType, name.isOptional) = ("name", .stringAttributeType, true)
    let length = NSAttributeDescription()
    (length.name, length.attributeType, length.isOptional) = ("length", .integer64AttributeType, true)
    let (songs, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
    (songs.name, songs.destinationEntity, songs.inverseRelationship) = ("songs", song, owner)
    (songs.isOrdered, songs.maxCount, songs.isOptional) = (true, 0, true)
    (owner.name, owner.destinationEntity, owner.inverseRelationship) = ("queue", queue, songs)
    (owner.maxCount, owner.isOptional) = (1, true)
    queue.properties = [songs]
    song.properties = [name, length, owner]
    model.entities = [queue, song]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    self.context = context
    list = context.performAndWait { NSEntityDescription.insertNewObject(forEntityName: "Queue", into: context) }
    context.performAndWait { for name in ["a", "b", "c", "d"] { append(name) } }
  }

  private func song(_ name: String) -> NSManagedObject {
    let song = NSEntityDescription.insertNewObject(forEntityName: "Song", into: context)
    song.setValue(name, forKey: "name")
    return song
  }

  private func append(_ name: String) { proxy.add(song(name)) }

  private var proxy: NSMutableOrderedSet { list.mutableOrderedSetValue(forKey: "songs") }

  private func names(_ songs: [Any]) -> String {
    songs.map { ($0 as? NSManagedObject)?.value(forKey: "name") as? String ?? "-" }.joined()
  }

  private var stored: String { names((list.value(forKey: "songs") as? NSOrderedSet)?.array ?? []) }

  @Test func readersThatCannotBeOverriddenSeeWhatIsThere() {
    context.performAndWait {
      let proxy = proxy
      #expect(names(proxy.array) == "abcd" && names(proxy.map { $0 }) == "abcd")
      #expect(names([proxy.firstObject as Any, proxy.lastObject as Any]) == "ad")
      #expect(names(proxy.reversed.array) == "dcba" && proxy.set.count == 4)
      #expect(names(proxy.objectEnumerator().allObjects) == "abcd")
      var seen: [Any] = []
      proxy.enumerateObjects { object, _, _ in seen.append(object) }
      #expect(names(seen) == "abcd")
      #expect(names((proxy.copy() as? NSOrderedSet)?.array ?? []) == "abcd")
      #expect(names((proxy.mutableCopy() as? NSMutableOrderedSet)?.array ?? []) == "abcd")
      // A change that bypasses the proxy shows when it is read next.
      append("e")
      list.mutableOrderedSetValue(forKey: "songs").removeObject(at: 0)
      #expect(proxy.count == 4 && names(proxy.array) == "bcde")
      #expect(!proxy.description.isEmpty)
    }
  }

  @Test func whatIsDoneBesideIsTakenOverWhateverStays() throws {
    try context.performAndWait {
      let (held, added) = (proxy, proxy)
      added.add(song("e"))
      // The order changes, but not the first object, the last one or the count.
      list.setValue(NSOrderedSet(array: [0, 3, 2, 1, 4].map { added.object(at: $0) }), forKey: "songs")
      #expect(names(proxy.array) == "adcbe" && names([held.object(at: 1)]) == "d" && names(held.array) == "adcbe")
      list.setValue(NSOrderedSet(array: [0, 2, 1, 3, 4].map { held.object(at: $0) }), forKey: "songs")
      list.setValue(held, forKey: "songs")
      #expect(stored == "acdbe")
      try context.save()
      #expect(held.count == 5)
      held.removeObject(at: 0)
      context.rollback()
      #expect(held.count == 5 && names(held.array) == "acdbe")
      context.delete(try #require(held.object(at: 1) as? NSManagedObject))
      context.processPendingChanges()
      #expect(held.count == 4 && names(proxy.array) == "adbe")
      // The context retains a proxy only until its last addition is processed or dropped.
      #expect(context.changes.recentOrderedSet == nil)
      proxy.add(song("f"))
      #expect(context.changes.recentOrderedSet != nil)
      context.reset()
      #expect(context.changes.recentOrderedSet == nil)
    }
  }

  /// A song was deleted elsewhere, and this context has not merged that. The relationship must not accept it, and
  /// neither must Foundation's own storage.
  @Test func whatIsNoMoreIsNotAdded() throws {
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    try context.performAndWait {
      let gone = song("x")
      try context.save()
      context.refresh(gone, mergeChanges: false)
      try other.performAndWait {
        other.delete(other.object(with: gone.objectID))
        try other.save()
      }
      #expect(gone.value(forKey: "name") == nil && gone.isDeleted)
      let proxy = proxy
      proxy.add(gone)
      #expect(proxy.count == 4 && names(proxy.array) == "abcd" && stored == "abcd")
    }
  }

  /// Without an addition no event comes in which the context would release the set, and with it the list. So it must
  /// not retain the set.
  @Test func whereNothingIsAddedTheSetIsNotKept() throws {
    try context.performAndWait {
      context.processPendingChanges()
      let proxy = proxy
      proxy.add(try #require(proxy.firstObject))
      #expect(context.changes.recentOrderedSet == nil && names(proxy.array) == "abcd")
      proxy.add(song("e"))
      #expect(context.changes.recentOrderedSet === proxy && names(proxy.array) == "abcde")
      context.processPendingChanges()
      #expect(context.changes.recentOrderedSet == nil)
    }
  }

  @Test func assignedBackItIsTheSame() throws {
    try context.performAndWait {
      let proxy = proxy
      proxy.add(song("e"))
      list.setValue(proxy, forKey: "songs")
      try context.save()
      #expect(stored == "abcde")
    }
  }

  @Test func eachChangeChangesTheRelationship() {
    context.performAndWait {
      let proxy = proxy
      func changed(_ expected: String, _ change: () -> Void) {
        change()
        #expect(stored == expected && names(proxy.array) == expected && proxy.count == expected.count)
      }
      changed("dbca") { proxy.exchangeObject(at: 0, withObjectAt: 3) }
      changed("abcd") { proxy.sort(comparator: byName) }
      changed("cdab") { proxy.moveObjects(at: IndexSet([2, 3]), to: 0) }
      changed("abcd") { proxy.sort(options: [], usingComparator: byName) }
      changed("abcdef") { proxy.addObjects(from: [song("e"), song("f")]) }
      changed("abcdef") { proxy.add(proxy.object(at: 2)) }
      changed("abcxef") { proxy.replaceObject(at: 3, with: song("x")) }
      changed("abcyef") { proxy[3] = song("y") }
      changed("abcyefz") { proxy.setObject(song("z"), at: 6) }
      changed("1abcyefz") { proxy.insert(song("1"), at: 0) }
      changed("1a2bcyefz") { proxy.insert([song("2")], at: IndexSet(integer: 2)) }
      changed("abcyefz") { proxy.removeObjects(at: IndexSet([0, 2])) }
      changed("cyefz") { proxy.removeObjects(in: NSRange(location: 0, length: 2)) }
      changed("efz") { proxy.removeObjects(in: [proxy.object(at: 0), proxy.object(at: 1)]) }
      changed("fz") { proxy.remove(proxy.object(at: 0)) }
      changed("fzg") { proxy.union(NSOrderedSet(array: [proxy.object(at: 0), song("g")])) }
      changed("fg") { proxy.minus(NSOrderedSet(object: proxy.object(at: 1))) }
      changed("g") { proxy.intersect(NSOrderedSet(object: proxy.object(at: 1))) }
      changed("h") { proxy.replaceObjects(at: IndexSet(integer: 0), with: [song("h")]) }
      changed("") { proxy.removeAllObjects() }
      #expect(proxy.firstObject == nil && proxy.array.isEmpty)
    }
  }

  private func byName(_ a: Any, _ b: Any) -> ComparisonResult { names([a]).compare(names([b])) }

  @Test func operatorsGoAlongAKeyPath() {
    context.performAndWait {
      let empty = NSEntityDescription.insertNewObject(forEntityName: "Queue", into: context)
      #expect(empty.value(forKeyPath: "songs.@sum.length") as? Int == 0)
      for (place, song) in proxy.enumerated() {
        (song as? NSManagedObject)?.setValue([4, 2, 4, nil][place], forKey: "length")
      }
      #expect(list.value(forKeyPath: "songs.@sum.length") as? Int == 10)
      #expect(list.value(forKeyPath: "songs.@avg.length") as? Double == 2.5)
      #expect(list.value(forKeyPath: "songs.@min.length") as? Int == 2)
      #expect(list.value(forKeyPath: "songs.@max.length") as? Int == 4)
      #expect(list.value(forKeyPath: "songs.@max.name") as? String == "d")
      #expect((list.value(forKeyPath: "songs.@unionOfObjects.length") as? [Int])?.sorted() == [2, 4, 4])
      #expect((list.value(forKeyPath: "songs.@distinctUnionOfObjects.length") as? [Int])?.sorted() == [2, 4])
      #expect(list.value(forKeyPath: "songs.@count") as? Int == 4)
    }
  }

  @Test func valuesGoInAndOutByDictionaries() {
    context.performAndWait {
      let song = song("a")
      song.setValuesForKeys(["name": NSNull(), "length": 7, "queue": list])
      let values = song.dictionaryWithValues(forKeys: ["name", "length", "queue"])
      #expect(values["name"] is NSNull && values["length"] as? Int == 7 && values["queue"] as? NSManagedObject === list)
      #expect(stored.hasSuffix("-"))
      // Changes of a key that the model does not have are ignored.
      song.willChangeValue(forKey: "status")
      song.didChangeValue(forKey: "status")
    }
  }
}
