import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

@Suite("Values of scripts, and values in JSON") struct ScriptValueTests {
  private func read(_ json: JSON, _ type: NSAttributeType) throws -> Any? {
    let attribute = NSAttributeDescription("value", type)
    // The error names the entity. It is retained here, because an attribute does not retain it.
    let entity = NSEntityDescription("Thing", [attribute])
    return try withExtendedLifetime(entity) { try AttributeValue.read(json, for: attribute) }
  }

  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0.0), ("2001-01-01T00:00:01Z", 1), ("2001-01-01T00:00:01.5Z", 1.5),
    ("2001-01-01T01:00:00.25+01:00", 0.25), ("2000-02-29T00:00:00Z", -26_524_800), ("2001-01-01T01:00:00+0100", 0),
    ("2000-12-31T23:59:59.750Z", -0.25),
  ]) func aDateMayHaveFractionsOfASecond(text: String, seconds: Double) throws {
    #expect((try read(.string(text), .dateAttributeType) as? Date)?.timeIntervalSinceReferenceDate == seconds)
  }

  /// True and false may also be written as 1 and 0, and in no other way.
  @Test func aBooleanIsOneOrZero() throws {
    #expect(try read(.integer(1), .booleanAttributeType) as? Bool == true)
    #expect(try read(.integer(0), .booleanAttributeType) as? Bool == false)
    for json in [JSON.integer(2), .integer(-1), .string("1"), .number(1)] {
      #expect(throws: ToolError.self) { try read(json, .booleanAttributeType) }
    }
  }

  /// The text has more digits than a `Double`.
  @Test func aDecimalKeepsItsDigits() throws {
    let text = "-123456789012345678901.123456789"
    let number = try read(.string(text), .decimalAttributeType)
    #expect(ValueText.json(number).text == "\"\(text)\"")
    #expect(ValueText.json(NSDecimalNumber(value: 2)).text == "\"2\"")
    #expect(ValueText.json(NSNumber(value: 2)).text == "2")
    #expect(ValueText.json(NSNumber(value: true)).text == "true")
    #expect(ValueText.json(Date(timeIntervalSinceReferenceDate: 0.5)).text == "\"2001-01-01T00:00:00.500Z\"")
  }

  /// `Decimal(string:)` would parse a prefix of these texts, and ignore the rest.
  @Test(arguments: [
    "12,50", "12.5 kg", "1.2.3", "0x10", "-0x10", "", "nan", "inf", "1e-400", "1e-200", "1e200", "--1",
    "1234567890123456789012345678901234567890.5",
  ]) func whatIsNoDecimalIsRefusedAndNotCut(text: String) throws {
    let error = #expect(throws: ToolError.self) { try read(.string(text), .decimalAttributeType) }
    let json = JSON.string(text).text
    #expect(error?.message.contains("\(json) is no value for Thing.value") == true, "\(String(describing: error))")
  }

  /// Foundation converts the `Double` 3.133 to 3.132999999999999488, and one that is too large to NaN.
  @Test(arguments: [
    (3.133, "3.133"), (0.1, "0.1"), (1e20, "100000000000000000000"), (-2.5e-7, "-0.00000025"), (0.0, "0"),
  ]) func aDecimalMayBeANumber(number: Double, expected: String) throws {
    let decimal = try read(.number(number), .decimalAttributeType) as? NSDecimalNumber
    #expect(decimal.map { "\($0)" } == expected)
  }

  @Test(arguments: [1e200, -1e300, 1e-200]) func aNumberThatNoDecimalHasIsRefused(number: Double) {
    let error = #expect(throws: ToolError.self) { try read(.number(number), .decimalAttributeType) }
    #expect(
      error?.message
        == "\(number) is no value for Thing.value, a decimal number of at most 38 digits, as a string.")
  }

  /// JSON has no infinity, but the text output does.
  @Test func aNumberWithoutEndIsSaid() throws {
    #expect(ValueText.json(NSNumber(value: -Double.infinity)).text == "null")
    #expect(ValueText.text(NSNumber(value: -Double.infinity)) == "-inf")
    #expect(ValueText.text(NSNumber(value: 1.5)) == "1.5")
    let attribute = NSAttributeDescription("value", .doubleAttributeType)
    let entity = NSEntityDescription("Thing", [attribute])
    try withExtendedLifetime(entity) { () throws in
      #expect(try AttributeValue.read(text: "-inf", for: attribute) as? Double == -Double.infinity)
      #expect(try AttributeValue.read(text: "1e308", for: attribute) as? Double == 1e308)
      for text in ["1e309", "-1e999", "nan"] {
        let error = #expect(throws: ToolError.self) { try AttributeValue.read(text: text, for: attribute) }
        #expect(error?.message == "\"\(text)\" is no value for Thing.value, a number.")
      }
    }
  }

  /// A text is refused if only a part of it can be parsed.
  @Test(arguments: [
    (NSAttributeType.dateAttributeType, "2001-01-01T00:00:00Z and more"), (.dateAttributeType, "2001-01-01T00:00:00Z1"),
    (.dateAttributeType, "2001-01-01"), (.UUIDAttributeType, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F0"),
    (.integer64AttributeType, "12x"), (.integer64AttributeType, "1e3"), (.integer16AttributeType, "40000"),
    (.binaryDataAttributeType, "AAA"), (.binaryDataAttributeType, "AAAA AAAA"), (.URIAttributeType, "http://[x"),
    (.dateAttributeType, "2001-02-30T00:00:00Z"), (.dateAttributeType, "2001-01-01T25:00:00Z"),
  ]) func whatIsNoValueIsRefused(type: NSAttributeType, text: String) {
    let error = #expect(throws: ToolError.self) { try read(.string(text), type) }
    #expect(error?.message.contains(JSON.string(text).text) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("12.50", "12.5"), ("-.5", "-0.5"), ("+7.", "7"), ("1e3", "1000"), ("0.000", "0"), ("1.5E-7", "0.00000015"),
    ("100000000000000000000000000000000000000000", "100000000000000000000000000000000000000000"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
  ]) func aDecimalMayBeWrittenInManyWays(text: String, expected: String) throws {
    let number = try read(.string(text), .decimalAttributeType) as? NSDecimalNumber
    #expect(number.map { "\($0)" } == expected)
  }

  /// An ordered relationship has the order of the script, when it is first set and when it is set again.
  @Test func anOrderedRelationshipKeepsTheScriptsOrder() throws {
    let list = NSEntityDescription("List", [NSAttributeDescription("name", .stringAttributeType)])
    let entry = NSEntityDescription("Entry", [NSAttributeDescription("name", .stringAttributeType)])
    list.relate("entries", .ordered, to: entry, "list", .one)
    let model = NSManagedObjectModel()
    model.entities = [list, entry]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let names = (0..<12).map { "$e\(($0 * 5) % 12)" }
    let inserts = names.sorted().map { #"{"insert":"Entry","as":"\#($0)","values":{"name":"\#($0)"}}"# }
    func quoted(_ names: [String]) -> String { "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
    let text = """
      {"batches":[{"edits":[\(inserts.joined(separator: ",")),
        {"insert":"List","as":"$l","set":{"entries":\(quoted(names))}}]},
        {"edits":[{"update":"$l","set":{"entries":\(quoted(names.reversed()))}}]}]}
      """
    let script = try ScriptText(name: "script", text).script()
    let player = EditPlayer(context: context, names: ObjectNames())
    func order() throws -> [String] {
      let lists = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "List"))
      let entries = lists.first?.value(forKey: "entries") as? NSOrderedSet
      return (entries?.array ?? []).compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
    }
    try context.performAndWait {
      try player.play(script.batches[0].edits)
      #expect(try order() == names)
      try player.play(script.batches[1].edits)
      #expect(try order() == names.reversed())
    }
  }
}
