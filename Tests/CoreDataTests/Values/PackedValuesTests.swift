import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Packed values")
struct PackedValuesTests {
  private static let kinds: [@Sendable (Int) -> Value] = [
    { .int(Int64($0) - 5) }, { .double(Double($0) / 3) }, { .date(Double($0)) },
    { .string(["", "a", "Ångström", "e\u{301}", "🇫🇷"][$0 % 5] + String(repeating: "x", count: $0 % 30)) },
    { .uuid(UUID(uuid: (UInt8($0 % 256), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))) },
    { .decimal(Decimal($0) / 7) }, { .reference(RowKey(entity: $0 % 3, primaryKey: Int64($0))) },
    { .data(Data([UInt8($0 % 256)])) },
  ]

  @Test("are the values that came, of one kind or several, with nulls at either end or among them")
  func values() {
    var random = SeededRandom(seed: 1)
    for kind in Self.kinds.indices {
      for nulls in 0..<5 {
        var (values, packed) = ([Value](), PackedValues())
        for index in 0..<40 {
          let isNull = [false, index < 3, index >= 37, index % 7 == 3, true][nulls]
          let isOther = nulls == 0 && kind == 0 && random.oneIn(20)
          values.append(isNull ? .null : Self.kinds[isOther ? 3 : kind](index))
          if case .string(let text) = values[index], index % 2 == 0,
            Array(text.utf8).withUnsafeBytes({ packed.append(utf8: $0) })
          {
            continue
          }
          packed.append(values[index])
        }
        #expect(packed.count == 40)
        #expect((0..<40).allSatisfy { packed[$0].isSame(as: values[$0]) }, "kind \(kind), nulls \(nulls)")
      }
    }
  }

  @Test("have no place for bytes that are no text, nor for a text behind what is none")
  func bytes() {
    var packed = PackedValues()
    func append(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { packed.append(utf8: $0) } }
    let isFirst = append([0x61])
    packed.append(.string("a"))
    let (isCut, isText) = (append([0x61, 0xC3]), append([0xC3, 0xA9]))
    packed.append(.int(1))
    let isBehindNumber = append([0x61])
    #expect([isFirst, isCut, isText, isBehindNumber] == [false, false, true, false])
    #expect((0..<packed.count).map { packed[$0].text } == ["a", "é", "1"])
  }
}
