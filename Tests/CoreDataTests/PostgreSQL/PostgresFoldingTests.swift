import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Comparisons that ignore case or diacritics. The server decides for texts of ASCII letters, and memory for the
/// others. Together they must agree with a decision in memory alone.
@Suite("Folded comparisons on a server", .onServer)
struct PostgresFoldingTests {
  /// Letters of many scripts between ASCII letters, and letters that fold to ASCII, or to several letters.
  private static let texts: [String] = {
    let latin = (0x20...0x24F).filter { $0 < 0x100 || $0 % 3 == 0 }
    let scalars = latin + (0x300...0x1FFF).filter { $0 % 41 == 0 } + [0x130, 0x131, 0x17F, 0x212A, 0xFB01]
    let mixed = scalars.compactMap { Unicode.Scalar($0) }.map { $0.value % 2 == 0 ? "a\($0)B" : "\($0)" }
    return mixed + [
      "", "STRASSE", "straße", "Kelvin", "kelvin", "E\u{301}a", "éa", "a%b", "A_B", "a\\b", "ab\u{301}",
    ]
  }()

  @Test(
    "The server and memory agree", arguments: TestSeeds.share(of: ["c", "d", "cd", "l", "cl"]),
    ["==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"])
  func agreement(options: String, operation: String) throws {
    let context = try Self.stored.get()
    try context.performAndWait {
      let all = try context.all("Tag", by: "weight")
      for pattern in ["", "a", "AB", "aé", "É", "s", "k", "Ss", "ı", "a%b", "a\u{301}b", "*ß*", "?b"] {
        let predicate = NSPredicate(format: "name \(operation)[\(options)] %@", pattern)
        let expected = all.filter { predicate.evaluate(with: $0) }.map { $0.text("name") }
        #expect(try Self.found(predicate, in: context) == expected, "\(predicate)")
        let window = Array(expected.dropFirst(2).prefix(3))
        #expect(try Self.found(predicate, in: context) { ($0.fetchOffset, $0.fetchLimit) = (2, 3) } == window)
        let counted = NSFetchRequest<NSManagedObject>(entityName: "Tag")
        counted.predicate = predicate
        #expect(try context.count(for: counted) == expected.count, "\(predicate)")
        let other = NSPredicate(
          format: "(weight > 100 AND name \(operation)[\(options)] %@) OR (weight < 50 AND NOT name ==[cd] %@)",
          pattern,
          pattern)
        let others = all.filter { other.evaluate(with: $0) }.map { $0.text("name") }
        #expect(try Self.found(other, in: context) == others, "\(other)")
      }
      let among = NSPredicate(format: "name IN[\(options)] %@", ["ab", "É", "strasse", "K"])
      #expect(
        try Self.found(among, in: context) == all.filter { among.evaluate(with: $0) }.map { $0.text("name") })
    }
  }

  /// The server returns the texts that match, and those that are not of ASCII letters.
  @Test("The server leaves out what does not fit")
  func narrowing() throws {
    let context = try Self.stored.get()
    let store = try #require(context.persistentStoreCoordinator?.persistentStores.first?.rows as? PostgresStore)
    let entity = try #require(store.schema.model.entitiesByName["Tag"])
    for (format, isNarrowed) in [
      ("name CONTAINS[cd] 'ab'", true), ("name ==[c] 'ab' OR weight > 3", true), ("NOT name ==[c] 'ab'", false),
      ("name ==[c] 'ab' OR name MATCHES 'a.*'", false), ("name MATCHES 'a.*'", false), ("name ==[l] 'a'", false),
    ] {
      let predicate = try CompiledPredicate(
        NSPredicate.parse(format: format, arguments: []), entity: entity, model: store.schema.model)
      let sql = try FetchSQL(RowQuery(entity: entity, predicate: predicate), in: store.schema)
      #expect(sql.residue != nil)
      #expect(sql.text.contains("octet_length") == isNarrowed, "\(format): \(sql.text)")
    }
  }

  private static func found(
    _ predicate: NSPredicate, in context: NSManagedObjectContext,
    _ set: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.predicate = predicate
    request.sortDescriptors = [NSSortDescriptor(key: "weight", ascending: true)]
    set(request)
    return try context.fetch(request).map { $0.text("name") }
  }

  /// A saved store with all texts.
  private static let stored = Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(type: .postgreSQL, at: PostgresCluster.shared.get().newURL())
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      for (place, text) in texts.enumerated() where !text.unicodeScalars.contains("\0") {
        try context.insert("Tag", ["name": text, "weight": place])
      }
      for weight in [-1, 49, 10_000] { try context.insert("Tag", ["name": nil, "weight": weight]) }
      try context.save()
    }
    return context
  }
}
