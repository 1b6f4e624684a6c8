import SectionedChanges
import SectionedViews
import TestTraits
import Testing

@Suite("The first rule that matches a model makes its view")
@MainActor
struct RuleTests {
  class Animal {}
  final class Dog: Animal {}
  final class Cell { var text = "" }
  final class OtherCell {}

  let context = ViewContext(place: ItemPlace(section: 1, item: 2), section: "Pets")

  func rule(
    _ identifier: String, _ role: ViewRole = .cell, where condition: ((Any, ViewContext) -> Bool)? = nil
  ) -> ViewRule {
    ViewRule(role, Cell.self, for: Any.self, identifier: identifier, where: condition) { _, _, _ in }
  }

  @Test("Rules are asked in order, and a condition gets the model, the place and the section")
  func order() {
    var rules = ListRules()
    rules.add(rule("never") { _, _ in false })
    rules.add(rule("second section") { model, context in model is Int && context.place.section == 1 })
    rules.add(rule("pets") { _, context in context.section as? String == "Pets" })
    rules.add(rule("all"))
    #expect(rules.rule(for: .cell, 7, context)?.identifier == "second section")
    #expect(rules.rule(for: .cell, "seven", context)?.identifier == "pets")
    let elsewhere = ViewContext(place: ItemPlace(section: 0, item: 0), section: nil)
    #expect(rules.rule(for: .cell, 7, elsewhere)?.identifier == "all")
    #expect(rules.rule(for: .header, 7, context) == nil)
  }

  @Test("Adding a rule with a used identifier replaces the old rule and puts the new one last")
  func replacement() {
    var rules = ListRules()
    for name in ["a", "b", "a"] { rules.add(rule(name)) }
    rules.add(rule("a", .header))
    #expect(rules.rules.map(\.identifier) == ["b", "a", "a"] && rules.rules.map(\.role) == [.cell, .cell, .header])
    rules.remove("b")
    #expect(rules.rule("b") == nil && rules.rule("a", .header) != nil)
    rules.remove("a")
    #expect(rules.rules.map(\.role) == [.header])
  }

  enum Feed { struct Item {} }
  enum Ads { struct Item {} }

  @Test("rules for types of one short name stand beside each other")
  func sameShortName() {
    var rules = ListRules()
    rules.add(ViewRule(.cell, Cell.self, for: Feed.Item.self) { _, _, _ in })
    rules.add(ViewRule(.cell, Cell.self, for: Ads.Item.self) { _, _, _ in })
    #expect(rules.rules.map(\.identifier) == ["Cell, Item", "Cell, Item (2)"])
    #expect(rules.rule(for: .cell, Feed.Item(), context)?.identifier == "Cell, Item")
    #expect(rules.rule(for: .cell, Ads.Item(), context)?.identifier == "Cell, Item (2)")
    rules.add(ViewRule(.cell, Cell.self, for: Feed.Item.self) { _, _, _ in })
    #expect(rules.rules.map(\.identifier) == ["Cell, Item (2)", "Cell, Item"])
  }

  @Test("rules for the same types without names: those with conditions stand beside each other, the one without is one")
  func namesOfTypes() {
    func rule(where condition: ((Int, ViewContext) -> Bool)? = nil) -> ViewRule {
      ViewRule(.cell, Cell.self, for: Int.self, where: condition) { cell, number, _ in cell.text = "\(number)" }
    }
    var rules = ListRules()
    rules.add(rule { number, _ in number < 0 })
    rules.add(rule { number, _ in number > 9 })
    rules.add(rule())
    let names = rules.rules.map(\.identifier)
    #expect(Set(names).count == 3)
    #expect([-1, 10, 5].map { rules.rule(for: .cell, $0, context)?.identifier } == names)
    rules.add(rule())
    #expect(rules.rules.map(\.identifier) == names)
    rules.remove(names[0])
    rules.add(rule { number, _ in number == 5 })
    #expect(Set(rules.rules.map(\.identifier)).count == 3)
    #expect(rules.rule(for: .cell, 5, context)?.identifier == names[2])
  }

  @Test("Models match by class, subclass, protocol and value type, at any depth of optionals")
  func types() {
    func matches<Model>(_ type: Model.Type, _ model: Any?) -> Bool {
      var rules = ListRules()
      rules.add(ViewRule(.cell, Cell.self, for: type) { _, _, _ in })
      return rules.rule(for: .cell, model, context) != nil
    }
    let deep: Int??? = .some(.some(.some(3)))
    let nothing: Int?? = .some(nil)
    #expect(matches(Animal.self, Dog()) && matches(Dog.self, Dog()) && !matches(Dog.self, Animal()))
    #expect(matches((any CustomStringConvertible).self, 3) && !matches((any CustomStringConvertible).self, Animal()))
    #expect(matches(Int.self, deep as Any?) && !matches(Int.self, nothing as Any?) && !matches(Int.self, nil))
    #expect(!matches((any CustomDebugStringConvertible).self, nothing as Any?))
    #expect(matches(Int?.self, 3) && matches(AnyHashable.self, 3))
  }

  @Test("A rule for everything is asked last, and also matches items without a model")
  func fallback() {
    var rules = ListRules()
    rules.add(ViewRule(.cell, Cell.self, for: Int.self) { _, _, _ in })
    #expect(rules.rule(for: .cell, nil, context) == nil)
    rules.add(ViewRule(.cell, OtherCell.self, identifier: "else") { _, _, _ in })
    #expect(rules.rule(for: .cell, nil, context)?.identifier == "else")
    #expect(rules.rule(for: .cell, 3, context)?.identifier == "Cell, Int")
  }

  @Test("A view of another class is not configured, and nothing traps")
  func otherViews() throws {
    let rule = ViewRule(.cell, Cell.self, for: Int.self) { cell, number, context in
      cell.text = "\(number) at \(context.place)"
    }
    let (cell, other) = (Cell(), OtherCell())
    #expect(ListRules.configure(cell, by: rule, Optional(7), context) && cell.text == "7 at [1, 2]")
    #expect(!ListRules.configure(other, by: rule, 7, context) && !ListRules.configure(cell, by: rule, "7", context))
    #expect(cell.text == "7 at [1, 2]")
  }

  @Test("a binding that makes views of sections takes their roles")
  func rolesOfSections() {
    for role in [ViewRole.header, .footer] {
      for hasOwnKinds in [true, false] { role.requireViewOfSections(hasOwnKinds: hasOwnKinds) }
    }
    ViewRole.supplementary("badge").requireViewOfSections(hasOwnKinds: true)
  }

  #if os(macOS) || os(Linux)
    @Test("a role of which a binding makes no views stops the program, which is given the right ones", .startsProcesses)
    func otherRoles() async throws {
      let cell = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ViewRole.cell.requireViewOfSections(hasOwnKinds: true)
      }
      let kind = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ViewRole.supplementary("badge").requireViewOfSections(hasOwnKinds: false)
      }
      let texts = try [cell, kind].map { String(decoding: try #require($0).standardErrorContent, as: UTF8.self) }
      #expect(
        texts[0].contains(
          "add(.cell, …) adds nothing: give it the role .header, .footer or .supplementary(kind). The closure of the "
            + "binding's initializer makes the cells."))
      #expect(
        texts[1].contains("add(.supplementary(\"badge\"), …) adds nothing: give it the role .header or .footer."))
    }
  #endif
}
