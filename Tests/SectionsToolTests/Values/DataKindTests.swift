import CoreData
import Foundation
import Testing

@testable import SectionsTool

@Suite("Kinds of data") struct DataKindTests {
  @Test(
    arguments: [
      (DataSamples.png(640, 480), "PNG"), (DataSamples.jpeg(640, 480), "JPEG"), (DataSamples.gif(640, 480), "GIF"),
      (DataSamples.bmp(640, 480), "BMP"), (DataSamples.bmp(640, -480), "BMP"),
      (DataSamples.tiff(640, 480, isLittle: true), "TIFF"), (DataSamples.tiff(640, 480, isLittle: false), "TIFF"),
      (DataSamples.heic(640, 480), "HEIC"), (DataSamples.heic(640, 480, brand: "avif"), "AVIF"),
      (DataSamples.webP("VP8X", [0, 0, 0, 0] + DataSamples.little(639, 3) + DataSamples.little(479, 3)), "WebP"),
      (DataSamples.webP("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a] + [0x80, 2, 0xe0, 1]), "WebP"),
      (DataSamples.webP("VP8L", [0x2f] + DataSamples.little(639 | 479 << 14, 4)), "WebP"),
    ])
  func picturesHaveASize(_ data: Data, _ format: String) {
    #expect(DataKind(of: data) == .picture(format, PictureSize(width: 640, height: 480)))
    #expect(DataKind(of: data).words == "\(format) picture, 640 × 480")
    // A truncated header has no size, and no truncation traps.
    for count in 0..<data.count { _ = DataKind(of: data.prefix(count)).words }
    if format != "GIF" { #expect(DataKind(of: data.prefix(16)) == .picture(format, nil)) }
  }

  @Test(arguments: [
    ("%PDF-1.7", "PDF document", "pdf"), ("PK\u{3}\u{4}", "ZIP archive", "zip"),
    ("SQLite format 3\0", "SQLite database", "sqlite"), ("\0\0\0\u{14}ftypqt  ", "QuickTime film", "mov"),
    ("\0\0\0\u{14}ftypisom", "MPEG-4 file", "mp4"), ("RIFF0000WAVE", "WAV sound", "wav"),
    ("{\"a\": 1}", "JSON", "json"),
    (" [1, 2]\n", "JSON", "json"), ("{not JSON}", "text", "txt"), ("two\nlines\t", "text", "txt"),
    ("BMW", "text", "txt"), ("caffeine", "text", "txt"), ("ID3 is a tag", "text", "txt"), ("thatftyp", "text", "txt"),
    ("a sound WAVE", "text", "txt"),
    ("a\u{1}", "data", "bin"), ("", "data", "bin"),
    (
      #"<?xml version="1.0"?><plist version="1.0"><dict><key>a</key><integer>1</integer></dict></plist>"#,
      "property list", "plist"
    ),
    (#"<?xml version="1.0"?><html></html>"#, "text", "txt"),
  ])
  func otherDataHasAName(_ text: String, _ words: String, _ fileExtension: String) {
    let kind = DataKind(of: Data(text.utf8))
    #expect(kind.words == words && kind.fileExtension == fileExtension)
  }

  @Test func archivesAreNoPropertyLists() throws {
    let list = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0)
    #expect(DataKind(of: list) == .propertyList)
    let archive = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(["a"] as NSArray) as? Data
    #expect(DataKind(of: try #require(archive)) == .archive)
    #expect(DataKind(of: Data([0xff, 0xd8, 0xff])) == .picture("JPEG", nil))
    #expect(DataKind(of: Data([0xc3, 0x28])) == .bytes, "no UTF-8")
  }

  @Test func hexadecimalLinesHaveLettersBesideThem() {
    let data = Data((0x3e..<0x52).map { UInt8($0) })
    #expect(
      HexDump.lines(of: data) == [
        "00000000  3e 3f 40 41 42 43 44 45  46 47 48 49 4a 4b 4c 4d  |>?@ABCDEFGHIJKLM|",
        "00000010  4e 4f 50 51                                       |NOPQ|",
      ])
    #expect(
      HexDump.lines(of: data.prefix(9), width: 60) == [
        "00000000  3e 3f 40 41 42 43 44 45  |>?@ABCDE|", "00000008  46                       |F|",
      ])
    #expect(HexDump.lines(of: Data(count: 5000)).last == "… and 904 bytes more")
    #expect(HexDump.lines(of: Data()).isEmpty)
  }

  @Test func structuresAreShownAMemberALine() throws {
    let json = try #require(JSON(structureIn: #" {"b": [1, {"c": null}, []], "a": "x"} "#))
    #expect(
      json.lines == [
        "{", #"  "b": ["#, "    1,", "    {", #"      "c": null"#, "    },", "    []", "  ],", #"  "a": "x""#, "}",
      ])
    for text in ["7", "\"a\"", "", "{", "[1,]"] { #expect(JSON(structureIn: text) == nil) }
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let list: [String: Any] = [
      "flag": true, "count": 1, "half": 0.5, "data": Data(repeating: 7, count: 20), "date": date,
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let read = try NestedPropertyList.read(data, allowsXML: false)
    let sixteen = Array(repeating: "07", count: 16).joined(separator: " ")
    #expect(
      JSON(propertyList: read).lines == [
        "{", #"  "count": 1,"#, #"  "data": "20 bytes: \#(sixteen) …","#, #"  "date": "\#(ValueText.text(of: date))","#,
        #"  "flag": true,"#, #"  "half": 0.5"#, "}",
      ])
  }

  @Test func numbersKeepTheirSpelling() {
    #expect(
      JSON.lines(ofStructure: #"{"id":12345678901234567890, "price" : 0.10,"a\"{":[ ], "o": {}}"#) == [
        "{", #"  "id": 12345678901234567890,"#, #"  "price": 0.10,"#, #"  "a\"{": [],"#, #"  "o": {}"#, "}",
      ])
    #expect(JSON.lines(ofStructure: "[[1],\n[]]") == ["[", "  [", "    1", "  ],", "  []", "]"])
    #expect(JSON.integer(Int64.max).lines == ["9223372036854775807"])
  }

  /// Forty arrays, each of which contains the next one twice.
  @Test func aListThatGrowsWithoutEndWhenItIsTakenApartIsShownAsBytes() {
    var data = Data("bplist00".utf8)
    var offsets: [Int] = []
    for index in 0..<40 {
      offsets.append(data.count)
      data += [0xa2, UInt8(index + 1), UInt8(index + 1)]
    }
    offsets.append(data.count)
    data += [0x10, 7]
    let table = data.count
    data += offsets.map { UInt8($0) }
    data += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [offsets.count, 0, table] {
      data += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    #expect(DataKind(of: data) == .propertyList)
    let error = #expect(throws: ModelReadingError.self) { try NestedPropertyList.read(data, allowsXML: false) }
    #expect("\(error, default: "")".contains("more than 5000000 values"))
  }

  @Test(arguments: [
    (" 日本語", 5, [" ", "日本", "語"]), ("", 5, [""]), ("abc", 5, ["abc"]), ("abcdefg", 3, ["abc", "def", "g"]),
    ("to be or", 6, ["to be ", "or"]),
    ("to be or", 5, ["to ", "be or"]), ("日本語", 4, ["日本", "語"]), ("日", 1, ["日"]), ("a\tb", 9, ["a    b"]),
  ])
  func linesAreBroken(_ text: String, _ width: Int, _ lines: [String]) {
    #expect(TerminalLines.broken(text, to: width) == lines)
  }
}
