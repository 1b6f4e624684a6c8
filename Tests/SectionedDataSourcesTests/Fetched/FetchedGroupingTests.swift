import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// People with an attribute of each type, a team and tags.
@Suite("Objects are grouped by values, functions and relationships")
struct FetchedGroupingTests {
  typealias Person = NSManagedObject
  typealias List = FetchedList<NSManagedObject>

  let container: NSPersistentContainer
  let context: NSManagedObjectContext

  init() throws {
    let person = NSEntityDescription(
      "Person",
      [
        NSAttributeDescription("name"), NSAttributeDescription("age", .integer16AttributeType),
        NSAttributeDescription("rank", .integer64AttributeType), NSAttributeDescription("score", .doubleAttributeType),
        NSAttributeDescription("weight", .floatAttributeType), NSAttributeDescription("isOld", .booleanAttributeType),
        NSAttributeDescription("born", .dateAttributeType), NSAttributeDescription("key", .UUIDAttributeType),
        NSAttributeDescription("price", .decimalAttributeType), NSAttributeDescription("page", .URIAttributeType),
        NSAttributeDescription("ageGroup", .integer32AttributeType, isTransient: true),
        NSAttributeDescription("photo", .binaryDataAttributeType),
        NSAttributeDescription("anything", .undefinedAttributeType, isTransient: true),
      ])
    let team = NSEntityDescription("Team", [NSAttributeDescription("name")])
    let tag = NSEntityDescription("Tag", [NSAttributeDescription("name")])
    team.relate("people", .many, to: person, "team", .one)
    person.relate("tags", .many, to: tag, "people", .many)
    container = try .inMemory([person, team, tag])
    context = container.newBackgroundContext()
  }

  @discardableResult
  func insert(_ name: String, _ values: [String: Any] = [:], entity: String = "Person") -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(name, forKey: "name")
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func list() throws -> List {
    let list = List(
      entityName: "Person", sortDescriptors: [NSSortDescriptor(key: "name", ascending: true)], in: context)
    try list.performFetch()
    return list
  }

  func text<Group>(_ source: GroupedDataSource<List, Group>) -> [String] {
    (0..<source.numberOfSections).map { index in
      let group = source.section(at: index) ?? nil
      return (group.map { "\($0)" } ?? "nil") + ":"
        + source.items(inSection: index).map { " \($0.value(forKey: "name") as? String ?? "")" }.joined()
    }
  }

  @Test("Sections by a key path are names in order, and a list without objects has none")
  func keyPath() throws {
    let (grouped, laws, teams) = try context.performAndWait {
      let list = try list()
      let grouped = try list.grouped(by: .keyPath("team.name"))
      let laws = FetchedLaws(grouped)
      #expect(grouped.numberOfSections == 0)
      #expect(list.fetchRequest.sortDescriptors?.map(\.key) == ["team.name", "name"])
      let teams = ["Y", "X"].map { insert($0, entity: "Team") }
      insert("b", ["team": teams[0]])
      insert("a", ["team": teams[0]])
      insert("c", ["team": teams[1]])
      insert("d")
      return (grouped, laws, teams)
    }
    func expect(_ expected: [String], after change: () -> Void = {}) {
      context.performAndWait(change)
      context.processEverything()
      context.performAndWait {
        #expect(text(grouped) == expected)
        laws.checkAtRest()
      }
    }
    expect(["nil: d", "X: c", "Y: a b"])
    // A related object's value changes, and no item changes.
    expect(["nil: d", "Y: a b", "Z: c"]) { teams[1].setValue("Z", forKey: "name") }
    // This change moves no item.
    expect(["nil: d", "Y: a b", "Zz: c"]) { teams[1].setValue("Zz", forKey: "name") }
    expect(["Y: a b", "Zz: c", "nil: d"]) { grouped.nilGroup = .last }
  }

