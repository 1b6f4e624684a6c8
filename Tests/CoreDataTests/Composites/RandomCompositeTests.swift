import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Each object with a composite attribute has a twin with one attribute for each element. After the same edits both
/// must have the same values, and the same fetches must find both.
@Suite("Composite attributes beside plain ones")
struct RandomCompositeTests {
  @Test(arguments: TestSeeds.seeds(24, from: 7300), MusicStack.types)
  func twins(_ seed: UInt64, type: String) throws {
    let world = try TwinWorld(seed, type)
    try world.context.performAndWait {
      for _ in 0..<60 {
        try world.act()
        try world.compare()
        if world.hasFailed { return }
      }
    }
  }
}

/// The twins, in a context with an undo manager and two lists that follow it.
final class TwinWorld {
  /// The key path of each element, and the attribute of the twin.
  private static let elements: [(made: String, flat: String, isText: Bool)] = [
    ("author.name", "name", true), ("author.rank", "rank", false), ("author.address.city", "city", true),
    ("author.address.score", "score", false),
  ]

  let stack: MusicStack
  let context: NSManagedObjectContext
  private(set) var hasFailed = false
  private let seed: UInt64
  private let type: String
  private var random: SeededRandom
  private var log: [String] = []
  private var last = 0
  private var lists: [NSFetchedResultsController<NSManagedObject>] = []
  private let follower = ListFollower()

