import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Version hashes distinguish what is stored in another way")
struct VersionHashTests {
  /// From the examples of FIPS 180.
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

  /// Where a relationship's other end is decides in which column or table it is stored.
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
      // Each stands for no limit.
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

  /// The same version as XML and as the archive in a store that was made with it.
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
