import CoreData
import Foundation
import TestTraits
import Testing

// This file has the imports of a program, in the order that a formatter makes. The names must compile without a
// warning.

@Suite("Expressions")
struct ExpressionTests {
  private func value(_ expression: NSExpression, of object: Any? = nil) -> NSObject? {
    expression.expressionValue(with: object, context: nil) as? NSObject
  }

  @Test("An expression says what it is made of")
  func parts() throws {
    let path = NSExpression(forKeyPath: "album.title")
    #expect(path.expressionType == .keyPath && path.keyPath == "album.title" && path.description == "album.title")
    let flag = NSExpression(forConstantValue: true)
    #expect(flag.expressionType == .constantValue && flag.constantValue as? Bool == true)
    #expect(NSExpression(forConstantValue: nil).constantValue == nil)
    #expect(NSExpression(forConstantValue: "a").description == "\"a\"")
    let sum = NSExpression(forFunction: "sum:", arguments: [path])
    #expect(sum.expressionType == .function && sum.function == "sum:" && sum.arguments == [path])
    #expect(sum.description == "sum:(album.title)")
    let total = NSExpression(forFunction: "add:to:", arguments: [path, NSExpression(forConstantValue: 1)])
    #expect(total.function == "add:to:" && total.description == "album.title + 1")
    #expect(
      total == NSExpression(format: "album.title + 1")
        && total.hash == NSExpression(format: "%K + %d", "album.title", 1).hash)
    #expect(total != sum && total != NSExpression(format: "album.title + 2"))
    let variable = NSExpression(forVariable: "x")
    #expect(variable.expressionType == .variable && variable.variable == "x" && variable.description == "$x")
    #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
    let list = NSExpression(forAggregate: [path, variable])
    #expect(list.expressionType == .aggregate && list.collection as? [NSExpression] == [path, variable])
    let any = NSPredicate(format: "$x.n > 1")
    let subquery = NSExpression(forSubquery: path, usingIteratorVariable: "x", predicate: any)
    #expect(subquery.expressionType == .subquery && subquery.variable == "x" && subquery.predicate == any)
    #expect(subquery.collection as? NSExpression == path)
    #expect(subquery == NSExpression(format: "SUBQUERY(album.title, $x, $x.n > 1)"))
    let either = NSExpression(forConditional: any, trueExpression: path, falseExpression: flag)
    #expect(either.expressionType == .conditional && either.true == path && either.predicate == any)
    #expect(either == NSExpression(format: "TERNARY($x.n > 1, album.title, YES)"))
    for (made, type) in [
      (NSExpression(forUnionSet: list, with: path), NSExpression(format: "{1} UNION {2}").expressionType),
      (NSExpression(forIntersectSet: list, with: path), NSExpression(format: "{1} INTERSECT {2}").expressionType),
      (NSExpression(forMinusSet: list, with: path), NSExpression(format: "{1} MINUS {2}").expressionType),
    ] { #expect(made.expressionType == type && made.left == list && made.right == path) }
    let copied = path.copy() as? NSExpression
    let copy = try #require(copied)
    #expect(copy == path && Set([path, copy, sum]).count == 2)
  }

  @Test(
    "A function gives its value",
    arguments: [
      ("sum:({1, 2, 4})", 7), ("count:({1, 2, 4})", 3), ("min:({3, 2, 4})", 2), ("max:({3, 2, 4})", 4),
      ("average:({1, 2})", 1.5), ("median:({5, 1, 3})", 3), ("median:({4, 1, 3, 2})", 2.5),
      ("stddev:({1, 2, 3, 4, 4, 5, 9, 11})", 3.218_598_297_395_847_4), ("add:to:(1, 2)", 3),
      ("from:subtract:(1, 2)", -1), ("multiply:by:(3, 2)", 6), ("divide:by:(3.0, 2)", 1.5), ("modulus:by:(7, 4)", 3),
      ("sqrt:(9)", 3), ("log:(1000)", 3), ("ln:(1)", 0), ("raise:toPower:(2, 3)", 8), ("exp:(0)", 1),
      ("ceiling:(1.2)", 2), ("abs:(-3)", 3), ("trunc:(-1.7)", -1), ("floor:(-1.2)", -2), ("bitwiseAnd:with:(6, 3)", 2),
      ("bitwiseOr:with:(6, 3)", 7), ("bitwiseXor:with:(6, 3)", 5), ("leftshift:by:(1, 3)", 8),
      ("rightshift:by:(8, 2)", 2), ("onesComplement:(0)", -1), ("noindex:(4)", 4), ("length:('abc')", 3),
      ("2 + 3 * 4", 14), ("TERNARY(1 > 2, 5, 6)", 6), ("count:(distinct:({1, 1, 2}))", 2),
    ] as [(String, Double)])
  func functions(format: String, expected: Double) throws {
    let number = try #require(value(NSExpression(format: format)) as? NSNumber)
    #expect(abs(number.doubleValue - expected) < 1e-12, "\(format)")
  }

