import SectionedTesting
import Testing

@testable import CoreDataPostgreSQL

@Suite("The settings of transactions in shared sessions")
struct PostgresTransactionBoundsTests {
  /// A server that runs what is sent together, and forgets settings with each transaction, as in a session that another
  /// client has next.
  private struct Server {
    var isInTransaction = false
    var hasFailed = false
    var settings = 0

    /// - Parameter failing: the place of the command that fails.
    /// - Returns: how often the settings were made in the transaction of each command that was run.
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

  /// Behind a failed command a transaction may make them once more: its end was not run.
  @Test(
    "Each command runs in a transaction with the settings, which makes them once",
    arguments: TestSeeds.seeds(20), [false, true])
  func random(seed: UInt64, fails: Bool) {
    var random = SeededRandom(seed: seed)
    var (bounds, server) = (PostgresTransactionBounds(), Server())
    for _ in 0..<200 {
      var sent: [String] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        // As our own code does it: no transaction in another one.
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
