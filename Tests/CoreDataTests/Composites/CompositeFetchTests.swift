import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetches by composite attributes")
struct CompositeFetchTests {
  /// Runs a test with these articles. Section s: a by Adams of Bath, b without an author, c by Brown without a city.
  /// Section t: d by Adams of York. No section: e by Clark of Bath.
  private func run(_ type: String, _ body: (NSManagedObjectContext) throws -> Void) throws {
    let stack = try MusicStack(type, ArticleModel.make())
    try stack.run { context in
      let (s, t) = (try context.insert("Section", ["title": "s"]), try context.insert("Section", ["title": "t"]))
      func insert(_ title: String, _ name: String?, _ city: String?, _ zip: Int32?, _ section: NSManagedObject?) throws
      {
        var address: [String: Any] = [:]
        address["city"] = city
        address["zip"] = zip
        let author: [String: Any]? = name.map { ["name": $0, "address": address] }
        try context.insert("Article", ["title": title, "author": author, "section": section])
      }
      try insert("a", "Adams", "Bath", 7, s)
      try insert("b", nil, nil, nil, s)
      try insert("c", "Brown", nil, nil, s)
      try insert("d", "Adams", "York", 3, t)
      try insert("e", "Clark", "Bath", 5, nil)
      try context.save()
      try body(context)
    }
  }

