import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Archives of values")
struct SecureArchiveTests {
  private static let standard = NSSecureUnarchiveFromDataTransformer()

  private func archived(_ value: Any) throws -> Any {
    let data = try #require(Self.standard.reverseTransformedValue(value) as? Data)
    return try #require(Self.standard.transformedValue(data))
  }

  /// Written against a depth that is not counted in one kind of collection.
  @Test("A collection is written up to the depth to which it is read", arguments: 0..<5)
  func depth(kind: Int) {
    let wraps: [(NSObject) -> NSObject] = [
      { NSArray(object: $0) }, { NSSet(object: $0) }, { NSOrderedSet(object: $0) }, { NSMutableArray(array: [$0]) },
      { NSDictionary(object: $0, forKey: NSString(string: "key")) },
    ]
    // Only the outermost collection is of that kind: hashing sets in sets takes twice as long with each level.
    var object: NSObject = NSString(string: "x")
    let limit = PlainArchive.depthLimit
    for depth in 1...limit + 1 {
      if depth < 3 || depth > limit - 3 {
        #expect((PlainArchive.data(of: wraps[kind](object)) != nil) == (depth < limit), "depth \(depth)")
      }
      object = NSArray(object: object)
    }
  }

  /// Without a limit, reading such an archive takes twice as long with each level.
  @Test("Sets in sets are refused before they are hashed for hours, and what is written is read", arguments: 0..<3)
  func setsInSets(kind: Int) throws {
    let wraps: [(NSObject) -> NSObject] = [
      { NSSet(object: $0) }, { NSOrderedSet(object: $0) }, { NSMutableSet(array: [NSArray(object: $0)]) },
    ]
    var object: NSObject = NSDate(timeIntervalSinceReferenceDate: 1)
    var isRefused = false
    for _ in 1...PlainArchive.hashedDepthLimit + 1 {
      object = wraps[kind](object)
      let written = try? SecureArchive.data(of: object, allowed: PlainArchive.classes)
      if let written {
        #expect(!isRefused)
        let read = try SecureArchive.value(in: written, allowed: PlainArchive.classes)
        // Foundation traps when it compares sets of arrays.
        #expect(PlainArchive.data(of: PlainArchive.object(read)) == written)
      } else {
        isRefused = true
        // An archive from elsewhere.
        let foreign = try #require(PlainArchive.data(of: object))
        #expect(throws: SecureArchiveError.self) {
          try SecureArchive.value(in: foreign, allowed: PlainArchive.classes)
        }
      }
    }
    #expect(isRefused)
  }

  /// The writer and the reader count the depth of a dictionary's keys alike.
  @Test("A dictionary in a set is read with the deepest keys that are written")
  func keysInSets() throws {
    let key = NSSet(object: NSSet(object: NSDate(timeIntervalSinceReferenceDate: 1)))
    let object = NSSet(object: NSDictionary(object: NSString(string: "value"), forKey: key))
    let written = try SecureArchive.data(of: object, allowed: PlainArchive.classes)
    let read = try SecureArchive.value(in: written, allowed: PlainArchive.classes)
    #expect(PlainArchive.data(of: PlainArchive.object(read)) == written)
    // Another set around it is too deep for both.
    let deeper = NSSet(object: NSDictionary(object: NSString(string: "value"), forKey: NSSet(object: key)))
    #expect(throws: SecureArchiveError.self) { try SecureArchive.data(of: deeper, allowed: PlainArchive.classes) }
    let foreign = try #require(PlainArchive.data(of: deeper))
    #expect(throws: SecureArchiveError.self) { try SecureArchive.value(in: foreign, allowed: PlainArchive.classes) }
  }

  @Test("Each of Foundation's values comes back as it was")
  func plainValues() throws {
    let values: [Any] = [
      "text", "", 5, -1, 2.5, true, false, UInt64.max, Date(timeIntervalSinceReferenceDate: 12.5), Data([1, 2, 3]),
      UUID(),
      try #require(URL(string: "https://example.org/a?b")),
      try #require(URL(string: "c", relativeTo: URL(string: "https://example.org/"))),
      NSDecimalNumber(string: "-12.0625"), NSNull(), ["a", "b"], ["k": ["v", 1]] as [String: Any], Set(["a", "b"]),
      NSOrderedSet(array: ["b", "a"]), NSMutableArray(array: [1]), NSMutableString(string: "m"),
      NSMutableData(data: Data([7])), NSMutableSet(array: [1, 2]), NSMutableDictionary(dictionary: ["a": 1]),
      [] as [Int],
    ]
    for value in values {
      let back = try archived(value)
      let (left, right) = (PlainArchive.object(value), PlainArchive.object(back))
      #expect((left as? NSObject)?.isEqual(right) == true, "\(value) came back as \(back)")
    }
    #expect(try archived(NSMutableArray(array: [1])) is NSMutableArray)
    #expect(try archived(true) as? NSNumber === NSNumber(value: true) || "\(try archived(true))" == "true")
  }

  /// We can read Foundation's archives, and Foundation can read ours.
  @Test("The archives are Foundation's")
  func foundation() throws {
    let value: NSDictionary = ["a": [1, 2.5, "x", Date(timeIntervalSinceReferenceDate: 1)] as [Any], "b": Data([1])]
    let theirs = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    #expect(value.isEqual(Self.standard.transformedValue(theirs)))
    let ours = try #require(Self.standard.reverseTransformedValue(value) as? Data)
    let classes: [AnyClass] = [
      NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
    ]
    #expect(value.isEqual(try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: ours)))
  }

  @Test("Nothing is decoded that is not allowed")
  func notAllowed() throws {
    let places = Places()
    let intruder = try NSKeyedArchiver.archivedData(withRootObject: [Intruder()], requiringSecureCoding: true)
    #expect(Self.standard.transformedValue(intruder) == nil && places.transformedValue(intruder) == nil)
    let texts = try #require(Self.standard.reverseTransformedValue("text"))
    #expect(places.transformedValue(texts) == nil && places.reverseTransformedValue("text") == nil)
    let list = try #require(places.reverseTransformedValue([Place("a"), Place("b")]))
    #expect(places.transformedValue(list) as? [Place] == [Place("a"), Place("b")])
    #expect(Self.standard.transformedValue(list) == nil)
    #expect(Self.standard.transformedValue("no data") == nil && Self.standard.reverseTransformedValue(nil) == nil)
  }

  @Test("Cycles, depth and lists without end are refused, not followed")
  func hostile() throws {
    var deep: NSArray = []
    for _ in 0..<300 { deep = NSArray(array: [deep]) }
    #expect(Self.standard.reverseTransformedValue(deep) == nil)
    var builder = KeyedArchiveBuilder()
    let cycle = builder.reserve()
    builder.fill(cycle, ["NSArray"], [(key: "NS.objects", value: .array([.uid(cycle)]))])
    #expect(Self.standard.transformedValue(builder.data(root: cycle)) == nil)
    // Each level contains the level below it twice, which makes 2⁶⁰ values.
    var bomb = KeyedArchiveBuilder()
    var node = bomb.string("x")
    for _ in 0..<60 { node = bomb.array([node, node]) }
    guard case .uid(let root) = node else { return }
    #expect(Self.standard.transformedValue(bomb.data(root: root)) == nil)
  }

  @Test("A damaged archive is a value or nil, and never a trap", arguments: TestSeeds.seeds(4))
  func damaged(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let value: NSDictionary = [
      "a": [1, 2.5, "x", Date(), UUID(), NSDecimalNumber(string: "1.5")] as [Any], "b": Data([1]),
      "c": NSOrderedSet(array: ["q", "r"]), "d": NSSet(array: [1, 2]),
    ]
    let archive = try #require(Self.standard.reverseTransformedValue(value) as? Data)
    for _ in 0..<500 {
      var bytes = archive
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
      _ = Self.standard.transformedValue(Data(bytes))
    }
  }

  @Test("Transformers are found by name, or by class, and can be taken away")
  func names() throws {
    TransformerModel.register
    #expect(ValueTransformer(forName: NSValueTransformerName("HexColor")) is HexColor)
    #expect(ValueTransformer(forName: NSValueTransformerName("CoreDataTests.Unnamed")) is Unnamed)
    #expect(ValueTransformer.valueTransformerNames().contains(NSValueTransformerName("CoreDataTests.Unnamed")))
    #expect(ValueTransformer(forName: NSValueTransformerName("nobody")) == nil)
    let name = NSValueTransformerName("taken away")
    ValueTransformer.setValueTransformer(HexColor(), forName: name)
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
    let negate = try #require(ValueTransformer(forName: .negateBooleanTransformerName))
    #expect(negate.transformedValue(true) as? Bool == false && negate.reverseTransformedValue(true) as? Bool == false)
    #expect(ValueTransformer(forName: .isNilTransformerName)?.transformedValue(nil) as? Bool == true)
    #expect(ValueTransformer(forName: .isNotNilTransformerName)?.transformedValue(nil) as? Bool == false)
  }
}

/// A transformer that is not registered. It is found by the name of its class.
final class Unnamed: ValueTransformer, @unchecked Sendable {}