  @Test("Text, time, chance and most frequent values")
  func otherFunctions() throws {
    #expect(value(NSExpression(format: "uppercase:('ab')")) as? String == "AB")
    #expect(NSExpression(format: "lowercase:('AB')").expressionValue(with: nil, context: nil) as? String == "ab")
    let modes = NSExpression(format: "mode:({1, 2, 2, 3, 3})").expressionValue(with: nil, context: nil) as? [NSNumber]
    #expect(modes == [2, 3])
    let now = try #require(NSExpression(format: "now()").expressionValue(with: nil, context: nil) as? Date)
    #expect(abs(now.timeIntervalSinceNow) < 60)
    for _ in 0..<20 {
      let die = try #require(value(NSExpression(format: "randomn:(6)")) as? NSNumber)
      #expect((0..<6).contains(die.intValue))
    }
    #expect(value(NSExpression(format: "sum:({})")) == NSNumber(value: 0))
    #expect(value(NSExpression(format: "average:({})")) == nil)
  }

  @Test("Keys are read from dictionaries, collections and variables, sets are joined, blocks run")
  func objects() throws {
    let people: [[String: Any]] = [["name": "a", "age": 3], ["name": "b", "age": 5]]
    let ages = NSExpression(format: "sum:(SELF.age)")
    #expect(value(ages, of: people) == NSNumber(value: 8))
    #expect(value(NSExpression(forKeyPath: "age"), of: people[0]) == NSNumber(value: 3))
    let variable = NSExpression(format: "$x * age")
    let context = NSMutableDictionary(dictionary: ["x": 10])
    #expect(variable.expressionValue(with: people[1], context: context) as? Int == 50)
    let (one, two) = (NSExpression(forConstantValue: [1, 2]), NSExpression(forConstantValue: [2, 3]))
    let sets = [
      NSExpression(forUnionSet: one, with: two), NSExpression(forIntersectSet: one, with: two),
      NSExpression(forMinusSet: one, with: two),
    ].map { ($0.expressionValue(with: nil, context: nil) as? NSSet)?.compactMap { $0 as? Int }.sorted() }
    #expect(sets == [[1, 2, 3], [2], [1]])
    let older = NSExpression(format: "SUBQUERY(SELF, $p, $p.age > 3).name")
    #expect(older.expressionValue(with: people, context: nil) as? [String] == ["b"])
    let block = NSExpression(
      forBlock: { object, arguments, _ in "\(object ?? "nothing") \(arguments)" }, arguments: [one])
    #expect(block.expressionType == .block && block.expressionValue(with: "x", context: nil) as? String == "x [[1, 2]]")
    #expect(block.expressionBlock(nil, [], nil) as? String == "nothing []")
  }

  @Test("A comparison built in code is the one of its format")
  func comparisons() throws {
    let made = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "name"), rightExpression: NSExpression(forConstantValue: "a"),
      modifier: .direct, type: .beginsWith, options: [.caseInsensitive, .diacriticInsensitive])
    let written = NSPredicate(format: "name BEGINSWITH[cd] 'a'")
    #expect(made == written && written == made && made.hash == written.hash)
    #expect(made != NSPredicate(format: "name BEGINSWITH[c] 'a'") && written != NSPredicate(value: false))
    #expect(made.evaluate(with: ["name": "Äb"]) && !made.evaluate(with: ["name": "b"]))
    let parsed = NSPredicate(format: "ANY tags.name IN {'x', $y}") as? NSComparisonPredicate
    let any = try #require(parsed)
    #expect(any.comparisonPredicateModifier == .any && any.predicateOperatorType == .in && any.options == [])
    #expect(any.leftExpression == NSExpression(forKeyPath: "tags.name"))
    #expect(
      any.rightExpression.collection as? [NSExpression] == [
        NSExpression(forConstantValue: "x"), NSExpression(forVariable: "y"),
      ])
    let again = NSComparisonPredicate(
      leftExpression: any.leftExpression, rightExpression: any.rightExpression,
      modifier: any.comparisonPredicateModifier, type: any.predicateOperatorType, options: any.options)
    #expect(again == any)
    let compound = try #require(NSPredicate(format: "a == 1 AND NOT b > 2") as? NSCompoundPredicate)
    let parts = compound.subpredicates
    #expect((parts[0] as? NSComparisonPredicate)?.leftExpression.keyPath == "a")
    #expect((parts[1] as? NSCompoundPredicate)?.subpredicates == [NSPredicate(format: "b > 2")])
    let joined = NSCompoundPredicate(andPredicateWithSubpredicates: [made, NSPredicate(format: "age > 1")])
    #expect(joined.evaluate(with: ["name": "A", "age": 2]) && !joined.evaluate(with: ["name": "A", "age": 1]))
    #expect(NSPredicate(format: "name BEGINSWITH[cd] 'a' AND age > 1") == joined)
    #expect(NSPredicate(format: "%@ > 3", NSExpression(forKeyPath: "n")) == NSPredicate(format: "n > 3"))
  }

  #if os(Linux)
    @Test("What an expression does not have stops the program with what to do", .startsProcesses)
    func mistakes() async throws {
      let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSExpression(forFunction: "shout:", arguments: [NSExpression(forConstantValue: 1)])
      }
      let text = String(decoding: try #require(unknown).standardErrorContent, as: UTF8.self)
      #expect(text.contains("There is no function shout: of 1 arguments; there are abs:, add:to:, average:"))
      let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSExpression(forKeyPath: "a").constantValue
      }
      let said = String(decoding: try #require(wrong).standardErrorContent, as: UTF8.self)
      #expect(said.contains("The expression a has no constantValue: look at its expressionType first."))
    }
  #endif
}
