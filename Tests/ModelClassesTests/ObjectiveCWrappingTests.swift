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

  /// Returns the wrapped source, after it has checked that wrapping it again changes nothing.
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

  /// Returns the source that the plugin generates, and the problems that it reports.
  private func generated(_ text: String) -> (source: String, problems: [String]) {
    let target = TargetSources(module: "App", sources: [TargetSources.Source(file: "A.swift", text: text)])
    let (source, problems) = target.generated()
    return (source, problems.map(\.description))
  }

  @Test("Before the compiler refuses an attribute, the plugin says at its line how to keep it")
  func reported() {
    let remedy =
      "needs Objective-C, which this platform does not have: run swift package adopt-core-data --write, which puts it "
      + "under #if canImport(ObjectiveC)"
    #expect(
      generated("import CoreData\n\n@objc(Note)\npublic class Note: NSManagedObject {\n  @objc var a = 1\n}\n").problems
        == ["A.swift:3: error: @objc(Note) \(remedy)", "A.swift:5: error: @objc \(remedy)"])
    #expect(
      generated("import A; @objc(B) class B {}").problems == [
        "A.swift:1: error: @objc(B) needs Objective-C, which this platform does not have: it does not begin its line: "
          + "put it under #if canImport(ObjectiveC) yourself"
      ])
    let kept = generated(adopted.replacing("; @objc case other", with: "")).problems
    #expect(kept.filter { $0.contains("@objc") } == [])
  }

  @Test("An attribute under another condition is an error where the condition holds")
  func reportedUnderConditions() {
    let result = generated("#if DEBUG\n@objc class A {}\n#endif\n#if os(Linux)\n#else\n@objc class B {}\n#endif\n")
    #expect(result.problems == [])
    #expect(result.source.contains("#if DEBUG\n#error(\"A.swift:2: @objc needs Objective-C, "))
    #expect(result.source.contains("#if !(os(Linux))\n#error(\"A.swift:6: @objc needs Objective-C, "))
  }

  @Test("The difference shows the lines that change")
  func difference() {
    let text = LineDifference.text(from: "a\nb\nc\nd", to: "a\nx\ny\nc\n", file: "A.swift")
    #expect(text == "--- A.swift\n+++ A.swift\n@@ -2,1 +2,2 @@\n-b\n+x\n+y\n@@ -4,1 +5,1 @@\n-d\n+\n")
    // A change of no lines names the line before them.
    #expect(LineDifference.text(from: "a\nb", to: "a\nx\nb", file: "A").hasSuffix("\n@@ -1,0 +2,1 @@\n+x\n"))
    #expect(LineDifference.text(from: "a\nx\nb", to: "a\nb", file: "A").hasSuffix("\n@@ -2,1 +1,0 @@\n-x\n"))
  }
}
