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

  @Test("The difference shows the lines that change")
  func difference() {
    let text = LineDifference.text(from: "a\nb\nc\nd", to: "a\nx\ny\nc\n", file: "A.swift")
    #expect(text == "--- A.swift\n+++ A.swift\n@@ -2,1 +2,2 @@\n-b\n+x\n+y\n@@ -4,1 +5,1 @@\n-d\n+\n")
  }
}