  /// Returns the message of the error that a closure throws; empty, if it throws none.
  private static func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return (error as NSError).localizedDescription
    }
  }

  private static let formats: [(String, String)] = [
    ("author.name == 'Adams'", "ad"), ("author.name != 'Adams'", "bce"), ("author.address.zip > 4", "ae"),
    ("author.address.city BEGINSWITH[c] 'b'", "ae"), ("author.name.length == 5", "acde"), ("author == nil", "b"),
    ("author != nil", "acde"), ("author.address == nil", "bc"), ("author.name IN {'Brown', 'Clark'}", "ce"),
    ("author.address.zip + 1 == 4", "d"), ("author.name == author.address.city", "b"),
    ("section.title == 's' AND author.address.zip BETWEEN {1, 9}", "a"), ("NOT author.name LIKE '*s'", "bce"),
  ]

  @Test("Predicates name elements by key paths", arguments: MusicStack.types)
  func predicates(type: String) throws {
    try run(type) { context in
      for (format, titles) in Self.formats {
        #expect(try context.texts("Article", "title", where: format).joined() == titles, "\(format)")
        let all = try context.all("Article", by: "title").filter { NSPredicate(format: format).evaluate(with: $0) }
        #expect(all.map { $0.text("title") }.joined() == titles, "\(format), evaluated with objects")
      }
      for (format, titles) in [
        ("ANY articles.author.name == 'Brown'", "s"), ("ANY articles.author == nil", "s"),
        ("NONE articles.author.name == 'Brown'", "t"), ("ALL articles.author != nil", "t"),
        ("articles.author.address.zip.@sum == 7", "s"), ("articles.@max.author.address.zip == 3", "t"),
        ("SUBQUERY(articles, $a, $a.author.address.city == 'York').@count == 1", "t"),
      ] {
        #expect(try context.texts("Section", "title", where: format).joined() == titles, "\(format)")
      }
    }
  }

  private func titles(_ context: NSManagedObjectContext, _ format: String, _ arguments: [Any]) throws -> String {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Article")
    request.predicate = try NSPredicate.parse(format: format, arguments: arguments)
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).map { $0.text("title") }.joined()
  }

  @Test("A whole attribute is compared with dictionaries, and nothing else", arguments: MusicStack.types)
  func dictionaries(type: String) throws {
    try run(type) { context in
      let adams = composed(["name": "Adams", "address": composed(["city": "Bath", "zip": 7])])
      let brown: [String: Any] = ["name": "Brown"]
      try context.save()
      #expect(try titles(context, "author == %@", [adams]) == "a")
      #expect(try titles(context, "author != %@", [adams]) == "bcde")
      #expect(try titles(context, "%@ == author", [brown]) == "c")
      #expect(try titles(context, "author IN %@", [[adams, brown]]) == "ac")
      #expect(try titles(context, "author.address == %@", [composed(["city": "York", "zip": 3])]) == "d")
      #expect(try titles(context, "author == %@", [["nmae": "Adams"]]) == "")
      for (format, part) in [
        ("author > 1", "compared with nil, a dictionary or another one"),
        ("author.nmae == 1", "Article.author has no element nmae; it has author.name, author.id"),
        ("author.name.first == 1", "Article.author.name is an attribute and has no key first"),
        ("author.@count == 1", "composite and has no single value"),
      ] {
        let message = Self.message { _ = try context.all("Article", where: format) }
        #expect(message.contains(part), "\(format): \(message)")
      }
    }
  }

  @Test("Sort descriptors name elements", arguments: MusicStack.types)
  func orders(type: String) throws {
    try run(type) { context in
      #expect(
        try context.all("Article", by: "author.address.zip", "title").map { $0.text("title") } == [
          "b", "c", "d", "e", "a",
        ])
      let descriptors = [
        NSSortDescriptor(key: "author.name", ascending: false), NSSortDescriptor(key: "title", ascending: false),
      ]
      let sorted = (try context.all("Article") as NSArray).sortedArray(using: descriptors)
      #expect(sorted.compactMap { ($0 as? NSManagedObject)?.text("title") } == ["e", "c", "d", "a", "b"])
      let error = #expect(throws: NSError.self) { try context.all("Article", by: "author") }
      #expect(error?.localizedDescription.contains("has to go on to one of its elements") == true)
    }
  }

  private func rows(
    _ context: NSManagedObjectContext, _ properties: [Any]?, by group: [Any] = [], isDistinct: Bool = false,
    _ key: String? = "title"
  ) throws -> [String] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Article")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = properties
    request.propertiesToGroupBy = group.isEmpty ? nil : group
    request.returnsDistinctResults = isDistinct
    request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
    return try context.fetch(request).map { described($0) }
  }

  @Test("Dictionaries have the attribute's dictionary, or an element under its key path", arguments: MusicStack.types)
  func columns(type: String) throws {
    try run(type) { context in
      let expected = [
        "{author: {address: {city: Bath, zip: 7}, name: Adams}, title: a}", "{title: b}",
        "{author: {name: Brown}, title: c}",
      ]
      #expect(try rows(context, ["title", "author"]).prefix(3) == expected[...])
      #expect(try rows(context, nil).prefix(3) == expected[...])
      #expect(try rows(context, ["author.name"]).first == "{author.name: Adams}")
      #expect(try rows(context, ["author.address"]).first == "{author.address: {city: Bath, zip: 7}}")
      try context.insert("Article", ["title": "aa", "author": ["name": "Dunn"]])
      #expect(try rows(context, ["title", "author"])[1] == "{author: {name: Dunn}, title: aa}", "pending changes, too")
    }
  }

  @Test("Rows are grouped by elements, or by all of them", arguments: MusicStack.types)
  func groups(type: String) throws {
    try run(type) { context in
      try context.insert("Article", ["title": "f", "author": ["name": "Brown"]])
      try context.save()
      let count = NSExpressionDescription()
      count.name = "count"
      count.expression = CoreData.NSExpression(format: "count:(title)")
      count.expressionResultType = .integer64AttributeType
      #expect(
        try rows(context, ["author.name", count], by: ["author.name"], "author.name") == [
          "{count: 1}", "{author.name: Adams, count: 2}", "{author.name: Brown, count: 2}",
          "{author.name: Clark, count: 1}",
        ])
      #expect(
        Set(try rows(context, ["author", count], by: ["author"], nil)) == [
          "{count: 1}", "{author: {address: {city: Bath, zip: 7}, name: Adams}, count: 1}",
          "{author: {address: {city: York, zip: 3}, name: Adams}, count: 1}", "{author: {name: Brown}, count: 2}",
          "{author: {address: {city: Bath, zip: 5}, name: Clark}, count: 1}",
        ])
      #expect(try rows(context, ["author"], isDistinct: true, nil).count == 5)
    }
  }

  private func update(
    _ context: NSManagedObjectContext, _ format: String, _ values: [AnyHashable: Any]
  ) throws -> Int {
    let request = NSBatchUpdateRequest(entityName: "Article")
    request.predicate = NSPredicate(format: format)
    request.propertiesToUpdate = values
    request.resultType = .updatedObjectsCountResultType
    let result = try context.execute(request) as? NSBatchUpdateResult
    context.reset()
    return result?.result as? Int ?? -1
  }

  private func author(_ context: NSManagedObjectContext, _ title: String) throws -> String {
    described(try context.all("Article", where: "title == '\(title)'").first?.value(forKey: "author"))
  }

  @Test("A batch update sets a whole attribute, an element, or computes one", arguments: MusicStack.types)
  func batchUpdates(type: String) throws {
    try run(type) { context in
      let count = try update(context, "author.name == 'Adams'", ["author.id": "1"])
      #expect(count == 2)
      #expect(try author(context, "a") == "{address: {city: Bath, zip: 7}, id: 1, name: Adams}")
      #expect(try update(context, "title == 'a'", ["author": ["name": "New"]]) == 1)
      #expect(try author(context, "a") == "{name: New}")
      #expect(
        try update(
          context, "title == 'd'", ["author.address.zip": CoreData.NSExpression(format: "author.address.zip * 2 + 1")])
          == 1)
      #expect(try author(context, "d") == "{address: {city: York, zip: 7}, id: 1, name: Adams}")
      #expect(try update(context, "title == 'e'", ["author": NSNull()]) == 1)
      #expect(try author(context, "e") == "nil")
      for (values, part) in [
        (["author": "x"], "takes a dictionary"), (["author": ["x": 1]], "has no element x"),
        (["author": ["name": 1]], "Article.author.name takes a String"), (["author.x": 1], "no property author.x"),
      ] as [([AnyHashable: Any], String)] {
        let message = Self.message { _ = try update(context, "title == 'a'", values) }
        #expect(message.contains(part), "\(message)")
      }
      // The new value lacks a mandatory element.
      #expect(throws: NSError.self) { try update(context, "title == 'a'", ["author": ["id": "1"]]) }
      #expect(try author(context, "a") == "{name: New}")
    }
  }

  @Test("A batch insert takes dictionaries of either kind", arguments: MusicStack.types)
  func batchInserts(type: String) throws {
    try run(type) { context in
      let request = NSBatchInsertRequest(
        entityName: "Article",
        objects: [
          ["title": "x", "author": composed(["name": "X", "address": ["zip": 1]])], ["title": "y"],
          ["title": "z", "author": composed(["name": "Z", "born": ArticleModel.born])],
        ])
      try context.execute(request)
      #expect(
        try context.all("Article", where: "title > 'w'", by: "title").map { described($0.value(forKey: "author")) }
          == ["{address: {zip: 1}, name: X}", "nil", "{born: 5.0, name: Z}"])
      var isDone = false
      let handler = NSBatchInsertRequest(
        entityName: "Article",
        dictionaryHandler: { row in
          defer { isDone = true }
          if isDone { return true }
          for (key, value) in ["id": "1", "title": "zz", "zip": "2"] { row[key] = value }
          row["author"] = ["name": "Handled"] as [String: Any]
          return false
        })
      try context.execute(handler)
      #expect(try context.texts("Article", "title", where: "author.name == 'Handled'") == ["zz"])
      let wrong = NSBatchInsertRequest(entityName: "Article", objects: [["author": ["id": "1"]]])
      let error = #expect(throws: NSError.self) { try context.execute(wrong) }
      #expect(error?.localizedDescription.contains("author.name of Article") == true, "\(error as Any)")
    }
  }

  @Test("A fetched results controller has sections and an order by elements", arguments: MusicStack.types)
  func results(type: String) throws {
    try run(type) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Article")
      request.predicate = NSPredicate(format: "author != nil")
      request.sortDescriptors = ["author.name", "author.address.zip"].map { NSSortDescriptor(key: $0, ascending: true) }
      let results = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "author.name", cacheName: nil)
      let delegate = Follower()
      results.delegate = delegate
      try results.performFetch()
      func list() -> [String] {
        (results.sections ?? []).map { section in
          "\(section.name): \((section.objects ?? []).map { ($0 as? NSManagedObject)?.text("title") ?? "" }.joined())"
        }
      }
      #expect(list() == ["Adams: da", "Brown: c", "Clark: e"])
      try context.all("Article", where: "title == 'a'").first?.setValue(1, forKeyPath: "author.address.zip")
      try context.all("Article", where: "title == 'c'").first?.setValue("Clark", forKeyPath: "author.name")
      try context.all("Article", where: "title == 'b'").first?.setValue(["name": "Adams"], forKey: "author")
      context.processPendingChanges()
      #expect(list() == ["Adams: bad", "Clark: ce"])
    }
  }
}

/// A delegate, without which a controller does not follow changes.
private final class Follower: NSObject, NSFetchedResultsControllerDelegate {
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
}
