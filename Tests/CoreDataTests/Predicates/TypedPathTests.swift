import CoreData
import Foundation
import TestTraits
import Testing

/// A typed key path through to-one relationships becomes the key path of the properties that its accessors read.
@Suite("Typed key paths through relationships")
struct TypedPathTests {
  /// Some songs have the producer Eno of rank 1, some a producer of rank 7 without a name, and some none.
  @Test("Sort descriptors have their path, and a fetch sorts by it", arguments: MusicStack.types)
  func sorting(type: String) throws {
    try TypedPredicateTests.stack(type).run { context in
      for (descriptor, key) in [
        (NSSortDescriptor(keyPath: \TypedSong.producer?.name, ascending: false), "producer.name"),
        (NSSortDescriptor(keyPath: \TypedSong.producer?.rank, ascending: false), "producer.rank"),
        (NSSortDescriptor(keyPath: \TypedSong.maker.name, ascending: false), "producer.name"),
        // Foundation makes this descriptor itself, because the values are comparable.
        (NSSortDescriptor(keyPath: \TypedSong.maker.rank, ascending: false), "producer.rank"),
        (NSSortDescriptor(SortDescriptor(\TypedSong.maker.rank, order: .reverse)), "producer.rank"),
      ] {
        #expect(descriptor.key == key)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.sortDescriptors = [descriptor, NSSortDescriptor(key: "title", ascending: true)]
        let byKey = NSFetchRequest<NSManagedObject>(entityName: "Track")
        byKey.sortDescriptors = [
          NSSortDescriptor(key: key, ascending: false), NSSortDescriptor(key: "title", ascending: true),
        ]
        let sorted = try context.fetch(request)
        #expect(try sorted == context.fetch(byKey))
      }
    }
  }

  @Test("What leads to no property has no key, and a fetch by it is an error", arguments: MusicStack.types)
  func noProperty(type: String) throws {
    try TypedPredicateTests.stack(type).run { context in
      for descriptor in [
        NSSortDescriptor(keyPath: \TypedSong.title.count, ascending: true),
        NSSortDescriptor(keyPath: \TypedSong.tags.count, ascending: true),
        NSSortDescriptor(keyPath: \TypedSong.maker.rank.magnitude, ascending: true),
        NSSortDescriptor(keyPath: \TypedSong.unread, ascending: true),
        NSSortDescriptor(keyPath: \TypedSong.unread, ascending: false),
      ] {
        #expect(descriptor.key == nil)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.sortDescriptors = [descriptor, NSSortDescriptor(key: "title", ascending: true)]
        let error = try #require(throws: NSError.self) { try context.fetch(request) }
        #expect(error.localizedDescription.contains("reads no property by name"), "\(error.localizedDescription)")
      }
    }
  }

  /// A class that no model has.
  final class Unknown: NSManagedObject {
    var next: Unknown? { value(forKey: "next") as? Unknown }
    var name: String? { value(forKey: "name") as? String }
  }

  @Test("A path through what no model has stops the program", .startsProcesses)
  func unknownClass() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSSortDescriptor(keyPath: \Unknown.next?.name, ascending: true)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("no model that a context has used: use NSSortDescriptor(key:ascending:)"))
  }
}
