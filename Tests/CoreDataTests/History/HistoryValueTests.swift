import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Written against an equality that forgets a part, a copy that forgets a setting, and a declared type that is not that
/// of the value.
@Suite("The values of a history")
struct HistoryValueTests {
  private func story(_ type: String) throws -> HistoryStack {
    let stack = try HistoryStack(type)
    for name in ["a", "b"] {
      try stack.saving(author: name) {
        try $0.insert("Tag", ["name": name])
        try $0.insert("Track", ["title": name])
      }
    }
    return stack
  }

  @Test("transactions and changes are equal if they are the same ones of one store", arguments: HistoryStack.types)
  func equality(type: String) throws {
    let (stack, other) = (try story(type), try story(type))
    func objects(_ stack: HistoryStack) throws -> [NSObject] {
      let transactions = try stack.transactions()
      return transactions as [NSObject] + transactions.flatMap { $0.changes ?? [] } as [NSObject]
    }
    let (first, again, foreign) = (try objects(stack), try objects(stack), try objects(other))
    #expect(first.count == 6 && foreign.count == 6)
    for (index, object) in first.enumerated() {
      #expect(first.indices.map { object == first[$0] } == first.indices.map { $0 == index }, "\(object)")
      #expect(object == again[index] && object.hash == again[index].hash, "\(object)")
      #expect(!foreign.contains(object), "\(object)")
      for stranger in [nil, NSObject(), NSString(string: "\(object)"), NSNumber(value: 1)] as [NSObject?] {
        #expect(!object.isEqual(stranger), "\(object) and \(String(describing: stranger))")
      }
    }
  }

  @Test("a copy of a request selects the same in the same stores", arguments: HistoryStack.types)
  func copies(type: String) throws {
    let stack = try story(type)
    let transactions = try stack.transactions()
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "author == 'b'")
    let requests: [NSPersistentHistoryChangeRequest] = [
      .fetchHistory(after: transactions[0].token), .fetchHistory(after: transactions[0]),
      .fetchHistory(after: Date.distantPast), .fetchHistory(after: Date.distantFuture), .fetchHistory(withFetch: fetch),
    ]
    for request in requests {
      request.resultType = .transactionsOnly
      request.affectedStores = [stack.store]
      let copy = try #require(request.copy() as? NSPersistentHistoryChangeRequest)
      #expect(copy !== request && copy.resultType == .transactionsOnly && copy.affectedStores == [stack.store])
      #expect(copy.fetchRequest === request.fetchRequest && copy.token == request.token)
      let found = try stack.result(copy, as: [NSPersistentHistoryTransaction].self)
      #expect(try found == stack.result(request, as: [NSPersistentHistoryTransaction].self))
      #expect(found.allSatisfy { $0.changes == nil })
    }
    let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: transactions[1])
    let copy = try #require(deletion.copy() as? NSPersistentHistoryChangeRequest)
    #expect(copy.resultType == deletion.resultType && copy.token == transactions[1].token)
    _ = try stack.result(copy, as: NSNumber.self)
    #expect(try stack.transactions() == [transactions[1]])
  }

  @Test("the attributes of the entities for fetch requests have the types of the values")
  func types() throws {
    let transactions = try story(NSSQLiteStoreType).transactions()
    let transaction = try #require(transactions.first)
    let change = try #require(transaction.changes?.first)
    let pairs = [
      (NSPersistentHistoryTransaction.entityDescription, transaction.values),
      (NSPersistentHistoryChange.entityDescription, change.values),
    ]
    for (entity, values) in pairs {
      let attributes = try #require(entity).attributesByName
      // A token stands for the number of its transaction, and is no attribute.
      #expect(Set(values.keys).subtracting(["token"]).isSubset(of: attributes.keys))
      for (name, value) in values where name != "token" {
        let type = attributes[name]?.attributeType
        switch value {
        case is String: #expect(type == .stringAttributeType, "\(name)")
        case is Date: #expect(type == .dateAttributeType, "\(name)")
        case is NSManagedObjectID: #expect(type == .objectIDAttributeType, "\(name)")
        case is NSNumber: #expect(type == .integer64AttributeType || type == .integer16AttributeType, "\(name)")
        default: Issue.record("\(name) is \(value)")
        }
      }
    }
  }
}
