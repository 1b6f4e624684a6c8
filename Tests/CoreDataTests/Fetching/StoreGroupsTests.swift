import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Shops with sales, which have a count and a kind. Nord: 3 (a), 4 (b), nil (b); Süd: 2⁶³−1 (a), 1 (a); without a shop:
/// 5 (no kind).
@Suite("Groups that the store computes")
struct StoreGroupsTests {
  private let stack: MusicStack

  init() throws {
    let shop = NSEntityDescription("Shop", [NSAttributeDescription("name")])
    let sale = NSEntityDescription(
      "Sale",
      [
        NSAttributeDescription("kind"), NSAttributeDescription("count", .integer64AttributeType),
        NSAttributeDescription("pieces", .integer16AttributeType),
        NSAttributeDescription("price", .doubleAttributeType), NSAttributeDescription("day", .dateAttributeType),
      ])
    shop.relate("sales", .many, to: sale, "shop", .one)
    stack = try MusicStack(NSSQLiteStoreType, NSManagedObjectModel([shop, sale]))
    try stack.saving { context in
      let shops = try ["Nord", "Süd"].map { try context.insert("Shop", ["name": $0]) }
      let sales: [(NSManagedObject?, String?, Int?)] = [
        (shops[0], "a", 3), (shops[0], "b", 4), (shops[0], "b", nil), (shops[1], "a", .max), (shops[1], "a", 1),
        (nil, nil, 5),
      ]
      for (index, (shop, kind, count)) in sales.enumerated() {
        try context.insert(
          "Sale",
          [
            "shop": shop, "kind": kind, "count": count, "pieces": index, "price": 0.5,
            "day": Date(timeIntervalSinceReferenceDate: Double(index)),
          ])
      }
    }
  }

  private func grouping(_ keys: [String], _ functions: [String]) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Sale")
    request.resultType = .dictionaryResultType
    request.propertiesToGroupBy = keys.isEmpty ? nil : keys
    let columns = functions.map { function in
      let column = NSExpressionDescription()
      column.name = function
      column.expression = .init(format: function)
      return column
    }
    request.propertiesToFetch = keys + columns
    return request
  }

  /// Returns the number of groups if the store computes them itself; nil, if it does not.
  private func storesGroups(_ request: NSFetchRequest<NSDictionary>) throws -> Int? {
    let context = stack.newContext()
    return try context.performAndWait {
      let execution = try FetchExecution(request, in: context)
      let columns = try (request.propertiesToFetch ?? []).map { try FetchColumn($0, in: "test") }
      let grouping = try #require(try FetchGrouping(of: execution, columns))
      return try grouping.query(of: execution.query).flatMap { try execution.rows.groups($0)?.count }
    }
  }

  private func results(_ request: NSFetchRequest<NSDictionary>) throws -> [String] {
    let context = stack.newContext()
    return try context.performAndWait {
      try context.fetch(request).map { group in
        let keys = group.allKeys.compactMap { $0 as? String }.sorted()
        return keys.map { "\($0)=\(group[$0] ?? "nil")" }.joined(separator: " ")
      }
    }
  }

  @Test func keysThroughRelationshipsAndAllExactFunctions() throws {
    let request = grouping(["shop.name"], ["count:(count)", "max:(kind)", "sum:(pieces)", "average:(pieces)"])
    #expect(try storesGroups(request) == 3)
    #expect(
      try results(request) == [
        "average:(pieces)=5.0 count:(count)=1 sum:(pieces)=5",
        "average:(pieces)=1.0 count:(count)=2 max:(kind)=b shop.name=Nord sum:(pieces)=3",
        "average:(pieces)=3.5 count:(count)=2 max:(kind)=a shop.name=Süd sum:(pieces)=7",
      ])
  }

  @Test func functionsOfWhatIsComputed() throws {
    let request = grouping(
      ["shop.name"], ["sum:(pieces * 2 + 1)", "max:(pieces / 2.0)", "count:(distinct:(pieces & 1))"])
    #expect(try storesGroups(request) == 3)
    #expect(
      try results(request) == [
        "count:(distinct:(pieces & 1))=1 max:(pieces / 2.0)=2.5 sum:(pieces * 2 + 1)=11",
        "count:(distinct:(pieces & 1))=2 max:(pieces / 2.0)=1.0 shop.name=Nord sum:(pieces * 2 + 1)=9",
        "count:(distinct:(pieces & 1))=2 max:(pieces / 2.0)=2.0 shop.name=Süd sum:(pieces * 2 + 1)=16",
      ])
  }

  @Test func distinctValuesAndConditionsOnGroups() throws {
    let request = grouping(["shop.name"], ["count:(distinct:(kind))", "min:(day)"])
    request.havingPredicate = NSPredicate(format: "count:(kind) > 1")
    request.sortDescriptors = [NSSortDescriptor(key: "shop.name", ascending: false)]
    #expect(try storesGroups(request) == 3)
    let found = try results(request)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("count:(distinct:(kind))=1") == true)
    #expect(found.last?.hasPrefix("count:(distinct:(kind))=2") == true)
    #expect(found.first?.contains("shop.name=Süd") == true)
  }

  /// SQLite's own sum fails with an overflow here.
  @Test func aSumOfMoreThan64BitsIsAFraction() throws {
    let request = grouping(["kind"], ["sum:(count)"])
    request.predicate = NSPredicate(format: "shop.name == 'Süd'")
    #expect(try storesGroups(request) == 1)
    #expect(try results(request) == ["kind=a sum:(count)=9.223372036854776e+18"])
  }

  @Test func allRowsAreOneGroupEvenWithoutRows() throws {
    let request = grouping([], ["count:(kind)", "sum:(pieces)", "max:(pieces)"])
    request.predicate = NSPredicate(format: "kind == 'c'")
    #expect(try storesGroups(request) == 1)
    #expect(try results(request) == ["count:(kind)=0 sum:(pieces)=0"])
  }

  /// SQL would compute something else, because sums of fractions depend on their order.
  @Test(
    "The rows are read for what SQL says otherwise",
    arguments: ["sum:(price)", "median:(pieces)", "sum:(pieces / 2.0)"])
  func theRowsAreReadForTheRest(function: String) throws {
    let request = grouping(["kind"], [function])
    #expect(try storesGroups(request) == nil)
    #expect(try results(request).count == 3)
  }

  @Test func whatIsNotSavedCounts() throws {
    let request = grouping(["kind"], ["count:(pieces)"])
    let context = stack.newContext()
    try context.performAndWait {
      let sale = try context.insert("Sale", ["kind": "c", "pieces": 1])
      #expect(try context.fetch(request).count == 4)
      context.delete(sale)
      context.processPendingChanges()
      // Neither the predicate nor the sort order reads this property.
      try #require(try context.all("Sale", where: "kind == nil").first).setValue("a", forKey: "kind")
      #expect(try context.fetch(request).count == 2)
    }
  }

  /// A pinned context has the groups of its generation.
  @Test func aPinnedContextHasItsGroups() throws {
    let request = grouping(["kind"], ["count:(pieces)"])
    let context = stack.newContext()
    try context.performAndWait {
      try context.setQueryGenerationFrom(.current)
      #expect(try context.fetch(request).count == 3)
      try stack.saving { try $0.insert("Sale", ["kind": "c", "pieces": 1]) }
      #expect(try context.fetch(request).count == 3)
    }
  }
}
