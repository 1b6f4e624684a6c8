import Testing

@testable import ModelClasses

@Suite("Properties of classes that are read by name")
struct NamedPropertyTests {
  /// A model in which the class of the entity Note is generated, and the class of Plain is the target's own.
  private static let model = ClassModel(
    file: "Model",
    entities: [("Note", ClassModel.Generation.class), ("Plain", .none)].map { name, generation in
      ClassModel.Entity(
        name: name, className: "." + name, parent: nil, generation: generation,
        attributes: [
          ClassModel.Attribute(name: "i", type: "Integer 64", isScalar: true, customClass: nil, line: 1)
        ], relationships: [],
        line: 1)
    })

  private func listed(_ source: String) -> [String] {
    let target = TargetSources(
      module: "App", sources: [TargetSources.Source(file: "A.swift", text: source)], models: [Self.model])
    let (text, problems) = target.generated()
    #expect(problems.isEmpty)
    return text.split(separator: "\n").filter { $0.contains("list.append") || $0.hasPrefix("#if") }.map {
      $0.trimmingPrefix { $0 == " " }.replacing("list.append(", with: "").description
    }
  }

  @Test("Those of managed objects' classes and extensions are listed")
  func classes() {
    let source = """
      extension Note {
        #if canImport(ObjectiveC)
        @objc
        #endif
        public var initial: String { "" }
        func text() -> String { var inner: Int { 1 }; return "\\(inner)" }
      }
      final class Draft: Base, P { override var initial: String { "" }; lazy var a = 1 }
      class Base: Plain { var c: [String: Int] { get { [:] } set {} } }
      class Plain: Root { weak var other: Plain? }
      enum Space { class Inner: NSManagedObject { var `default`: Int { 1 } } }
      #if os(Linux)
      extension Base { @available(iOS 16, *) var d: Int { 1 } }
      #endif
      """
    #expect(
      listed(source) == [
        #"("initial", \Note.initial))"#, #"("initial", \Draft.initial))"#, #"("a", \Draft.a))"#,
        #"("c", \Base.c))"#, #"("other", \Plain.other))"#, #"("default", \Space.Inner.`default`))"#,
        "#if os(Linux)", #"("d", \Base.d))"#,
      ])
  }

  @Test("The class of Core Data's own may be named with its module")
  func qualifiedClass() {
    let source = "class Draft: CoreData.NSManagedObject { var a: Int { 1 } }"
    #expect(listed(source) == [#"("a", \Draft.a))"#])
  }

  @Test("What another file cannot read at once is not")
  func otherNames() {
    let source = """
      extension Note {
        static var a: Int { 1 }
        class var b: Int { 1 }
        private var c: Int { 1 }
        fileprivate(set) var d: Int { get { 1 } set {} }
        @MainActor var e: Int { 1 }
        var f: Int { get async { 1 } }
        var g: Int { get throws { 1 } }
        @available(*, deprecated) var h: Int { 1 }
        @NSManaged var i: Int
        let j = 1
      }
      private extension Note { var k: Int { 1 } }
      @MainActor class Screen: NSManagedObject { var l: Int { 1 } }
      private class Hidden: NSManagedObject { class Inner: NSManagedObject { var m: Int { 1 } } }
      class Generic<T>: NSManagedObject { var n: Int { 1 } }
      class Other { var o: Int { 1 } }
      struct Value { var p: Int { 1 } }
      var q: Int { 1 }
      """
    #expect(listed(source) == [#"("d", \Note.d))"#])
  }

  @Test("Without any there is no list")
  func none() {
    let source = TargetSources.Source(file: "A.swift", text: "extension Note { func a() {} }")
    let text = TargetSources(module: "App", sources: [source], models: [Self.model]).generated().source
    #expect(!text.contains("NamedProperties"))
  }
}
