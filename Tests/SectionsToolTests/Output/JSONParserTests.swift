import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

@Suite("JSON that is read") struct JSONParserTests {
  @Test(arguments: [
    #"{"b":[1,-2.5,1.5e-3,"x",null,true,false],"a":{}}"#, #""é\u00e9\ud83c\udfb8\"\\\/\b\f\n\r\t""#, " [ ] ", "0", "-0",
    "9223372036854775807", "9223372036854775808", "[[[]]]", "\u{feff}{}", "\r\n\t [1 ,\n2 ]",
  ])
  func isWhatFoundationReads(_ text: String) throws {
    let ours = try JSON(parsing: Array(text.utf8))
    let plain = text.first == "\u{feff}" ? String(text.dropFirst()) : text
    let theirs = try JSONDecoder().decode(JSON.self, from: Data(plain.utf8))
    #expect(ours.sorted == theirs.sorted)
  }

  @Test(arguments: [
    ("", 1, 1, "it is empty"), ("  \n ", 2, 2, "it is empty"), ("{", 1, 1, "the object that begins here does not end"),
    ("[1,\n 2", 1, 1, "the array that begins here does not end"), ("[1 2]", 1, 4, "a comma or ] is expected"),
    ("{\"a\" 1}", 1, 6, "a colon is expected after the key \"a\""), ("{a:1}", 1, 2, "a key in quotes is expected"),
    ("{\"a\":1,\n\"a\":2}", 2, 1, "\"a\" occurs twice"), ("[1,]", 1, 4, "a value is expected: a string in quotes"),
    ("tru", 1, 1, "true is expected"), ("[01]", 1, 3, "a number does not begin with 0"),
    ("1.", 1, 3, "a digit is expected"),
    ("1e999", 1, 1, "the number is too large"), ("\"a\n\"", 1, 3, "a string goes over the end of the line"),
    ("[\n\"é\\x\"]", 2, 3, "\\ is followed by one of"), ("\"\\ud83c\"", 1, 2, "half of a surrogate pair"),
    ("\"\\u+123\"", 1, 2, "\\ is followed by one of"), ("1 2", 1, 3, "something follows the end of the value"),
    ("\"é", 1, 1, "the string that begins here does not end"), ("[\"éé\", x]", 1, 8, "a value is expected"),
    ("{\"a\":", 1, 6, "the text ends where a value is expected"),
  ])
  func aMistakeIsLocated(_ text: String, _ line: Int, _ column: Int, _ message: String) throws {
    let bytes = Array(text.utf8)
    let problem = try #require(throws: LocatedProblem.self) { try JSONParser.parse(bytes) }
    #expect(problem.message.hasPrefix(message), "\(problem.message)")
    let place = TextPosition(of: problem.offset, in: bytes)
    #expect(place.line == line && place.column == column, "\(place)")
  }

  @Test func bytesThatAreNoTextAreRefused() throws {
    let problem = try #require(throws: LocatedProblem.self) { try JSONParser.parse([0x5b, 0x22, 0xff, 0x22, 0x5d]) }
    #expect(problem.offset == 1 && problem.message == "this string is not UTF-8")
  }

  /// A hundred thousand nested brackets, closed or not, are refused at the first one that is too deep.
  @Test(arguments: ["[", "{\"a\":", "[[", "[{\"a\":["]) func deepNestingIsRefusedByPlace(_ open: String) throws {
    let bytes = Array(String(repeating: open, count: 100_000).utf8)
    let problem = try #require(throws: LocatedProblem.self) { try JSONParser.parse(bytes) }
    #expect(problem.message == "arrays and objects are nested deeper than 100 levels here")
    #expect(problem.offset <= 500)
    let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(try JSON(parsing: Array(nested.utf8)).text == nested)
  }

  /// Any bytes are either parsed, or refused with the position of an error.
  @Test(arguments: TestSeeds.seeds(300, from: 1)) func mutantsAreReadOrRefused(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bytes = Array(
      #"{"batches":[{"edits":[{"insert":"Car","as":"$a","values":{"n":-1.5e3,"s":"é\u00e9\n"}}]}]}"#.utf8)
    for _ in 0...random.below(4) {
      let place = random.below(bytes.count)
      switch random.below(3) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8(random.below(256))
      default: bytes.insert(bytes[random.below(bytes.count)], at: place)
      }
    }
    do {
      let json = try JSON(parsing: bytes)
      #expect(try JSON(parsing: Array(json.text.utf8)) == json, "SECTIONS_SEED=\(seed)")
    } catch let problem as LocatedProblem {
      #expect((0...bytes.count).contains(problem.offset), "SECTIONS_SEED=\(seed)")
    }
  }
}
