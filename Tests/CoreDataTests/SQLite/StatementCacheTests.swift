import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A connection caches statements by their text, and lends them. The test compares each one with a newly prepared
/// statement.
@Suite("The statement cache") struct StatementCacheTests {
  @Test("Cached statements answer as new ones do, whatever was bound to them before and whoever else has one")
  func twin() throws {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    print("statement cache seed \(seed); set SEED to repeat")
    var generator = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.file().path, mode: .creating, timeout: 1)
    try connection.execute("CREATE TABLE number (value INTEGER)")
    for value in 0..<20 { try connection.execute("INSERT INTO number VALUES (\(value))") }
    var lent: [Statement] = []
    var differences = 0
    for _ in 0..<4_000 {
      // Use more texts than the cache keeps, a few of them often.
      let number = Int.random(in: 0..<(Bool.random(using: &generator) ? 8 : 400), using: &generator)
      let sql = "SELECT value + \(number) FROM number WHERE value < ?1 OR value = ?2 ORDER BY value"
      let bound = Int64.random(in: 0..<20, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        // Leave this statement in the middle of its rows, with its bindings.
        let statement = try connection.borrow(sql)
        try statement.bind(bound, at: 1)
        _ = try statement.step()
        lent.append(statement)
      case 1 where !lent.isEmpty:
        connection.giveBack(lent.remove(at: Int.random(in: lent.indices, using: &generator)))
      case 2 where lent.isEmpty: connection.dropIdleStatements()
      default:
        let known = try connection.withStatement(sql) { try answer(of: $0, bound) }
        if try known != answer(of: Statement(sql, of: connection), bound) { differences += 1 }
      }
    }
    #expect(differences == 0)
    for statement in lent { connection.giveBack(statement) }
  }

  @Test("A statement that was given back is lent again") func reuse() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.file().path, mode: .creating, timeout: 1)
    let first = try connection.borrow("SELECT 1")
    let second = try connection.borrow("SELECT 1")
    #expect(first !== second)
    connection.giveBack(second)
    connection.giveBack(first)
    #expect(try connection.borrow("SELECT 1") === first)
  }

  /// Returns the results of a statement. Only the first parameter is bound; the second one must be NULL, whatever the
  /// statement was used for before.
  private func answer(of statement: Statement, _ bound: Int64) throws -> [Int64] {
    try statement.bind(bound, at: 1)
    var values: [Int64] = []
    while try statement.step() { values.append(statement.integer(at: 0)) }
    return values
  }
}
