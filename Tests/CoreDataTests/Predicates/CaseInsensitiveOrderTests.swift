import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// An order by `caseInsensitiveCompare:`. If strings were ordered by bytes, Ä, É and Ñ would come after Z.
@Suite("Strings are ordered as Foundation's caseInsensitiveCompare orders them")
struct CaseInsensitiveOrderTests {
  private static let selector = Selector(("caseInsensitiveCompare:"))
  private static let words = [
    "Zeta", "Äpfel", "apfel", "Apfel", "Émile", "e\u{301}mile", "zoo", "eva", "Ñandu", "nord", "Nut", "ÄPFEL", "äpfel",
    "straße", "STRASSE", "strand", "ﬁn", "FIN", "fim", "iğde", "ılık", "Ørsted", "Oslo", "ox", "", "10", "9",
    "_",
    "日本", "か", "が", "\u{1F600}", "Ωmega", "ωmega", "Яна", "ёж", "Ель",
  ]

  /// Returns the words in Foundation's order. Words that Foundation holds equal keep their order, which is that of
  /// their keys.
  private static func sorted(_ words: [String]) -> [String] {
    words.enumerated().sorted { first, second in
      let result = first.element.caseInsensitiveCompare(second.element)
      return result == .orderedSame ? first.offset < second.offset : result == .orderedAscending
    }.map(\.element)
  }

  @Test("in each kind of store, saved or not, and among rows that are fetched results", arguments: MusicStack.types)
  func eachStore(type: String) throws {
    let expected = Self.sorted(Self.words)
    let stack = try MusicStack(type)
    try stack.run { context in
      let order = NSSortDescriptor(key: "name", ascending: true, selector: Self.selector)
      let tags = try Self.words.map { try context.insert("Tag", ["name": $0]) }
      try context.obtainPermanentIDs(for: tags)
      func names(_ order: NSSortDescriptor = order) throws -> [String?] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
        request.sortDescriptors = [order, NSSortDescriptor(key: "weight", ascending: true)]
        return try context.fetch(request).map { $0.value(forKey: "name") as? String }
      }
      #expect(try names() == expected)
      try context.save()
      #expect(try names() == expected)
      context.reset()
      #expect(try names() == expected)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
      request.sortDescriptors = [order]
      let results = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      try results.performFetch()
      #expect(results.fetchedObjects?.map { $0.value(forKey: "name") as? String } == expected)
    }
  }

  @Test("descriptors sort arrays in the same order")
  func arrays() {
    let order = NSSortDescriptor(key: "name", ascending: true, selector: Self.selector)
    let rows = Self.words.map { ["name": $0] }
    let sorted = rows.enumerated().sorted { first, second in
      let result = order.compare(first.element, to: second.element)
      return result == .orderedSame ? first.offset < second.offset : result == .orderedAscending
    }
    #expect(sorted.map(\.element["name"]) == Self.sorted(Self.words))
  }

  /// Some pairs are left out, such as İzmir and iğde: Foundation's method says of each word that it comes first.
  @Test("random words compare as Foundation compares them", arguments: TestSeeds.seeds(4))
  func randomWords(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let letters = Array("aAbBzZäÄéÉñÑöÖßﬁİıIiσΣςåÅøØčČаАёЁか_- 09\u{1F600}").map(String.init) + ["e\u{301}", "E\u{301}"]
    func word(_ length: Int) -> String { (0..<random.below(length + 1)).map { _ in random.one(of: letters) }.joined() }
    let collation = Collation(Self.selector)
    for _ in 0..<2000 {
      let start = word(2)
      let (first, second) = (start + word(3), start + word(3))
      let result = first.caseInsensitiveCompare(second)
      guard second.caseInsensitiveCompare(first).rawValue == -result.rawValue else { continue }
      #expect(collation?.compare(first, second) == result, "\(first.debugDescription), \(second.debugDescription)")
    }
  }
}
