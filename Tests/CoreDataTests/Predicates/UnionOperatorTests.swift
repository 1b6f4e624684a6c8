import CoreData
import Foundation
import SectionedTesting
import Testing

@Suite("Operators that unite collections, in expressions")
struct UnionOperatorTests {
  @Test(
    "Operators of key-value coding that unite collections",
    arguments: [
      ("shelves.@unionOfArrays.titles", ["a", "b", "b", "c"]),
      ("shelves.@distinctUnionOfArrays.titles", ["a", "b", "c"]),
      ("shelves.@distinctUnionOfSets.tags", ["x", "y"]), ("shelves.@unionOfObjects.owner", ["ann", "ann"]),
      ("shelves.@distinctUnionOfObjects.owner", ["ann"]),
    ])
  func unions(_ path: String, _ expected: [String]) throws {
    let shelves: [[String: Any]] = [
      ["titles": ["a", "b"], "tags": NSSet(array: ["x"]), "owner": "ann"],
      ["titles": ["b", "c"], "tags": NSSet(array: ["x", "y"]), "owner": "ann"],
      ["titles": [String](), "tags": NSSet()],
    ]
    for format in [path, "$object.\(path)"] {
      let context = NSMutableDictionary(dictionary: ["object": ["shelves": shelves]])
      let value = NSExpression(format: format).expressionValue(with: ["shelves": shelves], context: context)
      let elements = (value as? NSSet)?.allObjects ?? value as? [Any] ?? []
      #expect(elements.compactMap { $0 as? String }.sorted() == expected, "\(format)")
      #expect((value is NSSet) == path.contains("Sets"))
    }
  }

  @Test func unionsOfObjects() throws {
    let item = NSEntityDescription("Item", [NSAttributeDescription("name")])
    let box = NSEntityDescription("Box", [NSAttributeDescription("name")])
    let room = NSEntityDescription("Room")
    box.relate("items", .many, to: item, "box", .one)
    room.relate("boxes", .many, to: box, "room", .one)
    let container = try NSPersistentContainer.inMemory([item, box, room])
    let context = container.viewContext
    func make(_ entity: String, _ name: String? = nil) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      if let name { object.setValue(name, forKey: "name") }
      return object
    }
    let room1 = make("Room")
    var items: Set<NSManagedObject> = []
    for number in 0..<3 {
      let box = make("Box", "box")
      box.setValue(room1, forKey: "room")
      for _ in 0..<number {
        let item = make("Item", "item \(number)")
        item.setValue(box, forKey: "box")
        items.insert(item)
      }
    }
    for path in ["boxes.@distinctUnionOfSets.items", "boxes.items"] {
      let value = NSExpression(format: "$source.\(path)").expressionValue(
        with: nil, context: NSMutableDictionary(dictionary: ["source": room1]))
      let members = (value as? NSSet)?.allObjects ?? value as? [Any] ?? []
      #expect(Set(members.compactMap { $0 as? NSManagedObject }) == items, "\(path)")
      #expect(members.count == 3)
    }
    let names = NSExpression(format: "boxes.@distinctUnionOfObjects.name").expressionValue(with: room1, context: nil)
    #expect((names as? [Any])?.count == 1)
  }
}
