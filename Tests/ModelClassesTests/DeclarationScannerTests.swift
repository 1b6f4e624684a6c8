import Testing

@testable import ModelClasses

@Suite("What a scan of a source finds")
struct DeclarationScannerTests {
  /// Returns the members of a source as lines: `Folder.name: String?`, with access and conditions if they are not the
  /// default.
  private func members(_ source: String) -> [String] {
    DeclarationScanner.declarations(in: source, file: "File.swift").members.map { member in
      let owner = member.owner.joined(separator: ".")
      let access = member.access == .internal ? "" : "\(member.access) "
      let conditions = member.conditions.map { "#if \($0): " }.joined()
      switch member.kind {
      case .property(let type, let setter):
        let suffix = setter == member.access ? "" : " (\(setter) set)"
        return "\(conditions)\(access)\(owner).\(member.name): \(type.text)\(suffix)"
      case .function(let parameters, let result):
        let list = parameters.map { "\($0.label ?? "_"): \($0.type.text)" }.joined(separator: ", ")
        return "\(conditions)\(access)\(owner).\(member.name)(\(list))\(result.map { " -> \($0.text)" } ?? "")"
      }
    }
  }

  @Test("Only what is marked counts, wherever it stands; comments and texts do not")
  func commentsAndTexts() {
    let source = #"""
      #!/usr/bin/swift
      // class A { @NSManaged var no: String }
      /* @NSManaged /* var nested: String */ class B { */
      let text = "class C { @NSManaged var no: Int }" + "\("}" + name(")"))"
      let raw = #"\("}"#
      let long = """
        class D { @NSManaged var no: Int "quoted"
        \(text + "}")
        """
      let pattern = #/"{/#
      class E { let closure = { (x: Int) in "}" }; @NSManaged var yes: Int; func f() { class G {} } }
      extension E { @NSManaged /* } */ var also: Bool // {
      }
      """#
    #expect(members(source) == ["E.yes: Int", "E.also: Bool"])
  }

  @Test("Behind a hash three quotation marks begin a text of several lines only where it does not end in theirs")
  func quotedQuotes() {
    let source = ##"""
      class A {
        let mark = #"""#
        @NSManaged var first: Int
        let marks = #"""}" """#
        let long = #"""
          @NSManaged var no: Int "quoted"
          """#
        @NSManaged var yes: Int
      }
      """##
    #expect(members(source) == ["A.first: Int", "A.yes: Int"])
  }

  @Test("A member belongs to the type around it, and has its access")
  func ownersAndAccess() {
    let source = """
      public class Outer: NSManagedObject {
        @NSManaged public private(set) var a: Int64
        @NSManaged fileprivate var b: String?, c: [String: Any]?
        @NSManaged @objc(setIt:) package var d: Set<Note>
        class func make() -> Outer { Outer() }
        override class var x: Int { 1 }
        final class Inner<T>: Base<T>, P where T: Q { @NSManaged public internal(set) var e: Other.Kind }
        enum Kind: Int { case `class`, var1 }
        @NSManaged var left, right: Double
      }
      public extension Outer.Inner { @NSManaged func addToNotes(_ value: Note) }
      private extension Outer { @NSManaged var f: Date! }
      """
    #expect(
      members(source) == [
        "public Outer.a: Int64 (private set)", "fileprivate Outer.b: String?", "fileprivate Outer.c: [String: Any]?",
        "package Outer.d: Set<Note>", "public Outer.Inner.e: Other.Kind (internal set)", "Outer.left: Double",
        "Outer.right: Double", "public Outer.Inner.addToNotes(_: Note)", "private Outer.f: Date?",
      ])
  }

  @Test("A member keeps the conditions around it")
  func conditions() {
    let source = """
      class A: NSManagedObject {
        #if canImport(ObjectiveC)
          @objc(addNotesObject:)
        #endif
        @NSManaged func addToNotes(_ value: Note)
        #if os(Linux)  // here
          @NSManaged var a: Int
        #elseif DEBUG && (
          os(macOS))
          @NSManaged var b: Int
          #if X
            @NSManaged var c: Int
          #endif
        #else
          @NSManaged var d: Int
        #endif
      }
      """
    #expect(
      members(source) == [
        "A.addToNotes(_: Note)", "#if os(Linux): A.a: Int",
        "#if !(os(Linux)) && (DEBUG && ( os(macOS))): A.b: Int",
        "#if !(os(Linux)) && (DEBUG && ( os(macOS))): #if X: A.c: Int",
        "#if !(os(Linux)) && !(DEBUG && ( os(macOS))): A.d: Int",
      ])
  }

  @Test("What cannot be read is a problem with its line")
  func problems() {
    let source = """
      class A: NSManagedObject {
        @NSManaged var pair: (Int, Int)
        @NSManaged var closure: () -> Void

        @NSManaged func load() async
        @NSManaged func add<T>(_ value: T)
        @NSManaged var untyped
      }
      """
    let problems = DeclarationScanner.declarations(in: source, file: "A.swift").problems
    #expect(problems.map(\.line) == [2, 3, 5, 6, 7])
    #expect(problems.first?.description.hasPrefix("A.swift:2: error: pair has a type") == true)
  }

  @Test("What cannot be read under a condition is a problem only there")
  func conditionalProblems() {
    let source = """
      class A: NSManagedObject {
        #if canImport(UIKit)
          @NSManaged var pair: (Int, Int)
        #endif
        @NSManaged @objc (addNotesObject:) func addToNotes(_ value: Note)
      }
      """
    let found = DeclarationScanner.declarations(in: source, file: "A.swift")
    #expect(found.problems == [])
    #expect(found.conditionalProblems.map(\.problem.line) == [3])
    #expect(found.conditionalProblems.first?.conditions == ["canImport(UIKit)"])
    #expect(found.members.map(\.selector) == ["addNotesObject:"])
  }

  @Test("Types have their kinds, what they inherit, and the extensions that add to them")
  func types() {
    let source = """
      @objc public final class A: B, P {}
      struct S: ~Copyable { enum E: Int, Codable {} }
      protocol P: AnyObject {}
      actor Worker { typealias Texts = [String] }
      extension A: Identifiable, @unchecked Sendable {}
      import class Other.Thing
      """
    let found = DeclarationScanner.declarations(in: source, file: "A.swift")
    #expect(
      found.types.map { "\($0.path.joined(separator: ".")): \($0.inherited.map(\.text))" } == [
        "A: [\"B\", \"P\"]", "S: []", "S.E: [\"Int\", \"Codable\"]", "P: [\"AnyObject\"]", "Worker: []",
        "Worker.Texts: []",
      ])
    #expect(found.conformances.map { $0.inherited.map(\.text) } == [["Identifiable", "Sendable"]])
    #expect(found.imports.map(\.module) == ["Other"])
  }
}