  init(_ seed: UInt64, _ type: String) throws {
    self.seed = seed
    self.type = type
    random = SeededRandom(seed: seed)
    stack = try MusicStack(type, Self.model())
    context = stack.newContext()
    try context.performAndWait {
      context.undoManager = UndoManager()
      for (entity, keys) in [("Made", ["author.address.city", "author.rank"]), ("Flat", ["city", "rank"])] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = (keys + ["number"]).map { NSSortDescriptor(key: $0, ascending: true) }
        let list = NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: keys[0], cacheName: nil)
        list.delegate = follower
        try list.performFetch()
        lists.append(list)
      }
    }
  }

  private static func model() -> NSManagedObjectModel {
    func own() -> [NSPropertyDescription] {
      [NSAttributeDescription("number", .integer64AttributeType), NSAttributeDescription("tag")]
    }
    let address = NSCompositeAttributeDescription(
      "address", [NSAttributeDescription("city"), NSAttributeDescription("score", .doubleAttributeType)])
    let author = NSCompositeAttributeDescription(
      "author", [NSAttributeDescription("name"), NSAttributeDescription("rank", .integer32AttributeType), address])
    let made = NSEntityDescription("Made", own() + [author])
    let flat = NSEntityDescription(
      "Flat",
      own() + [
        NSAttributeDescription("name"), NSAttributeDescription("rank", .integer32AttributeType),
        NSAttributeDescription("city"), NSAttributeDescription("score", .doubleAttributeType),
      ])
    let group = NSEntityDescription("Group", [NSAttributeDescription("title")])
    group.relate("mades", .many, to: made, "group", .one)
    group.relate("flats", .many, to: flat, "group", .one)
    return NSManagedObjectModel([made, flat, group])
  }

  // MARK: Edits

  /// Returns values for the elements; some are nil.
  private func values() -> [Any?] {
    if random.oneIn(5) { return [nil, nil, nil, nil] }
    return Self.elements.map { random.oneIn(3) ? nil : value(isText: $0.isText) }
  }

  private func value(isText: Bool) -> Any {
    isText ? random.one(of: ["", "a", "b", "é", "ab"]) : NSNumber(value: random.below(4))
  }

  private static func dictionary(_ values: [Any?]) -> [String: Any]? {
    var (author, address): ([String: Any], [String: Any]) = ([:], [:])
    author["name"] = values[0]
    author["rank"] = values[1]
    address["city"] = values[2]
    address["score"] = values[3]
    if !address.isEmpty { author["address"] = address }
    return author.isEmpty ? nil : author
  }

  private func set(_ values: [Any?], _ made: NSManagedObject, _ flat: NSManagedObject) {
    made.setValue(Self.dictionary(values), forKey: "author")
    for (element, value) in zip(Self.elements, values) { flat.setValue(value, forKey: element.flat) }
  }

  /// Inserts an object and its twin.
  private func insert(into context: NSManagedObjectContext) throws {
    last += 1
    let own: [String: Any?] = ["number": last, "tag": random.one(of: ["x", "y"])]
    set(values(), try context.insert("Made", own), try context.insert("Flat", own))
  }

  /// Changes some objects and their twins, which have the same numbers.
  private func edit(_ context: NSManagedObjectContext) throws {
    let (mades, flats) = (try context.all("Made", by: "number"), try context.all("Flat", by: "number"))
    for (made, flat) in zip(mades, flats) where random.oneIn(3) {
      switch random.below(5) {
      case 0: set(values(), made, flat)
      case 1:
        context.delete(made)
        context.delete(flat)
      case 2:
        let (city, score) = (value(isText: true), value(isText: false))
        made.setValue(["city": city, "score": score], forKeyPath: "author.address")
        flat.setValue(city, forKey: "city")
        flat.setValue(score, forKey: "score")
      default:
        let element = random.one(of: Self.elements)
        let value: Any? = random.oneIn(3) ? nil : value(isText: element.isText)
        made.setValue(value, forKeyPath: element.made)
        flat.setValue(value, forKey: element.flat)
      }
    }
  }

  func act() throws {
    let kind = random.below(14)
    log.append("\(kind)")
    switch kind {
    case 0, 1, 2: try insert(into: context)
    case 3, 4, 5: try edit(context)
    case 6, 7: try context.save()
    case 8: if random.oneIn(2) { context.undo() } else { context.redo() }
    case 9: if random.oneIn(2) { context.rollback() } else { context.refreshAllObjects() }
    case 10:
      // Save first, so that no conflict arises. It would be settled by whole attributes, and the twin has one per
      // element.
      try context.save()
      try stack.merge(into: context) { other in
        try insert(into: other)
        try edit(other)
      }
    case 11: try updateBatch()
    case 12: try insertBatch()
    default: context.processPendingChanges()
    }
  }

  private func updateBatch() throws {
    try context.save()
    let (format, values) = (predicate(), values())
    let element = random.one(of: Self.elements)
    let computed = CoreData.NSExpression(format: random.oneIn(2) ? "number" : "number + 1")
    for (place, entity) in ["Made", "Flat"].enumerated() {
      let request = NSBatchUpdateRequest(entityName: entity)
      request.predicate = NSPredicate(format: format[place])
      var properties: [AnyHashable: Any] = [:]
      if element.isText {
        if place == 0 {
          properties["author"] = Self.dictionary(values) ?? NSNull()
        } else {
          for (element, value) in zip(Self.elements, values) { properties[element.flat] = value ?? NSNull() }
        }
      } else {
        properties[place == 0 ? element.made : element.flat] = computed
      }
      request.propertiesToUpdate = properties
      try context.execute(request)
    }
    try startAgain()
  }

  private func insertBatch() throws {
    try context.save()
    let rows = (0..<3).map { _ -> (number: Int, values: [Any?]) in
      last += 1
      return (last, values())
    }
    try context.execute(
      NSBatchInsertRequest(
        entityName: "Made",
        objects: rows.map { row in
          var values: [String: Any] = ["number": row.number]
          values["author"] = Self.dictionary(row.values)
          return values
        }))
    try context.execute(
      NSBatchInsertRequest(
        entityName: "Flat",
        objects: rows.map { row in
          var values: [String: Any] = ["number": row.number]
          for (element, value) in zip(Self.elements, row.values) { values[element.flat] = value }
          return values
        }))
    try startAgain()
  }

  /// Starts with fresh values and lists, because a batch request notifies no context.
  private func startAgain() throws {
    context.undoManager?.removeAllActions()
    context.reset()
    for list in lists { try list.performFetch() }
  }

  // MARK: Questions

  /// Returns a predicate for the objects with the composite attribute, and the same for the twins.
  private func predicate(depth: Int = 2) -> [String] {
    if depth > 0, random.oneIn(2) {
      let (one, other) = (predicate(depth: depth - 1), predicate(depth: depth - 1))
      switch random.below(3) {
      case 0: return one.map { "NOT (\($0))" }
      case 1: return zip(one, other).map { "(\($0)) AND (\($1))" }
      default: return zip(one, other).map { "(\($0)) OR (\($1))" }
      }
    }
    if random.oneIn(6) {
      let operation = random.one(of: ["==", "!="])
      let (all, join) = (Self.elements.map { "\($0.flat) \(operation) nil" }, operation == "==" ? " AND " : " OR ")
      if random.oneIn(2) { return ["author \(operation) nil", all.joined(separator: join)] }
      return ["author.address \(operation) nil", all.suffix(2).joined(separator: join)]
    }
    let element = random.one(of: Self.elements)
    let test: String
    if element.isText {
      test = random.one(of: [
        "== 'a'", "!= 'a'", "BEGINSWITH 'a'", "== nil", "!= nil", "LIKE '*b'", "IN {'a', 'é'}", "< 'b'", "==[d] 'e'",
      ])
    } else {
      test = random.one(of: ["== 1", "!= 1", "> 1", "<= 2", "== nil", "BETWEEN {1, 2}", "IN {0, 3}", "+ 1 > 2"])
    }
    return [element.made, element.flat].map { "\($0) \(test)" }
  }

  private func titles(_ entity: String, _ format: String, _ keys: [String], _ isAscending: Bool) throws -> [Int] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: format)
    request.sortDescriptors =
      keys.map { NSSortDescriptor(key: $0, ascending: isAscending) } + [
        NSSortDescriptor(key: "number", ascending: true)
      ]
    return try context.fetch(request).map { ($0.value(forKey: "number") as? NSNumber)?.intValue ?? -1 }
  }

  private func flattened(_ object: NSManagedObject, isMade: Bool) -> String {
    Self.elements.map { described(object.value(forKeyPath: isMade ? $0.made : $0.flat)) }.joined(separator: "|")
  }

  private func dictionaries(_ entity: String, isMade: Bool) throws -> [String] {
    let request = NSFetchRequest<NSDictionary>(entityName: entity)
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["number"] + (isMade ? ["author"] : Self.elements.map(\.flat))
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    return try context.fetch(request).map { row in
      guard isMade else { return Self.elements.map { described(row[$0.flat]) }.joined(separator: "|") }
      let author = CompositeLayout.dictionary(of: row["author"])
      let address = CompositeLayout.dictionary(of: author?["address"])
      return [author?["name"], author?["rank"], address?["city"], address?["score"]].map { described($0) }
        .joined(separator: "|")
    }
  }

  private func groups(_ entity: String, _ key: String) throws -> [String] {
    let request = NSFetchRequest<NSDictionary>(entityName: entity)
    request.resultType = .dictionaryResultType
    let count = NSExpressionDescription()
    count.name = "count"
    count.expression = CoreData.NSExpression(format: "count:(number)")
    request.propertiesToFetch = [key, count]
    request.propertiesToGroupBy = [key]
    return try context.fetch(request).map { "\(described($0[key])) \(described($0["count"]))" }.sorted()
  }

  private func list(_ controller: NSFetchedResultsController<NSManagedObject>) -> [String] {
    (controller.sections ?? []).map { section in
      let numbers = (section.objects ?? []).map { described(($0 as? NSManagedObject)?.value(forKey: "number")) }
      return "\(section.name): \(numbers.joined(separator: " "))"
    }
  }

  private func expect<Answer: Equatable>(_ what: String, _ made: Answer, _ flat: Answer) {
    if made == flat { return }
    hasFailed = true
    Issue.record("seed \(seed), \(type), \(log.joined(separator: " ")): \(what): \(made), the twins \(flat)")
  }

  func compare() throws {
    let (mades, flats) = (try context.all("Made", by: "number"), try context.all("Flat", by: "number"))
    expect("numbers", mades.map { $0.text("number") }, flats.map { $0.text("number") })
    expect("values", mades.map { flattened($0, isMade: true) }, flats.map { flattened($0, isMade: false) })
    for (made, flat) in zip(mades, flats) {
      expect("changes", made.hasPersistentChangedValues, flat.hasPersistentChangedValues)
      expect(
        "changed", made.changedValues()["author"] != nil,
        Self.elements.contains { flat.changedValues()[$0.flat] != nil })
    }
    let format = predicate()
    let element = random.one(of: Self.elements)
    let isAscending = random.oneIn(2)
    expect(
      format[0], try titles("Made", format[0], [element.made], isAscending),
      try titles("Flat", format[1], [element.flat], isAscending))
    expect(
      "\(format[0]), with objects",
      mades.filter { NSPredicate(format: format[0]).evaluate(with: $0) }.map { $0.text("number") },
      flats.filter { NSPredicate(format: format[1]).evaluate(with: $0) }.map { $0.text("number") })
    expect("dictionaries", try dictionaries("Made", isMade: true), try dictionaries("Flat", isMade: false))
    expect("groups", try groups("Made", element.made), try groups("Flat", element.flat))
    context.processPendingChanges()
    expect("lists", list(lists[0]), list(lists[1]))
  }
}

/// A delegate, without which a controller does not follow its context.
private final class ListFollower: NSObject, NSFetchedResultsControllerDelegate {
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
}