  @Test("Sections by an attribute are its typed values, and nil is one of them")
  func attributes() throws {
    try context.performAndWait {
      let (day, key) = (Date(timeIntervalSinceReferenceDate: 1000), UUID())
      let page = try #require(URL(string: "https://example.org/a"))
      insert(
        "a",
        [
          "age": 30, "rank": 5, "score": 1.5, "weight": 2.5, "isOld": true, "born": day, "key": key,
          "price": NSDecimalNumber(value: 7), "page": page,
        ])
      insert(
        "b",
        [
          "age": 20, "rank": 5, "score": 1.5, "weight": 0.5, "isOld": false,
          "born": Date(timeIntervalSinceReferenceDate: 1000.0000002), "key": key, "price": NSDecimalNumber(value: 7),
          "page": page,
        ])
      insert("c")
      context.processPendingChanges()
      func groups<Group>(_ grouping: FetchedGrouping<Person, Group>) throws -> [Group?] {
        try list().grouped(by: grouping).allSections
      }
      #expect(try groups(.attribute("age", as: Int.self)) == [nil, 20, 30])
      #expect(try groups(.attribute("rank", as: Int.self)) == [nil, 5])
      #expect(try groups(.attribute("score", as: Double.self)) == [nil, 1.5])
      #expect(try groups(.attribute("weight", as: Double.self)) == [nil, 0.5, 2.5])
      #expect(try groups(.attribute("isOld", as: Bool.self)) == [nil, false, true])
      #expect(try groups(.attribute("born", as: Date.self)).count == 3)
      #expect(try groups(.attribute("key", as: UUID.self)) == [nil, key])
      #expect(try groups(.attribute("price", as: Decimal.self)) == [nil, 7])
      #expect(try groups(.attribute("page", as: URL.self)) == [nil, page])
      #expect(try groups(.attribute("name", as: String.self)) == ["a", "b", "c"])
    }
  }

  @Test("Transient attributes group, with the items in the order of the fetch")
  func transient() throws {
    try context.performAndWait {
      for (name, age) in [("a", 31), ("b", 22), ("c", 33), ("d", 24)] {
        insert(name, ["age": age, "ageGroup": age / 10 * 10])
      }
      context.processPendingChanges()
      let list = try list()
      let grouped = try list.grouped(by: .attribute("ageGroup", as: Int.self))
      #expect(text(grouped) == ["30: a c", "20: b d"])
      #expect(list.fetchRequest.sortDescriptors?.map(\.key) == ["name"])
      grouped.setOrder(.ascending)
      #expect(text(grouped) == ["20: b d", "30: a c"])
    }
  }

  @Test("A function of an attribute, and of an object, groups; the grouping changes live, in one step")
  func functions() throws {
    try context.performAndWait {
      for (name, age) in [("Ann", 31), ("bob", 22), ("Al", 33)] { insert(name, ["age": age]) }
      context.processPendingChanges()
      let list = try list()
      let grouped = try list.grouped(by: .attribute("age", as: Int.self) { $0 / 10 }, order: .descending)
      #expect(text(grouped) == ["3: Al Ann", "2: bob"])
      let laws = FetchedLaws(grouped)
      try list.regroup(grouped, by: .attribute("age", as: Int.self))
      #expect(text(grouped) == ["33: Al", "31: Ann", "22: bob"])
      try list.regroup(grouped, by: FetchedGrouping { ($0.value(forKey: "name") as? String)?.count })
      #expect(text(grouped) == ["3: bob Ann", "2: Al"])
      #expect(laws.steps == 2)
      laws.checkAtRest()
      let letters = GroupedDataSource(
        list, by: .firstLetter(of: { $0.value(forKey: "name") as? String }, locale: Locale(identifier: "en")),
        order: .letters)
      #expect(text(letters) == ["A: Ann Al", "B: bob"])
    }
  }

