import Foundation
import Testing

@testable import CoreData

/// Two rows count as one if a predicate would find their values equal.
@Suite("Distinct rows")
struct DistinctRowTests {
  private static let names = ["é", "e\u{301}", "é", "a", "", "e\u{301}"]

  private func distinct(_ context: NSManagedObjectContext, _ keys: [String]) throws -> [NSDictionary] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Tag")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = keys
    request.returnsDistinctResults = true
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request)
  }

  @Test("Texts that compose their letters otherwise are two", arguments: MusicStack.types)
  func composed(type: String) throws {
    try MusicStack(type).run { context in
      for name in Self.names { try context.insert("Tag", ["name": name, "weight": 1]) }
      let expected = ["", "a", "e\u{301}", "é"].map { Array($0.utf8) }
      for _ in 0..<2 {
        let rows = try distinct(context, ["name", "weight"])
        #expect(rows.map { Array(($0["name"] as? String ?? "nil").utf8) } == expected)
        #expect(try distinct(context, ["weight"]) == [["weight": 1] as NSDictionary])
        try context.save()
      }
    }
  }

  @Test("Different objects are distinct, and nil is a value", arguments: MusicStack.types)
  func objects(type: String) throws {
    try MusicStack(type).run { context in
      let artists = try (0..<2).map { try context.insert("Artist", ["name": "\($0)"]) }
      for (index, artist) in [artists[0], artists[1], artists[0], nil, nil].enumerated() {
        try context.insert("Album", ["title": "\(index)", "artist": artist])
      }
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Album")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["artist"]
      request.returnsDistinctResults = true
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let found = try context.fetch(request).map { $0["artist"] as? NSManagedObjectID }
      #expect(found == [artists[0].objectID, artists[1].objectID, nil])
    }
  }

  @Test("As many are counted as are fetched", arguments: MusicStack.types)
  func counts(type: String) throws {
    try MusicStack(type).run { context in
      for (index, name) in Self.names.enumerated() { try context.insert("Tag", ["name": name, "weight": index % 2]) }
      let sum = NSExpressionDescription()
      (sum.name, sum.expression) = ("sum", .init(format: "sum:(weight)"))
      let lists: [[Any]] = [["name"], ["weight"], ["name", "weight"], [sum]]
      for _ in 0..<2 {
        for properties in lists {
          for (limit, offset) in [(0, 0), (2, 0), (0, 1), (2, 1), (0, 100)] {
            let request = NSFetchRequest<NSDictionary>(entityName: "Tag")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = properties
            request.returnsDistinctResults = true
            (request.fetchLimit, request.fetchOffset) = (limit, offset)
            #expect(try context.count(for: request) == context.fetch(request).count, "\(properties) \(limit) \(offset)")
            request.returnsDistinctResults = false
            #expect(try context.count(for: request) == context.fetch(request).count, "\(properties) \(limit) \(offset)")
          }
        }
        try context.save()
      }
    }
  }

  @Test("A limit or an offset below 0 is none", arguments: MusicStack.types)
  func negative(type: String) throws {
    try MusicStack(type).run { context in
      for name in ["a", "b", "c"] { try context.insert("Tag", ["name": name]) }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      for _ in 0..<2 {
        for predicate in [nil, NSPredicate(format: "name != 'x'"), NSPredicate(format: "name MATCHES[c] '[A-C]'")] {
          for (limit, offset, names) in [(-1, -1, ["a", "b", "c"]), (2, -7, ["a", "b"]), (-3, 1, ["b", "c"])] {
            request.predicate = predicate
            (request.fetchLimit, request.fetchOffset) = (limit, offset)
            #expect(try context.fetch(request).compactMap { $0.value(forKey: "name") as? String } == names)
            #expect(try context.count(for: request) == names.count)
          }
        }
        try context.save()
      }
    }
  }
}
