import Foundation
import TestTraits
import Testing

@testable import CoreData

/// Checks what the format language accepts, how it is read, and the errors with their positions.
@Suite("The format language")
struct GrammarTests {
  /// Each format with the description of what is read. That description, read again, must have itself as its
  /// description.
  @Test(arguments: [
    ("a = 1", "a == 1"), ("a == 1", "a == 1"), ("a <> 1", "a != 1"), ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"),
    ("a.b.c < -1.5", "a.b.c < -1.5"), ("a == 0x1F", "a == 31"), ("a == 1e3", "a == 1000.0"), ("a == .5", "a == 0.5"),
    ("a beginswith[cd] 'x'", "a BEGINSWITH[cd] \"x\""), ("a CONTAINS[c] \"it's\"", "a CONTAINS[c] \"it's\""),
    (#"a == "q\"\\\n\u00e9""#, #"a == "q\"\\\né""#), ("a LIKE 'b*'", "a LIKE \"b*\""),
    ("a MATCHES '[a-z]+'", "a MATCHES \"[a-z]+\""), ("a IN {1, 2}", "a IN {1, 2}"), ("a IN {}", "a IN {}"),
    ("a BETWEEN {1, b}", "a BETWEEN {1, b}"), ("a == nil", "a == nil"), ("a == NULL", "a == nil"),
    ("a == YES AND b == false", "a == 1 AND b == 0"), ("TRUEPREDICATE", "TRUEPREDICATE"),
    ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("(a == 1 || b == 2) && c == 3", "(a == 1 OR b == 2) AND c == 3"), ("NOT a == 1", "NOT a == 1"),
    ("!(a == 1 AND b == 2)", "NOT (a == 1 AND b == 2)"), ("NOT NOT a == 1", "a == 1"), ("((a)) == (1)", "a == 1"),
    ("ANY a.b == 1", "ANY a.b == 1"), ("some a.b == 1", "ANY a.b == 1"), ("ALL a.b == 1", "ALL a.b == 1"),
    ("NONE a.b == 1", "NOT ANY a.b == 1"), ("a.@count > 0", "a.@count > 0"), ("a.@sum.b > 0", "a.@sum.b > 0"),
    ("SELF == 1", "SELF == 1"), ("self.a == 1", "a == 1"), ("#in == 1", "#in == 1"), ("a.#any == 1", "a.#any == 1"),
    ("a == $x", "a == $x"), ("a == $x.b", "a == $x.b"),
    ("SUBQUERY(a, $x, $x.b > 1).@count == 0", "SUBQUERY(a, $x, $x.b > 1).@count == 0"),
    ("a + 2 * b == 3", "(a + (2 * b)) == 3"), ("a - b - c == 0", "((a - b) - c) == 0"),
    ("2 ** 3 ** 2 == a", "(2 ** (3 ** 2)) == a"), ("-a == 1", "-(a) == 1"), ("-2 ** 2 == a", "-((2 ** 2)) == a"),
    ("(a & 4) != 0", "(a & 4) != 0"), ("abs:(a) == 1", "abs:(a) == 1"),
    ("lowercase(a) == 'b'", "lowercase:(a) == \"b\""),
    ("add:to:(a, 1) == 2", "(a + 1) == 2"), ("a < now()", "a < now()"),
    ("a < CAST(5, \"NSDate\")", "a < CAST(5.0, \"NSDate\")"), ("é.ü == 1", "é.ü == 1"),
    ("first == last", "first == last"),
  ])
  func formats(_ format: String, _ reading: String) throws {
    let predicate = try NSPredicate.parse(format: format)
    #expect(predicate.syntax.description == reading)
    #expect(try NSPredicate.parse(format: reading).syntax.description == reading)
  }

  /// Each wrong format with the position that the error names, from 0, and a part of its message.
  @Test(arguments: [
    ("", 0, "expected an expression, but found the end"), ("a", 1, "expected a comparison"),
    ("a ==", 4, "expected an expression, but found the end"), ("a == 1 b", 7, "expected AND, OR or the end"),
    ("(a == 1", 7, "expected AND, OR or “)”"), ("a == 'x", 5, "the string that begins here does not end"),
    ("a == {1, 2", 10, "expected “,” or “}”"), ("a AND b == 1", 0, "expected a predicate"),
    ("a == 1 AND", 10, "expected an expression"), ("a == ] 1", 5, "expected an expression"),
    ("a ==[x] 1", 5, "expected c, d, n or l"), ("a.1 == 1", 1, "expected AND, OR or the end"),
    ("a. == 1", 3, "expected a key"),
    ("in == 1", 0, "written #in"), ("$ == 1", 1, "expected a name after $"), ("a == %@", 5, "needs one more"),
    ("a == %", 5, "expected a placeholder"), ("a == 1 %% 2", 7, "inside quotes"), ("a[0 == 1", 4, "expected “]”"),
    ("FUNCTION(a, b) == 1", 0, "a name between quotation marks"), ("FETCH(a) == 1", 0, "FETCH takes a request"),
    ("CAST(a, 'b') == 1", 0, "CAST is not supported"),
    ("sin:(a) == 1", 0, "is not supported"), ("ANY a", 5, "expected a comparison"), ("ééé == ;", 7, "means nothing"),
    ("SUBQUERY(a, x, x == 1).@count == 0", 12, "expected a $variable"),
    ("(a == 1) == 2", 9, "expected AND, OR or the end"),
    ("a == 99e999", 5, "too large"), ("a == 1x", 5, "cannot begin with a digit"),
  ])
  func mistakes(_ format: String, _ position: Int, _ expectation: String) throws {
    let error = try #require(throws: PredicateFormatError.self) { try NSPredicate.parse(format: format) }
    #expect(error.position == position, "\(error)")
    #expect(error.expectation.contains(expectation), "\(error)")
  }

  @Test func argumentsTakeTheirPlaces() throws {
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let nothing: String?? = .some(nil)
    let predicate = NSPredicate(
      format: "%K == %@ AND b == %d AND c == %f AND d IN %@ AND e == %@ AND f < %@", "a.@count", 5, Int16(3),
      2.5 as Float,
      ["x", "y"], nothing as Any?, date as any CVarArg)
    #expect(
      predicate.description
        == "a.@count == 5 AND b == 3 AND c == 2.5 AND d IN {\"x\", \"y\"} AND e == nil AND f < CAST(7.0, \"NSDate\")")
    let array = NSPredicate(format: "a == %@ AND b == %@", argumentArray: [NSNull(), NSNumber(value: 2)])
    #expect(array.description == "a == nil AND b == 2")
  }

  @Test func argumentsThatDoNotFit() throws {
    let cases: [(String, [Any?], String)] = [
      ("a == %d", ["x"], "argument 1 must be an integer"), ("%K == 1", [5], "argument 1 must be a string"),
      ("a == %f", [Date?.none], "argument 1 must be a number"),
      ("a == %@ AND b == %d", [1, 2.5], "argument 2 must be an integer"),
    ]
    for (format, arguments, text) in cases {
      let error = try #require(throws: PredicateFormatError.self) {
        try NSPredicate.parse(format: format, arguments: arguments)
      }
      #expect(error.expectation.contains(text), "\(error)")
    }
  }

  @Test(.startsProcesses) func aWrongFormatInTheProgramStopsItAndSaysWhere() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = NSPredicate(format: "title ==") }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("at character 9: expected an expression, but found the end"))
  }
}
