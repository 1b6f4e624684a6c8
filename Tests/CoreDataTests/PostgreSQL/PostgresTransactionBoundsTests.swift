import SectionedTesting
import Testing

@testable import CoreDataPostgreSQL

@Suite("The settings of transactions in shared sessions")
struct PostgresTransactionBoundsTests {
  /// A model of a server that runs commands sent together. It forgets settings at the end of each transaction, as if
  /// the next one had another client's session.
  private struct Server {
    var isInTransaction = false
    var hasFailed = false
    var settings = 0

    /// - Parameter failing: the index of the command that fails.
    /// - Returns: for each executed command, how often its transaction has made the settings.
    mutating func run(_ commands: [String], failing: Int?) -> [Int] {
      var seen: [Int] = []
      var isAborted = false
      for (place, command) in commands.enumerated() {
        if isAborted { break }
        switch command {
        case "BEGIN": (isInTransaction, hasFailed, settings) = (true, false, 0)
        case "COMMIT", "ROLLBACK": (isInTransaction, hasFailed, settings) = (false, false, 0)
        case "ROLLBACK TO SAVEPOINT a": hasFailed = false
        case _ where hasFailed || place == failing: (isAborted, hasFailed) = (true, isInTransaction)
        case "settings": settings += 1
        default: seen.append(settings)
        }
      }
      if !isInTransaction { settings = 0 }
      return seen
    }
  }

  /// After a failed command a transaction may make the settings again, because the server skipped the end of the
  /// transaction.
  @Test(
    "Each command runs in a transaction with the settings, which makes them once",
    arguments: TestSeeds.seeds(20), [false, true])
  func random(seed: UInt64, fails: Bool) {
    var random = SeededRandom(seed: seed)
    var (bounds, server) = (PostgresTransactionBounds(), Server())
    for _ in 0..<200 {
      var sent: [String] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        // As in our own code, no transaction begins in another one.
        let isOpen = sent.last { ["BEGIN", "COMMIT", "ROLLBACK"].contains($0) }.map { $0 == "BEGIN" }
        var choices = ["SELECT 1", "UPDATE"]
        if isOpen ?? server.isInTransaction {
          choices += ["COMMIT", "ROLLBACK"] + (isOpen == nil && server.settings > 0 ? ["ROLLBACK TO SAVEPOINT a"] : [])
        } else {
          choices.append("BEGIN ISOLATION LEVEL READ COMMITTED")
        }
        let command = choices.randomElement(using: &random) ?? ""
        if bounds.areSettingsDue(before: command) { sent.append("settings") }
        sent.append(command.hasPrefix("BEGIN") ? "BEGIN" : command)
      }
      bounds.noteEnd()
      let failing = fails && random.oneIn(4) ? Int.random(in: 0..<sent.count, using: &random) : nil
      let seen = server.run(sent, failing: failing)
      #expect(seen.allSatisfy { fails ? $0 >= 1 : $0 == 1 }, "\(sent) gave \(seen)")
      bounds.note(isInTransaction: server.isInTransaction)
    }
  }
}
