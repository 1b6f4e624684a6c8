import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Version hashes distinguish what is stored in another way")
struct VersionHashTests {
  /// The examples are those of FIPS 180.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func sha256IsTheStandards(_ message: String, _ hash: String) {
    #expect(SHA256.hash(Array(message.utf8)).map { hex($0) }.joined() == hash)
  }

  private func hex(_ byte: UInt8) -> String { String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }

  @Test
  func aMillionLetters() {
    let hash = SHA256.hash(Array(repeating: UInt8(ascii: "a"), count: 1_000_000)).prefix(4).map { hex($0) }.joined()
    #expect(hash == "cdc76e5c")
  }

  private func hashes(_ change: (NSEntityDescription, NSEntityDescription) -> Void) -> [String: Data] {
    let (car, person) = (NSEntityDescription("Car", [NSAttributeDescription("plate")]), NSEntityDescription("Person"))
    car.relate("owner", .one, to: person, "cars", .many)
    change(car, person)
    return NSManagedObjectModel([car, person]).entityVersionHashesByName
  }

  @Test
  func whatIsStoredInAnotherWayHasAnotherHash() {
    let plain = hashes { _, _ in }
    #expect(plain["Car"]?.count == 32)
    let others = [
      hashes { car, _ in car.attributesByName["plate"]?.attributeType = .integer16AttributeType },
      hashes { car, _ in car.attributesByName["plate"]?.name = "number" },
      hashes { car, _ in car.versionHashModifier = "2" },
      hashes { car, _ in car.attributesByName["plate"]?.versionHashModifier = "2" },
      hashes { car, _ in car.uniquenessConstraints = [["plate"]] },
      hashes { car, person in person.subentities = [car] },
      hashes { car, _ in car.relationshipsByName["owner"]?.maxCount = 0 },
      hashes { car, _ in car.attributesByName["plate"]?.isOptional = false },
      hashes { car, _ in car.relationshipsByName["owner"]?.isOptional = false },
      hashes { car, _ in car.relationshipsByName["owner"]?.minCount = 1 },
      hashes { car, _ in car.relationshipsByName["owner"]?.deleteRule = .cascadeDeleteRule },
      hashes { car, _ in car.isAbstract = true },
    ]
    for other in others { #expect(other["Car"] != plain["Car"]) }
    #expect(Set(others.compactMap { $0["Car"] }).count == others.count)
    #expect(hashes { _, person in person.relationshipsByName["cars"]?.isOrdered = true }["Person"] != plain["Person"])
  }

  /// The hashes of a small model by each rule. Another program computed them from the description of the rules.
  private static let written: [(rule: VersionHash.Rule, hashes: [String: String])] = [
    (
      .layout,
      [
        "Being": "69bcb227c081b93c002c8267851b13c59913d7dfa90079e83cb7404031f39c31",
        "Person": "cc7b7c5cf26ff80a821fdfc0025e1de31daa84936fa15601fa386577ccf299f9",
        "Car": "55779c5fbd23cb6a9af6c4a54cb9b962a28e88ec3f8199fb638d62c720c0e1c7",
      ]
    ),
    (
      .guide,
      [
        "Being": "677f4600a144803a10b61e7f5b1683819f7aa1b09fa2911ac3e620e03f14a288",
        "Person": "fadf07701c90ccf313de8acd372db64974fb12f81cb5aa4e14aff69637a537b7",
        "Car": "c686b88b9cddf51dec1ee12ea6ab24e60026753e389cf5a4292c933fe5dea7fa",
      ]
    ),
  ]

  /// A rule must never change, because stores contain hashes of each one.
  @Test
  func aRuleNeverChanges() {
    let age = NSAttributeDescription("age", .integer64AttributeType, isOptional: false)
    let name = NSAttributeDescription("name")
    name.versionHashModifier = "2"
    let (being, person) = (NSEntityDescription("Being", [age]), NSEntityDescription("Person", [name]))
    let car = NSEntityDescription("Car", [NSAttributeDescription("plate")])
    being.isAbstract = true
    being.subentities = [person]
    person.relate("cars", .ordered, .cascadeDeleteRule, to: car, "owner", .one)
    car.uniquenessConstraints = [["plate"]]
    let model = NSManagedObjectModel([being, person, car])
    #expect(Self.written.map(\.rule) == VersionHash.Rule.allCases)
    for (rule, hashes) in Self.written {
      let found = StoredHashes.hashes(of: model.entities, by: rule).mapValues { hash in
        hash.map { hex($0) }.joined()
      }
      #expect(found == hashes, "\(rule)")
    }
  }

  /// The inverse of a relationship decides in which column or table it is stored.
  @Test
  func theInverseCounts() {
    let renamed = hashes { _, person in person.relationshipsByName["cars"]?.name = "vehicles" }
    #expect(renamed["Car"] != hashes { _, _ in }["Car"])
    let oneWay = hashes { car, _ in car.relationshipsByName["owner"]?.inverseRelationship = nil }
    #expect(oneWay["Car"] != hashes { _, _ in }["Car"])
  }

  @Test
  func whatIsNotStoredDoesNotCount() {
    let plain = hashes { _, _ in }
    let same = hashes { car, person in
      // −1 means no limit, like the value before.
      person.relationshipsByName["cars"]?.maxCount = -1
      person.relationshipsByName["cars"]?.minCount = -1
      car.attributesByName["plate"]?.defaultValue = "none"
      car.attributesByName["plate"]?.userInfo = ["a": "b"]
      car.managedObjectClassName = "Automobile"
      let transient = NSAttributeDescription("label", .undefinedAttributeType)
      transient.isTransient = true
      car.properties += [transient]
    }
    #expect(same == plain)
  }

  /// Compares the XML of a version with the archive in a store that was made with it.
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func theArchiveAndTheXMLOfOneModelHaveTheSameHashes() throws {
    let root = try #require(ModelSamples.root).appendingPathComponent("stores/objcio+core-data/Migrations")
    for version in ["Moody", "Moody 2", "Moody 3", "Moody 4", "Moody 5"] {
      let xml = try NSManagedObjectModel(
        reading: root.appendingPathComponent("Migrations/Moody.xcdatamodeld/\(version).xcdatamodel")
      )
      let store = root.appendingPathComponent("MigrationsTests/\(version).moody")
      let archive = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: store))
      #expect(xml.entityVersionHashesByName == archive.entityVersionHashesByName, "\(version)")
      #expect(archive.differences(from: xml, entities: archive.entities) == [])
    }
  }

  @Test
  func differencesAreNamed() {
    let old = NSManagedObjectModel([
      NSEntityDescription("Car", [NSAttributeDescription("plate"), NSAttributeDescription("age")]),
      NSEntityDescription("Gone"),
    ])
    let new = NSManagedObjectModel([
      NSEntityDescription(
        "Car", [NSAttributeDescription("plate"), NSAttributeDescription("age", .integer16AttributeType)]),
      NSEntityDescription("New"),
    ])
    #expect(
      new.differences(from: old, entities: new.entities) == [
        "the entity Car differs in age", "the model has no entity Gone", "the store has no entity New",
      ]
    )
  }
}