  @Test("Grouping by an unsuitable key throws an error that names it")
  func errors() throws {
    try context.performAndWait {
      let list = try list()
      func reason<Group>(_ grouping: FetchedGrouping<Person, Group>) -> String {
        do {
          _ = try list.grouped(by: grouping)
          return "none"
        } catch {
          return "\(error)"
        }
      }
      for name in ["photo", "anything"] {
        #expect(
          reason(.attribute(name, as: Int.self)).contains("“\(name)”: values of Person.\(name) are not comparable"))
        #expect(reason(.keyPath(name)).contains("values of Person.\(name) are not comparable"))
      }
      #expect(reason(.attribute("team.name", as: String.self)).contains("another entity than Person"))
      #expect(reason(.attribute("age", as: String.self)).contains("Person.age does not have values of the type"))
      #expect(reason(.attribute("none", as: Int.self)).contains("Person has no attribute “none”; it has "))
      #expect(reason(.attribute("agee", as: Int.self)).hasSuffix(" Did you mean 'age'?"))
      #expect(reason(.keyPath("taem.name")).contains("Person has no relationship “taem”; to one object it has "))
      #expect(reason(.keyPath("taem.name")).hasSuffix(" Did you mean 'team'?"))
      #expect(reason(.keyPath("team")).contains("Person.team is a relationship"))
      #expect(reason(.keyPath("tags.name")).contains("Person.tags is a to-many relationship"))
      #expect(list.fetchRequest.sortDescriptors?.map(\.key) == ["name"])
      let notEach = try #require(throws: FetchedSourceError.self) { try list.groupedByEach("tag") }
      #expect(
        notEach.description
          == "Objects cannot be grouped by “tag”: Person has no to-many relationship of that name; it has tags. Did "
          + "you mean 'tags'?")
    }
  }

  @Test("Over a to-many relationship an item is in the section of each object, or in the section without one")
  func toMany() throws {
    try context.performAndWait {
      let tags = ["red", "blue"].map { insert($0, entity: "Tag") }
      insert("a", ["tags": Set(tags)])
      let b = insert("b", ["tags": Set([tags[1]])])
      insert("c")
      context.processPendingChanges()
      let list = try list()
      let grouped = try list.groupedByEach("tags")
      let laws = FetchedLaws(grouped)
      func text() -> [String: [String?]] {
        var result: [String: [String?]] = [:]
        for index in 0..<grouped.numberOfSections {
          let name = (grouped.section(at: index) ?? nil).map {
            context.object(with: $0).value(forKey: "name") as? String
          }
          result[(name ?? "none") ?? ""] = grouped.items(inSection: index).map { $0.value(forKey: "name") as? String }
        }
        return result
      }
      #expect(text() == ["red": ["a"], "blue": ["a", "b"], "none": ["c"]])
      try context.save()
      b.setValue(Set(tags), forKey: "tags")
      context.processPendingChanges()
      #expect(text() == ["red": ["a", "b"], "blue": ["a", "b"], "none": ["c"]])
      laws.checkAtRest()
      context.delete(tags[1])
      context.processPendingChanges()
      #expect(text() == ["red": ["a", "b"], "none": ["c"]])
      laws.checkAtRest()
    }
  }

  @Test("More than nine groups of an item come in the order of their objects")
  func manyGroups() throws {
    try context.performAndWait {
      let tags = (0..<12).map { insert("\($0)", entity: "Tag") }
      try context.obtainPermanentIDs(for: tags)
      _ = insert("a", ["tags": Set(tags)])
      context.processPendingChanges()
      let grouped = try list().groupedByEach("tags")
      let ids = (0..<grouped.numberOfSections).compactMap { grouped.section(at: $0) ?? nil }
      #expect(ids == tags.map(\.objectID))
    }
  }

  @Test("grouping to and fro does not add a sort descriptor each time")
  func toAndFro() throws {
    try context.performAndWait {
      for (name, age) in [("a", 2), ("b", 1)] { insert(name, ["age": age, "rank": -age]) }
      context.processPendingChanges()
      let list = try list()
      let grouped = try list.grouped(by: .attribute("age", as: Int.self))
      for _ in 0..<3 {
        try list.regroup(grouped, by: .attribute("rank", as: Int.self))
        #expect(text(grouped) == ["-2: a", "-1: b"])
        try list.regroup(grouped, by: .attribute("age", as: Int.self))
        #expect(text(grouped) == ["1: b", "2: a"])
      }
      #expect(list.fetchRequest.sortDescriptors?.map(\.key) == ["age", "rank", "name"])
    }
  }

  @Test("a related object's value is followed in a context that came after the grouping, too")
  func laterContext() throws {
    try context.performAndWait {
      let teams = ["Y", "X"].map { insert($0, entity: "Team") }
      insert("a", ["team": teams[0]])
      insert("b", ["team": teams[1]])
      context.processPendingChanges()
      let list = List(
        entityName: "Person", sortDescriptors: [NSSortDescriptor(key: "name", ascending: true)], in: nil)
      let grouped = try list.grouped(by: .keyPath("team.name"), order: .ascending)
      let laws = FetchedLaws(grouped)
      #expect(text(grouped) == [])
      try list.setContext(context)
      #expect(text(grouped) == ["X: b", "Y: a"])
      teams[0].setValue("W", forKey: "name")
      context.processPendingChanges()
      #expect(text(grouped) == ["W: a", "X: b"])
      laws.checkAtRest()
    }
  }
}
