import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Histories whose numbers and times are not in one order")
struct HistoryClockTests {
  /// The times of transactions 1 to 5, in seconds.
  private let times: [TimeInterval] = [100, 300, 200, 400, 250]

  private func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  /// Runs a statement, as another program would.
  ///
  /// - Returns: the number that it returns, if any.
  @discardableResult
  private func run(_ sql: String, in stack: HistoryStack) throws -> Int64? {
    let url = try #require(stack.store.url)
    if stack.store.type == NSPostgreSQLStoreType {
      let rows = try PostgresConnection(PostgresAddress(url), timeout: 30).run(sql)
      return rows.count > 0 ? rows.integer(0, 0) : nil
    }
    return try Connection(path: url.path, mode: .writing, timeout: 30).integer(sql)
  }

  private func delete(before seconds: TimeInterval, in stack: HistoryStack) throws -> NSNumber {
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: date(seconds))
    request.resultType = .count
    return try stack.result(request)
  }

  @Test("What is deleted by a date leaves no gap, and no changes", arguments: HistoryStack.types)
  func deletion(type: String) throws {
    let stack = try HistoryStack(type)
    for name in ["a", "b", "c", "d", "e"] { try stack.saving { try $0.insert("Tag", ["name": name]) } }
    let all = try stack.transactions()
    try #require(all.map(\.transactionNumber) == [1, 2, 3, 4, 5])
    for (number, time) in zip(1..., times) {
      try run("UPDATE \"ATRANSACTION\" SET \"ZTIMESTAMP\" = \(time) WHERE \"Z_PK\" = \(number)", in: stack)
    }
    func numbers(after token: NSPersistentHistoryToken? = nil) throws -> [Int64] {
      let found = try stack.transactions(after: token)
      #expect(try run("SELECT count(*) FROM \"ACHANGE\"", in: stack).map { Int($0) } == stack.trace().count)
      return found.map(\.transactionNumber)
    }
    // The time of transaction 3 is before the date. But it follows transaction 2, whose time is not.
    #expect(try delete(before: 250, in: stack) == 1)
    #expect(try numbers() == [2, 3, 4, 5])
    #expect(try numbers(after: all[0].token) == [2, 3, 4, 5])
    #expect(try delete(before: 250, in: stack) == 0)
    #expect(try delete(before: 350, in: stack) == 2)
    #expect(try numbers() == [4, 5])
    #expect(try numbers(after: all[2].token) == [4, 5])
    let error = try #require(throws: NSError.self) { try stack.transactions(after: all[1].token) }
    #expect(error.code == NSPersistentHistoryTokenExpiredError)
    #expect(try delete(before: 1000, in: stack) == 2)
    #expect(try numbers() == [])
  }

  @Test("In memory, too")
  func inMemory() {
    var history = InMemoryHistory(preserved: [:])
    for time in times {
      let change = HistoryChange(kind: .insert, key: RowKey(entity: 0, primaryKey: 1))
      history.record([change], by: HistoryOrigin(), at: date(time))
    }
    #expect(history.delete(before: .date(date(250))) == 1)
    #expect(history.delete(before: .date(date(350))) == 2)
    #expect(history.transactions(after: nil, withChanges: false).map(\.number) == [4, 5])
    #expect(history.delete(before: .number(5)) == 1)
    #expect(history.delete(before: .date(date(1000))) == 1)
    #expect(history.span.first == nil)
  }
}
