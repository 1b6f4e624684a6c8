import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

/// SQL, memory and controllers must order values in the same way.
@Suite("The comparison of values")
struct ComparisonTests {
  private static let strings =
    RandomMusic.strings + [
      "aé", "ae\u{301}", "AE", "Æ", "i", "I", "İ", "ı", "file2", "file10", "File1", "ñ", "n\u{303}",
    ]

  private static let values: [Value] =
    [.null, .double(.nan), .data(Data()), .data(Data([0])), .data(Data([0, 1])), .data(Data([255])), .uuid(UUID())]
    + RandomMusic.integers.map { .int($0) } + RandomMusic.doubles.map { .double($0) }
    + RandomMusic.dates.map { .date($0) }
    + RandomMusic.decimals.compactMap { Decimal(string: $0).map { .decimal($0) } } + strings.map { .string($0) }
    + [1, 2, 0, -1, .max, RowKey.firstStoredKey].map { .reference(RowKey(entity: 0, primaryKey: $0)) }
    + [1, 2].map { .reference(RowKey(entity: 0, temporary: $0)) }

  @Test(arguments: Collation.allCases)
  func isATotalOrder(_ collation: Collation) {
    let values = collation == .binary ? Self.values : Self.strings.map { .string($0) }
    // Each pair is compared only once, and the million triples have no expectation each, because both would be slow.
    let orders = values.map { a in values.map { a.compared(to: $0, by: collation) } }
    for (a, order) in orders.enumerated() {
      #expect(order[a] == .orderedSame)
      for (b, ab) in order.enumerated() {
        #expect(orders[b][a] == ab.reversed, "\(values[a]) and \(values[b])")
        guard ab != .orderedDescending else { continue }
        for (c, bc) in orders[b].enumerated() where bc != .orderedDescending {
          let isSame = ab == .orderedSame && bc == .orderedSame
          if order[c] == (isSame ? .orderedSame : .orderedAscending) { continue }
          Issue.record("\(values[a]), \(values[b]), \(values[c])")
        }
      }
    }
  }

  @Test func equalValuesHaveEqualKeys() {
    for a in Self.values {
      for b in Self.values {
        #expect((EqualityKey(a) == EqualityKey(b)) == (a.compared(to: b) == .orderedSame), "\(a) and \(b)")
      }
    }
  }

  /// The standard collation is for people: like a list of files, it sorts by the numbers in names.
  @Test func onlyTheStandardCollationCountsInTexts() {
    #expect(Collation.localizedStandard.compare("file10", "file2") == .orderedDescending)
    #expect(Collation.localized.compare("file10", "file2") == .orderedAscending)
    #expect(Collation.binary.compare("file10", "file2") == .orderedAscending)
  }

  @Test func numbersCompareExactly() {
    #expect(Value.int(9_007_199_254_740_993).compared(to: .double(9_007_199_254_740_992)) == .orderedDescending)
    #expect(Value.int(.max).compared(to: .double(0x1p63)) == .orderedAscending)
    #expect(Value.int(.min).compared(to: .double(-0x1p63)) == .orderedSame)
    #expect(Value.int(0).compared(to: .double(-0.0)) == .orderedSame)
    #expect(Value.double(Double(Float(0.1))).compared(to: .double(0.1)) == .orderedDescending)
  }

  /// A decimal is stored as the double that is nearest to its text, or as an integer.
  @Test func decimalsCompareAsTheyAreStored() throws {
    for text in [
      "10.11", "0.1", "0.3", "1e-30", "1e30", "123456789012345678901234567890", "9007199254740993", "-2.50", "0.000123",
    ] {
      let number = try #require(Decimal(string: text))
      let nearest = try #require(Double(number.description))
      let stored = Int64(number.description).map { Decimal.StoredNumber.int($0) } ?? .double(nearest)
      #expect(number.stored == stored, "\(text)")
      #expect(Value.decimal(number).doubleValue == Double(text))
    }
  }

  @Test func stringsCompareByTheirBytes() {
    #expect(Value.string("é").compared(to: .string("e\u{301}")) == .orderedDescending)
    #expect(Value.string("Z").compared(to: .string("a")) == .orderedAscending)
    #expect(Value.string("\u{FFFF}").compared(to: .string("\u{10000}")) == .orderedAscending)
  }

  @Test(
    arguments: [
      ("é", "e\u{301}", StringOptions.caseInsensitive, true), ("É", "é", .caseInsensitive, true),
      ("é", "e", .caseInsensitive, false),
      ("é", "e", .diacriticInsensitive, true), ("É", "e", .diacriticInsensitive, false),
      ("É", "e", [.caseInsensitive, .diacriticInsensitive], true), ("STRASSE", "straße", .caseInsensitive, true),
      ("Ω", "ω", .caseInsensitive, true), ("が", "か", .caseInsensitive, false),
    ] as [(String, String, StringOptions, Bool)])
  func folding(_ left: String, _ right: String, _ options: StringOptions, _ isEqual: Bool) {
    #expect((left.folded(options) == right.folded(options)) == isEqual)
    #expect(Relation.equalTo.holds(.string(left), .string(right), options) == isEqual)
  }

  @Test(arguments: [
    ("a*", "abc", true), ("a*", "ba", false), ("*c", "abc", true), ("a?c", "abc", true), ("a?c", "ac", false),
    ("?", "é", true),
    ("?", "\u{1F600}", true), ("*", "", true), ("", "", true), ("", "a", false), ("a*b*c", "a1b2b3c", true),
    ("a*b*c", "acb", false),
    (#"a\*"#, "a*", true), (#"a\*"#, "ab", false), (#"\"#, #"\"#, true),
    ("*a*a*a*a*a*b", String(repeating: "a", count: 300), false),
    ("a*é?", "axxéy", true), ("line*end", "line\nend", true),
  ])
  func likePatterns(_ pattern: String, _ text: String, _ matches: Bool) throws {
    #expect(try TextTest(.like, pattern, []).holds(text) == matches)
  }

  @Test func identityDecidesTies() throws {
    let saved = [3, 1, .max, 0, -7, 2, RowKey.firstStoredKey].map { RowKey(entity: 0, primaryKey: $0) }
    let keys = [RowKey(entity: 0, temporary: 2)] + saved + [RowKey(entity: 0, temporary: 1)]
    let order = CompiledOrder.byIdentity
    let nothing: [Value] = []
    let sorted = keys.sorted { order.precedes(nothing, $0, nothing, $1) }
    #expect(sorted.dropLast(2).map { $0.primaryKey } == [RowKey.firstStoredKey, -7, 0, 1, 2, 3, .max])
    #expect(sorted.suffix(2).map { $0.temporaryNumber } == [1, 2])
  }
}
