import Foundation
import Testing

@testable import CoreData

/// Predicates that are evaluated with dictionaries and values, outside of a fetch.
@Suite("Predicates outside a fetch")
struct EvaluationTests {
  private let track: [String: Any] = [
    "title": "Été", "position": 3, "length": 2.5, "price": Decimal(string: "0.99") ?? 0, "isLive": true,
    "nothing": NSNull(),
    "made": Date(timeIntervalSinceReferenceDate: 10), "tags": ["rock", "pop", "Soul"], "empty": [String](),
    "album": ["title": "Summer", "artist": ["name": "Ana"], "ratings": [1, 2, 6]],
    "others": [["title": "a", "n": 1], ["title": "b", "n": 2], ["n": 3]],
  ]

  @Test(arguments: [
    ("title == 'Été'", true), ("title ==[cd] 'ete'", true), ("title == 'ete'", false),
    ("title BEGINSWITH[d] 'Et'", true),
    ("title ENDSWITH 'té'", true), ("title CONTAINS[cd] 'TE'", true), ("title LIKE '?t*'", true),
    ("title MATCHES '.t.'", true),
    ("title MATCHES 't'", false), ("title MATCHES 'É|x'", false), ("title MATCHES 'x|Été'", true),
    ("ANY others.n BETWEEN {3, 3}", true), ("position == 3", true), ("position == '3'", true), ("position != 3", false),
    ("position BETWEEN {1, 3}", true), ("position IN {1, 2}", false), ("length > 2 AND length < 3", true),
    ("price == 0.99", true),
    ("isLive == YES", true), ("nothing == nil", true), ("missing == nil", true), ("nothing != 3", true),
    ("nothing < 3", false),
    ("NOT (nothing < 3)", true), ("nothing CONTAINS 'a'", false), ("'ro' IN 'rock'", true), ("'rock' IN tags", true),
    ("tags CONTAINS 'pop'", true), ("tags CONTAINS[c] 'soul'", true), ("ANY tags BEGINSWITH 'r'", true),
    ("ALL tags LIKE '*o*'", true),
    ("NONE tags == 'jazz'", true), ("tags.@count == 3", true), ("ALL empty == 1", true), ("ANY empty == 1", false),
    ("missing.@count == 0", true), ("album.artist.name == 'Ana'", true), ("album.ratings.@sum == 9", true),
    ("album.ratings.@avg == 3", true), ("ANY others.title == 'b'", true), ("ANY others.title == nil", true),
    ("others.@sum.n == 6", true), ("others.@max.n == 3", true),
    ("others.@min.title == 'a'", true), ("others.@min.n == 1", true), ("empty.@min == nil", true),
    ("SUBQUERY(others, $o, $o.n > position - 2).@count == 2", true),
    ("SELF.position * 2 + 1 == 7", true), ("7 / 2 == 3", true), ("7.0 / 2 == 3.5", true), ("1 / 0 == nil", true),
    ("(position & 1) == 1", true), ("abs:(-2) == 2", true), ("uppercase:(title) == 'ÉTÉ'", true),
    ("length:(title) == 3", true),
    ("made < now()", true), ("TRUEPREDICATE", true), ("FALSEPREDICATE OR position == 3", true),
    ("#position == 3", true),
  ])
  func dictionaries(_ format: String, _ holds: Bool) throws {
    #expect(try NSPredicate.parse(format: format).evaluate(with: track) == holds)
  }

  @Test func values() {
    let names = ["Ana", "Bo", "Cy"] as NSArray
    #expect(names.filtered(using: NSPredicate(format: "SELF CONTAINS[c] 'a'")) as? [String] == ["Ana"])
    #expect(NSPredicate(format: "SELF > 2").evaluate(with: 3))
  }

  @Test func variablesTakeTheirValues() throws {
    let template = NSPredicate(format: "position == $number AND $object.title == title")
    let predicate = template.withSubstitutionVariables(["number": 3, "object": ["title": "Été"]])
    #expect(predicate.evaluate(with: track))
    #expect(template.evaluate(with: track, substitutionVariables: ["number": 3, "object": track]))
    #expect(!template.evaluate(with: track, substitutionVariables: ["number": NSNull(), "object": track]))
    let shadowed = NSPredicate(format: "SUBQUERY(others, $number, $number.n == 2).@count == $number")
    #expect(shadowed.withSubstitutionVariables(["number": 1]).evaluate(with: track))
  }

  @Test func compoundAndCopiedPredicates() throws {
    let title = NSPredicate(format: "title BEGINSWITH 'É'")
    let position = NSPredicate { object, _ in (object as? [String: Any])?["position"] as? Int == 3 }
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [title, position, NSPredicate(value: true)])
    #expect(both.evaluate(with: track))
    #expect(!NSCompoundPredicate(notPredicateWithSubpredicate: both).evaluate(with: track))
    #expect(both.syntax.description == "title BEGINSWITH \"É\" AND BLOCKPREDICATE")
    let copy = try #require(title.copy() as? NSPredicate)
    #expect(copy.evaluate(with: track))
    #expect(copy == title)
    #expect(copy != NSPredicate(format: "title BEGINSWITH 'E'"))
  }

  /// A program's block predicate may cast the object that it gets, so it must not get any other object.
  @Test func blocksAreNeverAskedAboutAnythingElse() throws {
    let block = NSPredicate { object, _ in
      guard let object = object as? NSString else { fatalError("The block was handed \(String(describing: object)).") }
      return object.length == 1
    }
    let model = MusicModel.make().layout
    let tag = try #require(model.entitiesByName["Tag"])
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [block, NSPredicate(format: "weight == 1")])
    let parts = try CompiledPredicate(both, entity: tag, model: model).split(model)
    #expect(parts.stored != nil && parts.objects != nil)
  }

  @Test func sortDescriptorsCompareObjects() throws {
    let rows: [[String: Any]] = [["n": "b", "k": 1], ["n": "A", "k": 2], ["k": 3], ["n": "a", "k": 4]]
    func sorted(_ descriptors: NSSortDescriptor...) -> [Int] {
      rows.sorted { left, right in
        for descriptor in descriptors {
          let result = descriptor.compare(left, to: right)
          if result != .orderedSame { return result == .orderedAscending }
        }
        return false
      }.compactMap { $0["k"] as? Int }
    }
    let byKey = NSSortDescriptor(key: "k", ascending: false)
    #expect(sorted(NSSortDescriptor(key: "n", ascending: true)) == [3, 2, 4, 1])
    #expect(
      sorted(NSSortDescriptor(key: "n", ascending: true, selector: Selector(("caseInsensitiveCompare:"))), byKey) == [
        3, 4, 2, 1,
      ])
    #expect(sorted(byKey) == [4, 3, 2, 1])
    let reversed = try #require(byKey.reversedSortDescriptor as? NSSortDescriptor)
    #expect(reversed.ascending && reversed.key == "k" && reversed == NSSortDescriptor(key: "k", ascending: true))
  }
}
