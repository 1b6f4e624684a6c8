import Foundation
import Testing

@testable import SectionsTool

@Suite("JSON") struct JSONTests {
  @Test func writesOnOneLineInOrder() {
    let json = JSON.object([
      ("z", .integer(1)), ("a", .array([.null, .bool(true), .number(1.5)])), ("text", .string("\"\\\n\u{1}é")),
    ])
    #expect(json.text == #"{"z":1,"a":[null,true,1.5],"text":"\"\\\n\u0001é"}"#)
  }

  @Test(arguments: [(9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_993, "\"9007199254740993\"")])
  func integersThatDoublesCannotHoldAreStrings(_ value: Int64, _ text: String) {
    #expect(JSON.integer(value).text == text)
  }

  @Test func readsWhatItWrites() throws {
    let text = #"{"a":[1,2.5,"x",null,true],"b":{}}"#
    #expect(try JSONDecoder().decode(JSON.self, from: Data(text.utf8)).text == text)
  }
}
