import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Constants that a user or another part of the program has given.
@Suite("Odd constants")
struct OddConstantTests {
  private func tags(_ names: String...) throws -> MusicStores {
    try MusicStores(names.map { MusicRow(entity: "Tag", values: ["name": .string($0)]) })
  }

  @Test(arguments: ["nan", "NaN", "-nan"])
  func aTextThatReadsAsNoNumberIsNotNil(text: String) throws {
    let stores = try MusicStores([MusicRow(entity: "Tag"), MusicRow(entity: "Tag", values: ["weight": .int(5)])])
    #expect(try stores.answers("Tag", "weight == %@", [text]) == [])
    #expect(try stores.answers("Tag", "weight != %@", [text]) == [1, 2])
    #expect(try stores.answers("Tag", "weight IN %@", [[text, "5"]]) == [2])
    #expect(NSPredicate(format: "weight == %@", text).evaluate(with: ["weight": NSNull()]) == false)
  }

  @Test func numbersThatFitTheirPlaceholderByType() throws {
    let stores = try MusicStores([MusicRow(entity: "Tag"), MusicRow(entity: "Tag", values: ["weight": .int(5)])])
    #expect(try stores.answers("Tag", "weight > %f", [Double.nan]) == [])
    #expect(try stores.answers("Tag", "NOT weight < %f", [Float.nan]) == [1, 2])
    #expect(try stores.answers("Tag", "weight < %lu", [UInt64.max]) == [2])
    #expect(try stores.answers("Tag", "weight == %llu", [UInt64.max]) == [])
    let predicate = withVaList([UInt64.max]) { NSPredicate(format: "weight < %llu", arguments: $0) }
    #expect(predicate.evaluate(with: ["weight": 5]))
  }

  /// The first pattern is wrong by itself. In brackets it would be a valid expression, which matches texts that begin
  /// with an `a`.
  @Test func aPatternIsAnExpressionByItself() throws {
    let stores = try tags("a", "ab", "b")
    #expect(throws: NSError.self) { try stores.answers("Tag", "name MATCHES %@", ["a)|(b"]) }
    #expect(try stores.answers("Tag", "name MATCHES %@", ["(a)|(b)"]) == [1, 3])
    #expect(try stores.answers("Tag", "name MATCHES %@", [""]) == [])
    let patterns = try tags("a)|(b", "a.*")
    #expect(try patterns.answers("Tag", "'ab' MATCHES name") == [2])
  }

  /// By the rules of a locale, other texts may be equal than by case and diacritic folding.
  @Test(arguments: ["[l]", "[cl]", "[dl]", "[cdl]"])
  func listsByTheLocale(options: String) throws {
    let stores = try tags("é", "e\u{301}", "E\u{301}", "e", "x", "ß", "ss")
    let found = try stores.answers("Tag", "name IN\(options) %@", [["é", "ss", "y"]])
    #expect(found.contains(1))
    let one = "name ==\(options) %@"
    #expect(try stores.answers("Tag", "\(one) OR \(one) OR \(one)", ["é", "ss", "y"]) == found)
    let none = try stores.answers("Tag", "NOT (name IN\(options) %@)", [["é", "ss", nil] as [String?]])
    #expect(Set(none).union(found) == Set(1...7))
  }

  /// The other model has more entities than the one of the fetched objects.
  @Test(arguments: MusicStack.types)
  func anObjectOfAnotherModelIsNoneOfThese(type: String) throws {
    let music = try MusicStack(NSInMemoryStoreType)
    defer { withExtendedLifetime(music) {} }
    let there = music.newContext()
    let ids = try there.performAndWait {
      let saved = try there.insert("Folder")
      try there.save()
      return [saved.objectID, try there.insert("Folder").objectID]
    }
    let thing = NSEntityDescription("Thing", [NSAttributeDescription("name")])
    try MusicStack(type, NSManagedObjectModel([thing])).run { context in
      let object = try context.insert("Thing", ["name": "a"])
      for _ in 0..<2 {
        for id in ids {
          for (format, isFound) in [("SELF == %@", false), ("SELF != %@", true), ("SELF IN {%@}", false)] {
            let predicate = NSPredicate(format: format, id)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            request.predicate = predicate
            #expect(try context.fetch(request) == (isFound ? [object] : []))
            #expect(predicate.evaluate(with: object) == isFound)
          }
        }
        try context.save()
      }
    }
  }
}
