import Testing

@testable import ModelClasses

@Suite("Types of imported modules")
struct ImportedTypeTests {
  /// Returns the getter's mangled type and its spelling, or the problem.
  private func getter(
    _ type: String, imports: String, _ modules: KeyValuePairs<String, String> = ["Kinds": "public struct Date {}"]
  ) -> String {
    let source = "\(imports)\nclass A: NSManagedObject { @NSManaged var a: \(type) }"
    let target = TargetSources(
      module: "App", sources: [TargetSources.Source(file: "A.swift", text: source)],
      imported: modules.map { ($0, [TargetSources.Source(file: "\($0).swift", text: $1)]) })
    let (text, problems) = target.generated()
    if let problem = problems.first { return problem.description }
    guard let line = text.split(separator: "\n").first(where: { $0.contains("->") }) else { return "none" }
    let name = line.split(separator: "\"")[1].dropFirst("$s3App1AC1a".count)
    return "\(name) \(line.split(separator: "-> ")[1].split(separator: " {")[0])"
  }

  @Test("A type hides Foundation's only where its module is imported; the spelling says which it is")
  func hiding() {
    #expect(getter("Date?", imports: "import Foundation") == "20FoundationEssentials4DateVSgvg Foundation.Date?")
    #expect(getter("[Date]", imports: "import Kinds").hasSuffix(" [Kinds.Date]"))
    #expect(getter("Date", imports: "import Kinds") == "5Kinds4DateVvg Kinds.Date")
    #expect(getter("Foundation.Date", imports: "import Kinds").hasSuffix(" Foundation.Date"))
    #expect(getter("Kinds.Date", imports: "import Kinds") == "5Kinds4DateVvg Kinds.Date")
    #expect(getter("Date", imports: "struct Date {}") == "AA4DateVvg Date")
    let range = getter("NSRange", imports: "", ["Kinds": "public struct NSRange {}"])
    #expect(range == "10Foundation8_NSRangeVvg Foundation.NSRange")
  }

  @Test("What no other module has is found without an import, too: another module may export it")
  func reexported() {
    #expect(getter("Kind", imports: "", ["Kinds": "public enum Kind: Int {}"]) == "5Kinds4KindOvg Kind")
  }

  @Test("A type of two imported modules is an error at its line; names of one type are not")
  func ambiguous() {
    let modules: KeyValuePairs = ["One": "public enum Kind: Int {}", "Two": "public enum Kind: Int {}"]
    #expect(
      getter("Kind", imports: "import One; import Two", modules)
        == "A.swift:2: error: the accessors of A.a cannot be supplied: Kind is declared in One and in Two: name the "
        + "module, too")
    #expect(getter("Kind", imports: "import Two", modules) == "3Two4KindOvg Two.Kind")
    #expect(getter("One.Kind", imports: "import One; import Two", modules) == "3One4KindOvg One.Kind")
    #expect(
      getter(
        "Kind", imports: "import One; import Two",
        ["One": "public enum Kind: Int {}", "Two": "import One\npublic typealias Kind = One.Kind"]
      ).hasPrefix("3One4KindOvg "))
  }

  @Test("An alias means what it does in its own module")
  func aliases() {
    let other = "import Foundation\npublic typealias Day = Date"
    #expect(
      getter("Day", imports: "import Other\nstruct Date {}", ["Other": other]) == "20FoundationEssentials4DateVvg Day")
  }

  @Test("An import under a condition counts under it")
  func conditionalImport() {
    let source = """
      #if os(Linux)
      import Kinds
      #endif
      class A: NSManagedObject { @NSManaged var a: Date }
      """
    let target = TargetSources(
      module: "App", sources: [TargetSources.Source(file: "A.swift", text: source)],
      imported: [("Kinds", [TargetSources.Source(file: "Kinds.swift", text: "public struct Date {}")])])
    let (text, problems) = target.generated()
    #expect(problems == [])
    for (condition, type) in [("os(Linux)", "Kinds.Date"), ("!(os(Linux))", "Foundation.Date")] {
      let part = text.part(behind: "#if \(condition)\nextension A {\n")
      #expect(part?.contains("-> \(type) {") == true, "\(text)")
    }
  }
}

extension String {
  /// Returns the text between the end of another text and the next `#endif`.
  fileprivate func part(behind text: String) -> Substring? {
    firstRange(of: text).flatMap { range in self[range.upperBound...].split(separator: "#endif").first }
  }
}
