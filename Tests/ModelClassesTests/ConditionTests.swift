import Testing

@testable import ModelClasses

@Suite("Accessors whose types depend on conditions")
struct ConditionTests {
  /// Returns the generated lines after the imports, and the problems.
  private func generated(_ sources: String..., model: ClassModel? = nil) -> (lines: [String], problems: [String]) {
    let target = TargetSources(
      module: "App", sources: sources.enumerated().map { TargetSources.Source(file: "\($0).swift", text: $1) },
      models: model.map { [$0] } ?? [])
    let (text, problems) = target.generated()
    let lines = text.split(separator: "\n").drop { $0.hasPrefix("//") || $0.hasPrefix("import") }.map { line in
      // Of a function, only the signature after `func` is returned.
      line.split(separator: "func ", maxSplits: 1).last.map(String.init) ?? ""
    }
    return (lines.filter { !$0.hasPrefix("_managed") || $0.contains("->") }, problems.map(\.description))
  }

  @Test("What cannot be supplied under a condition is an error only there")
  func inactiveMembers() {
    let result = generated(
      """
      class A: NSManagedObject {
        #if canImport(UIKit)
          @NSManaged var color: UIColor?
          @NSManaged var pair: (Int, Int)
        #endif
      }
      """)
    #expect(result.problems == [])
    #expect(result.lines.count == 6)
    #expect(result.lines.filter { $0 == "#if canImport(UIKit)" }.count == 2)
    #expect(
      result.lines[1].hasPrefix("#error(\"0.swift:3: the accessors of A.color cannot be supplied: UIColor is declared"))
    #expect(result.lines[4].hasPrefix("#error(\"0.swift:4: pair has a type that"))
  }

  @Test("A quotation mark and a new line in an error end no text")
  func escaping() {
    var writer = SwiftWriter()
    writer.error(Problem("a \"b\" \\(c)\nd", file: "C:\\A.swift", line: 0), under: ["X"])
    #expect(writer.text == "\n#if X\n#error(\"C:\\\\A.swift:1: a \\\"b\\\" \\\\(c) d\")\n#endif\n")
  }

  private let branches = """
    #if os(Linux)
      typealias Color = Int
    #else
      typealias Color = UIColor
    #endif

    """

  @Test("Each declaration of a type has an accessor of its own")
  func bothBranches() {
    let result = generated(branches + "class A: NSManagedObject { @NSManaged var color: Color }")
    #expect(result.problems == [])
    #expect(result.lines.count == 8)
    #expect(
      result.lines.prefix(5) == [
        "#if os(Linux)", "extension A {", "_managed1_color() -> Color { _managedValue(\"color\") }", "}", "#endif",
      ])
    #expect(result.lines[5] == "#if !(os(Linux))")
    #expect(result.lines[6].hasPrefix("#error(\"0.swift:6: the accessors of A.color"))
  }

  @Test("A member in a branch has the type of that branch")
  func memberInBranch() {
    let result = generated(
      branches + "class A: NSManagedObject {\n#if os(Linux)\n@NSManaged var color: Color\n#endif\n}")
    #expect(
      result.lines == [
        "#if os(Linux)", "extension A {", "_managed1_color() -> Color { _managedValue(\"color\") }", "}", "#endif",
      ])
  }

  @Test("A type of one branch is Foundation's without it")
  func oneBranch() {
    let result = generated(
      "#if DEBUG && X\nstruct Date {}\n#endif\nclass A: NSManagedObject { @NSManaged var a: Date? }")
    #expect(result.problems == [])
    #expect(result.lines.filter { $0.hasPrefix("#if") } == ["#if DEBUG && X", "#if !(DEBUG && X)"])
    #expect(result.lines.filter { $0.hasPrefix("_managed1") }.count == 2)
  }

  @Test("Where every branch comes to the same, no condition is written")
  func sameInAllBranches() {
    let result = generated(
      "#if X\nclass A: NSManagedObject {}\n#elseif Y\nclass A: Base {}\n#else\nclass A: Base, P {}\n#endif",
      "#if X\ntypealias Number = Int\n#else\ntypealias Number = Swift.Int\n#endif\n"
        + "class B: NSManagedObject { @NSManaged var number: Number }")
    #expect(result.problems == [])
    #expect(
      result.lines == ["extension B {", "_managed1_number() -> Number { _managedValue(\"number\") }", "}"])
  }

  @Test("A class that is generated may be declared where the generated one is not compiled")
  func generatedClass() {
    let model = ClassModel(
      file: "contents",
      entities: [
        ClassModel.Entity(
          name: "A", className: "A", parent: nil, generation: .class, attributes: [], relationships: [], line: 2)
      ])
    #expect(generated("#if X\nclass A: NSManagedObject {}\n#endif", model: model).problems == [])
    #expect(generated("class A: NSManagedObject {}", model: model).problems.count == 1)
  }
}
