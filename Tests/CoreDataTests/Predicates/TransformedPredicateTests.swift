import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Box a has the numbers 1, 2, 3, the color of a sunset, and its tags in a set. Box b has 4 and 5, and c has nothing.
@Suite("Predicates over values that a transformer keeps")
struct TransformedPredicateTests {
  init() { TransformerModel.register }

  private func makeStack(_ type: String) throws -> MusicStack {
    func transformable(_ name: String, _ transformer: String?) -> NSAttributeDescription {
      let attribute = NSAttributeDescription(name, .transformableAttributeType)
      attribute.valueTransformerName = transformer
      return attribute
    }
    let box = NSEntityDescription(
      "Box",
      [
        NSAttributeDescription("name"), transformable("nums", nil), transformable("tags", nil),
        transformable("color", "HexColor"), transformable("info", nil),
      ])
    let shelf = NSEntityDescription("Shelf", [NSAttributeDescription("name")])
    shelf.relate("boxes", .ordered, to: box, "shelf", .one)
    return try MusicStack(type, NSManagedObjectModel([box, shelf]))
  }

  private static let sunset = Color(red: 200, green: 100, blue: 0)

  /// Each predicate, and the boxes for which it holds.
  private static var cases: [(NSPredicate, String)] {
    [
      (NSPredicate(format: "max:(nums) > 3"), "b"), (NSPredicate(format: "sum:(nums) == 6"), "a"),
      (NSPredicate(format: "nums.@count == 2"), "b"), (NSPredicate(format: "nums.@count > 0"), "ab"),
      (NSPredicate(format: "ANY nums == 2"), "a"), (NSPredicate(format: "ALL nums > 3"), "bc"),
      (NSPredicate(format: "2 IN nums"), "a"), (NSPredicate(format: "nums CONTAINS 4"), "b"),
      (NSPredicate(format: "nums == %@", [1, 2, 3]), "a"), (NSPredicate(format: "nums != %@", [1, 2, 3]), "bc"),
      (NSPredicate(format: "nums == TERNARY(name == 'a', %@, nil)", [1, 2, 3]), "ac"),
      (NSPredicate(format: "nums == {4, 5}"), "b"), (NSPredicate(format: "nums == %@", [3, 2, 1]), ""),
      (NSPredicate(format: "nums IN %@", [[4, 5], [9]]), "b"), (NSPredicate(format: "nums == nil"), "c"),
      (NSPredicate(format: "nums != nil"), "ab"), (NSPredicate(format: "nums IN %@", [[9]]), ""),
      (NSPredicate(format: "nums <= %@", [1, 2, 3]), ""), (NSPredicate(format: "nums >= %@", [1, 2, 3]), ""),
      (NSPredicate(format: "nums < %@", [1, 2, 3]), ""), (NSPredicate(format: "nums BETWEEN %@", [[1], [9]]), ""),
      (NSPredicate(format: "tags == %@", Set(["x", "y", "z"])), "a"),
      (NSPredicate(format: "tags == %@", NSSet(array: ["z", "y", "x"])), "a"),
      (NSPredicate(format: "tags IN %@", [NSSet(array: ["z", "y", "x"])]), "a"),
      (NSPredicate(format: "color == %@", sunset), "a"), (NSPredicate(format: "color IN %@", [sunset]), "a"),
      (NSPredicate(format: "color != %@", sunset), "bc"), (NSPredicate(format: "NOT color == %@", sunset), "bc"),
      (NSPredicate(format: "color == %@ AND name == 'a'", sunset), "a"),
      (NSPredicate(format: "nums[SIZE] == 3"), "a"), (NSPredicate(format: "nums[FIRST] == 4"), "b"),
      (NSPredicate(format: "nums[LAST] == 3"), "a"), (NSPredicate(format: "nums[1] == 5"), "b"),
      (NSPredicate(format: "nums[7] == nil"), "abc"), (NSPredicate(format: "info['depth'] == 2"), "a"),
      (NSPredicate(format: "info == %@", ["depth": 2]), "a"), (NSPredicate(format: "info != %@", ["depth": 2]), "bc"),
      (NSPredicate(format: "shelf.boxes[SIZE] == 2"), "ab"),
      (NSPredicate(format: "shelf.boxes[FIRST].name == 'a'"), "ab"),
      (NSPredicate(format: "SUBQUERY(shelf.boxes, $b, $b.nums.@count == 2).@count == 1"), "ab"),
      (NSPredicate(format: "ANY shelf.boxes.nums == 5"), "ab"),
    ]
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    let a = try context.insert(
      "Box",
      ["name": "a", "nums": [1, 2, 3], "tags": Set(["x", "y", "z"]), "color": Self.sunset, "info": ["depth": 2]])
    let b = try context.insert("Box", ["name": "b", "nums": [4, 5]])
    try context.insert("Box", ["name": "c"])
    try context.insert("Shelf", ["name": "s", "boxes": NSOrderedSet(array: [a, b])])
  }

  @Test("A fetch finds what the predicate holds for, saved or not, and so does an array", arguments: MusicStack.types)
  func agreement(type: String) throws {
    let stack = try makeStack(type)
    func check(_ context: NSManagedObjectContext, _ state: String) throws {
      let all = try context.all("Box", by: "name")
      for (predicate, expected) in Self.cases {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Box")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(try context.fetch(request).map { $0.text("name") }.joined() == expected, "\(state): \(predicate)")
        #expect(try context.count(for: request) == expected.count, "\(state): \(predicate)")
        let matching = all.filter { predicate.evaluate(with: $0) }
        #expect(matching.map { $0.text("name") }.joined() == expected, "\(state), by objects: \(predicate)")
      }
    }
    try stack.run { (context) throws in
      try fill(context)
      try check(context, "unsaved")
      try context.save()
      try check(context, "saved")
      context.reset()
      try check(context, "read")
      let child = Family.context(below: context)
      try child.performAndWait { () throws in try check(child, "below") }
    }
  }

  @Test("What no value answers is an error of the fetch, and no trap", arguments: MusicStack.types)
  func errors(type: String) throws {
    let stack = try makeStack(type)
    try stack.run { (context) throws in
      try fill(context)
      try context.save()
      let wrong = [
        "ANY color == 2", "tags[0] == 'x'", "name[0] == 'a'", "color.red == 2", "shelf.boxes[FIRST].none == 1",
      ]
      for format in wrong {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Box")
        request.predicate = NSPredicate(format: format)
        #expect(throws: NSError.self, "\(format)") { try context.fetch(request) }
      }
    }
  }

  @Test("Elements by index are written as they were read, and are a function of expressions")
  func written() throws {
    for format in ["a[0] == 1", "a[FIRST].b == 1", "a[SIZE] > 2", "a.b[LAST][1] == nil", "a[\"key\"] == 1"] {
      #expect(NSPredicate(format: format).description == format)
    }
    let comparison = NSPredicate(format: "a[FIRST] == 1") as? CoreData.NSComparisonPredicate
    let expression = try #require(comparison).leftExpression
    #expect(expression.function == "objectFrom:withIndex:")
    #expect(expression.arguments?.map(\.description) == ["a", "FIRST"])
    #expect(NSPredicate(format: "SELF[1] == 2 AND SELF[SIZE] == 3").evaluate(with: [1, 2, 3]))
  }
}
