import Testing

@testable import ModelClasses

@Suite("Attributes of Objective-C under a condition")
struct ObjectiveCWrappingTests {
  private let source = """
    import CoreData

    @objc(Folder)
    public class Folder: NSManagedObject {
      // @objc stays in a comment
      let text = "@objc(Text)"
      @objc(addNotesObject:)
      @NSManaged public func addToNotes(_ value: Note)
      @NSManaged @objc public var name: String?
      #if canImport(ObjectiveC)
      @objc
      #endif
      func done() {}
    }
    @objc public enum Kind: Int16 { case plain; @objc case other }
    @objcMembers class B: NSObject {}

    """

  private let adopted = """
    import CoreData

    #if canImport(ObjectiveC)
    @objc(Folder)
    #endif
    public class Folder: NSManagedObject {
      // @objc stays in a comment
      let text = "@objc(Text)"
      #if canImport(ObjectiveC)
      @objc(addNotesObject:)
      #endif
      @NSManaged public func addToNotes(_ value: Note)
      #if canImport(ObjectiveC)
      @objc
      #endif
      @NSManaged public var name: String?
      #if canImport(ObjectiveC)
      @objc
      #endif
      func done() {}
    }
    #if canImport(ObjectiveC)
    @objc
    #endif
    public enum Kind: Int16 { case plain; @objc case other }
    #if canImport(ObjectiveC)
    @objcMembers
    #endif
    class B: NSObject {}

    """

  @Test("Each is wrapped once; one in the middle of a line is named")
  func wrapping() {
    let result = ObjectiveCWrapping.adopted(TargetSources.Source(file: "A.swift", text: source))
    #expect(result.text == adopted)
    #expect(result.problems.map(\.line) == [15])
    let again = ObjectiveCWrapping.adopted(TargetSources.Source(file: "A.swift", text: adopted))
    #expect(again.text == adopted)
  }

  /// What is adopted of a source, twice.
  private func adopted(_ text: String) -> (text: String, problems: [Problem]) {
    let result = ObjectiveCWrapping.adopted(TargetSources.Source(file: "A.swift", text: text))
    let again = ObjectiveCWrapping.adopted(TargetSources.Source(file: "A.swift", text: result.text))
    #expect(again.text.utf8.elementsEqual(result.text.utf8))
    return result
  }

  @Test(
    "The attributes of one line stand together under one condition",
    arguments: [
      ("@objc(Foo) @objcMembers class Foo {}", "@objc(Foo) @objcMembers", "class Foo {}"),
      ("  @objc public @objcMembers  final class Ä {} // ä", "  @objc @objcMembers", "  public final class Ä {} // ä"),
      ("\t@objc(Foo)\t@objcMembers", "\t@objc(Foo) @objcMembers", nil),
      ("@objc (Foo) class Foo {}", "@objc (Foo)", "class Foo {}"),
      ("/* a { */ @objc var a: Int", "@objc", "/* a { */ var a: Int"),
      (
        "@available(*, deprecated, message: \"{\") @objc func a()", "@objc",
        "@available(*, deprecated, message: \"{\") func a()"
      ),
    ])
  func attributesOfOneLine(line: String, attributes: String, rest: String?) {
    let indent = attributes.prefix { $0 == " " || $0 == "\t" }
    let expected = ["\(indent)#if canImport(ObjectiveC)", attributes, "\(indent)#endif"] + (rest.map { [$0] } ?? [])
    for (start, end) in [("", ""), ("let ä = 1\n", "\nlet b = 1\n")] {
      let result = adopted(start + line + end)
      #expect(result.text == start + expected.joined(separator: "\n") + end)
      #expect(result.problems == [])
    }
  }

  @Test("Every line keeps its ending, and the mark of the encoding its place")
  func lineEndings() {
    #expect(
      adopted("import A\r\n@objc(B) class B {\r\n  @objc\r\n  var a = 1\n}\r\n").text
        == "import A\r\n#if canImport(ObjectiveC)\r\n@objc(B)\r\n#endif\r\nclass B {\r\n"
        + "  #if canImport(ObjectiveC)\r\n  @objc\r\n  #endif\r\n  var a = 1\n}\r\n")
    #expect(
      adopted("\u{FEFF}@objc class A {}\r\n@objc class B {}").text
        == "\u{FEFF}#if canImport(ObjectiveC)\r\n@objc\r\n#endif\r\nclass A {}\r\n"
        + "#if canImport(ObjectiveC)\r\n@objc\r\n#endif\r\nclass B {}")
    let difference = LineDifference.text(from: "a\r\nb\r\n", to: "a\r\nc\r\n", file: "A.swift")
    #expect(difference == "--- A.swift\n+++ A.swift\n@@ -2,1 +2,1 @@\n-b\r\n+c\r\n")
  }

  @Test(
    "Where no condition can be put in, the source stays, and a warning says why",
    arguments: [
      ("@objc(\n  A\n) class A {}", 1, "@objc goes over several lines"),
      ("@available(\n  iOS 16, *) @objc func a()", 2, "@objc does not begin its line"),
      ("/* a\n b */ @objc func a()", 2, "@objc does not begin its line"),
      ("public\n@objc func a()", 2, "@objc stands behind a modifier"),
      ("import A; @objc(B) class B {}", 1, "@objc(B) does not begin its line"),
    ])
  func obstacles(source: String, line: Int, reason: String) {
    let result = adopted(source)
    #expect(result.text == source)
    #expect(result.problems.map(\.line) == [line])
    #expect(result.problems.first?.isError == false)
    #expect(result.problems.first?.text.hasPrefix(reason) == true, "\(result.problems)")
  }

  @Test("The difference shows the lines that change")
  func difference() {
    let text = LineDifference.text(from: "a\nb\nc\nd", to: "a\nx\ny\nc\n", file: "A.swift")
    #expect(text == "--- A.swift\n+++ A.swift\n@@ -2,1 +2,2 @@\n-b\n+x\n+y\n@@ -4,1 +5,1 @@\n-d\n+\n")
  }
}
