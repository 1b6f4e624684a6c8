import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Every kind of value comes back as it was saved")
struct SQLiteRoundTripTests {
  private static let uuid = UUID(uuidString: "0F0E0D0C-0B0A-4908-8706-050403020100") ?? UUID()

  // Not static, because the leak sanitizer does not find large data in a static property: its pointer has tag bits.
  private let values: [(String, [Value])] = [
    ("boolean", [.int(0), .int(1), .null]),
    ("int16", [.int(-32768), .int(32767), .null]),
    ("int32", [.int(-2_147_483_648), .int(2_147_483_647)]),
    ("int64", [.int(.min), .int(.max)]),
    ("float", [.double(0.5), .double(-1e30)]),
    ("double", [.double(0.1), .double(.greatestFiniteMagnitude), .double(-.infinity), .double(3)]),
    ("date", [.date(0), .date(725_846_400), .date(-978_307_200.25), .date(1e-9)]),
    ("string", [.string(""), .string("ß e\u{301} 𝄞"), .string("'\"; DROP TABLE ZTHING"), .string("a\u{0}b")]),
    ("uri", [.string("https://example.org/a%20b?c#d")]),
    ("uuid", [.uuid(Self.uuid)]),
    ("binary", [.data(Data()), .data(Data([0, 1, 2, 255]))]),
    ("transformable", [.data(Data([9, 8, 7]))]),
    ("external", [.data(Data()), .data(Data([1])), .data(Data([2, 3])), .data(Data(repeating: 7, count: 300_000))]),
  ]

  @Test func everyTypeComesBack() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.everyType())
    var number: Int64 = 0
    var expected: [[String]] = []
    for (name, values) in self.values {
      for value in values {
        number += 1
        let saved = try #require(try handle.insert([try handle.new("Thing", number, [name: value])]).first)
        let read = try #require(try handle.store.row(for: saved.key))
        let slot = try handle.slot(name, of: "Thing")
        #expect(read[slot].text == value.text, "\(name)")
        #expect(saved[slot].text == value.text, "\(name)")
        expected.append(read.values.map(\.text))
      }
    }
    handle.store.close()
    // Read again from the file alone.
    let reopened = try StoreHandle(folder.file(), Library.everyType())
    #expect(try reopened.all("Thing").map { $0.values.map(\.text) } == expected)
    #expect(try reopened.all("Thing").map(\.key.primaryKey) == Array(1...number))
  }

  /// A decimal number is stored as a binary fraction, as in Apple's stores. Reading gives the shortest decimal that
  /// stands for this fraction, and the save already returns that number.
  @Test(arguments: [
    ("10.11", "10.11"), ("3.3333333333", "3.3333333333"), ("-7", "-7"), ("0.1", "0.1"),
    ("1e20", "100000000000000000000"),
    ("123456789.123456789123", "123456789.12345679"),
  ])
  func decimalsAreComparedAsStored(_ saved: String, _ read: String) throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.everyType())
    let number = try #require(Decimal(string: saved))
    let row = try #require(try handle.insert([try handle.new("Thing", 1, ["decimal": .decimal(number)])]).first)
    let slot = try handle.slot("decimal", of: "Thing")
    #expect(row[slot].text == "decimal \(read)")
    #expect(try handle.store.row(for: row.key)?[slot].text == "decimal \(read)")
  }

  /// A value that does not fit its column is refused with the names of the entity and the attribute, and nothing is
  /// saved.
  @Test(arguments: [
    ("int16", Value.int(32768), "Thing.int16 cannot be saved: 32768 does not fit"),
    ("int32", Value.int(.max), "Thing.int32 cannot be saved: 9223372036854775807 does not fit"),
    ("double", Value.double(.nan), "Thing.double cannot be saved: a value that is not a number"),
    ("date", Value.date(.nan), "Thing.date cannot be saved: a value that is not a number"),
    ("string", Value.int(3), "Thing.string cannot be saved: the value is of another type, it holds text"),
    ("transformable", Value.opaque(OpaqueBox([1])), "Thing.transformable cannot be saved: no transformer turns"),
  ])
  func whatDoesNotFitIsRefused(_ name: String, _ value: Value, _ words: String) throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.everyType())
    let row = try handle.new("Thing", 1, [name: value])
    let error = try #require(throws: NSError.self) { try handle.insert([row]) }
    #expect(error.code == NSPersistentStoreSaveError)
    #expect(error.localizedDescription.hasPrefix(words), "\(error.localizedDescription)")
    #expect(try handle.all("Thing").isEmpty)
  }

  /// If a column has a value that the attribute cannot hold, the error names the object and the attribute.
  @Test(arguments: [
    (
      "ZINT16", "70000", "Thing.int16 of the object p1 holds 70000, and should hold a whole number from -32768 to 32767"
    ),
    ("ZINT64", "'many'", "Thing.int64 of the object p1 holds text, and should hold a whole number"),
    ("ZINT64", "1.5", "Thing.int64 of the object p1 holds a fractional number, and should hold a whole number"),
    ("ZSTRING", "x'00'", "Thing.string of the object p1 holds data, and should hold text"),
    (
      "ZSTRING", "CAST(x'61FF' AS TEXT)",
      "Thing.string of the object p1 holds bytes that are no text of UTF-8, and should hold text"
    ),
    ("ZDATE", "'today'", "Thing.date of the object p1 holds text, and should hold a number of seconds"),
    ("ZUUID", "x'0102'", "Thing.uuid of the object p1 holds data, and should hold the 16 bytes of a UUID"),
    ("ZBINARY", "3", "Thing.binary of the object p1 holds a whole number, and should hold data"),
    ("ZDECIMAL", "'some'", "Thing.decimal of the object p1 holds text, and should hold a number"),
    ("Z_ENT", "77", "The object p1 in the table of Thing is of entity number 77, which the model does not have there"),
  ])
  func aWrongColumnIsAnError(_ column: String, _ value: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.everyType())
    try handle.insert([try handle.new("Thing", 1)])
    handle.store.close()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("UPDATE ZTHING SET \(column) = \(value)")
    database.close()
    let reopened = try StoreHandle(folder.file(), Library.everyType())
    let error = try #require(throws: NSError.self) { try reopened.all("Thing") }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
    #expect(error.localizedDescription == words + ".")
  }

  /// Some values of another storage class are accepted: a date in whole seconds, a whole number for a fraction, a text
  /// for data.
  @Test(arguments: [
    ("ZDATE", "5", "date", "date 5.0"), ("ZDOUBLE", "5", "double", "5.0"),
    ("ZDECIMAL", "'12345678901234567890123'", "decimal", "decimal 12345678901234568000000"),
    ("ZBINARY", "'ab'", "binary", "data 61 62"), ("ZBOOLEAN", "2", "boolean", "2"),
    ("ZEXTERNAL", "x'0a0b'", "external", "data a b"),
  ])
  func otherStorageIsTolerated(_ column: String, _ value: String, _ property: String, _ read: String) throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.everyType())
    try handle.insert([try handle.new("Thing", 1)])
    handle.store.close()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("UPDATE ZTHING SET \(column) = \(value)")
    database.close()
    let reopened = try StoreHandle(folder.file(), Library.everyType())
    #expect(try reopened.values(property, of: "Thing") == [read])
  }
}
