import Foundation
import TestTraits
import Testing

@testable import CoreData

@Suite("Compound predicates from formats")
struct CompoundFormatTests {
  private let a = NSPredicate(format: "a == 1")
  private let b = NSPredicate(format: "b == 2")
  private let c = NSPredicate(format: "c == 3")

  @Test("They have parts, and equal those made of the same parts")
  func equality() throws {
    let and = NSPredicate(format: "a == 1 AND b == 2")
    let made = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
    #expect(and == made && made == and)
    #expect(and == NSPredicate(format: "a == %d AND %K == 2", 1, "b"))
    #expect(and.hash == NSPredicate(format: "a == 1 && b == 2").hash)
    let parts = try #require(and as? NSCompoundPredicate)
    #expect(parts.compoundPredicateType == .and)
    #expect(parts.subpredicates == [a, b])
    let or = NSPredicate(format: "a == 1 OR b == 2")
    let not = NSPredicate(format: "NOT a == 1")
    #expect(or == NSCompoundPredicate(orPredicateWithSubpredicates: [a, b]))
    #expect(not == NSCompoundPredicate(notPredicateWithSubpredicate: a))
    for other in [
      or, not, a, NSPredicate(format: "b == 2 AND a == 1"), NSPredicate(format: "a == 1 AND b == 2 AND c == 3"),
    ] { #expect(and != other && other != and, "\(other)") }
    for other in [nil, NSObject(), NSString(string: "\(and)"), CoreData.NSExpression(format: "a")] as [NSObject?] {
      for predicate in [and, or, not, a] { #expect(!predicate.isEqual(other), "\(predicate)") }
      #expect(!CoreData.NSExpression(format: "a + 1").isEqual(other))
    }
    let nested = NSPredicate(format: "a == 1 AND (b == 2 OR c == 3)")
    #expect(
      nested
        == NSCompoundPredicate(andPredicateWithSubpredicates: [
          a, NSCompoundPredicate(orPredicateWithSubpredicates: [b, c]),
        ]))
    #expect(nested != NSCompoundPredicate(andPredicateWithSubpredicates: [a, b, c]))
  }

  #if os(Linux)
    @Test(
      "A pattern that is no expression says what to do, in a fetch's error and where an object is asked",
      .startsProcesses)
    func patterns() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSPredicate(format: "title MATCHES %@", "[").evaluate(with: ["title": "x"])
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("\"[\" is not a regular expression: title MATCHES \"[\""))
      #expect(text.contains("Try what users enter with NSRegularExpression(pattern:) first."))
      let whole = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSPredicate(format: "NOT title MATCHES %@", "[").evaluate(with: ["title": "x"])
      }
      let message = String(decoding: try #require(whole).standardErrorContent, as: UTF8.self)
      #expect(message.contains("The predicate NOT title MATCHES \"[\" cannot be evaluated: \"[\" is not"))
    }
  #endif

  @Test("They are asked, printed and completed as a whole")
  func use() {
    let predicate = NSPredicate(format: "a == $x AND NOT (b == 2 OR c == 3)")
    #expect(predicate.description == "a == $x AND NOT (b == 2 OR c == 3)")
    let complete = predicate.withSubstitutionVariables(["x": 1])
    #expect(complete == NSPredicate(format: "a == 1 AND NOT (b == 2 OR c == 3)"))
    #expect(complete.evaluate(with: ["a": 1, "b": 1, "c": 1]))
    #expect(!complete.evaluate(with: ["a": 1, "b": 2, "c": 1]))
    #expect(predicate.evaluate(with: ["a": 5, "b": 1, "c": 1], substitutionVariables: ["x": 5]))
    #expect(
      NSCompoundPredicate(andPredicateWithSubpredicates: [complete, a]).syntax.description
        == "a == 1 AND NOT (b == 2 OR c == 3) AND a == 1")
  }

  @Test("Data of other bytes makes another predicate")
  func data() {
    let predicates = [[0x01, 0x23], [0x12, 0x03], [0x01, 0x23]].map {
      NSPredicate(format: "cover == %@", Data($0) as NSData)
    }
    #expect(predicates[0] != predicates[1] && predicates[0] == predicates[2])
    #expect(predicates[0].description == "cover == <0123>")
  }

  @Test("A format takes C arguments as its placeholders say")
  func cArguments() {
    let name = NSString(string: "Nina")
    let key = NSString(string: "name")
    let arguments: [any CVarArg] = [key, name, Int32(-3), Int(1) << 40, 2.5, UInt32.max, NSNull()]
    let predicate = withVaList(arguments) {
      NSPredicate(
        format: "%K == %@ AND a > %d AND b < %ld AND c == %f AND d == %u AND e != %@ AND '%d' != f", arguments: $0)
    }
    #expect(
      predicate.description
        == "name == \"Nina\" AND a > -3 AND b < 1099511627776 AND c == 2.5 AND d == 4294967295 AND e != nil AND \"%d\" != f"
    )
    let many = withVaList((0..<12).flatMap { [$0, Double($0)] as [any CVarArg] }) {
      NSPredicate(format: (0..<12).map { "k\($0) == %ld AND d\($0) == %lf" }.joined(separator: " AND "), arguments: $0)
    }
    #expect(many.description.hasSuffix("k11 == 11 AND d11 == 11.0"))
    #expect(withVaList([]) { NSPredicate(format: "TRUEPREDICATE", arguments: $0) }.evaluate(with: nil))
  }
}
