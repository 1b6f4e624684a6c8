import Foundation
import Testing

/// Each catalogue of a library with such declarations has an article `AppleInterface.md`. The gate makes pages of
/// symbols only from code that Linux compiles, because it has no SDK.
///
/// With `APPLE_INTERFACE_RECORD=1` the test writes the declarations into the articles.
@Suite("What only Apple platforms compile is in an article")
struct AppleInterfaceTests {
  private static let libraries = [
    "OrderedRows", "SectionedChanges", "SectionedFetchedResults", "SectionedDataSources", "SectionedTrees",
    "SectionedViews", "SectionedUIKit", "SectionedAppKit",
  ]
  private static let isRecording = ProcessInfo.processInfo.environment["APPLE_INTERFACE_RECORD"] == "1"
  private static let begin = "<!-- begin declarations -->\n\n"
  private static let end = "\n\n<!-- end declarations -->"

  private static func page(of library: String) -> String {
    "\(Project.folder(of: library))/\(library).docc/AppleInterface.md"
  }

  /// Whether Linux compiles nothing of a file. Files that need UIKit are not meant, because tests compile them with a
  /// double.
  private static func isOfAppleAlone(_ file: String, _ text: String) -> Bool {
    let first = text.prefix { $0 != "\n" }
    return file.hasSuffix("+Apple.swift")
      || ["canImport(SwiftUI)", "os(iOS)", "canImport(Darwin)"].contains { first.hasPrefix("#if \($0)") }
  }

  /// The declarations that no symbol graph has: all of Apple's files, and members that a file of a binding adds to
  /// types of other modules.
  private static func declarations(of library: String) throws -> [PublicDeclaration] {
    // Without its ending, the name of a type's own file is a prefix of those of its extensions, so it is sorted first.
    let sources = try Project.sources(in: Project.folder(of: library)).sorted { $0.dropLast(6) < $1.dropLast(6) }
    let files = try sources.map { file in
      let text = try Project.text("\(Project.folder(of: library))/\(file)")
      return (all: PublicDeclaration.all(in: text), isApple: isOfAppleAlone(file, text))
    }
    let own = files.reduce(into: Set<String>()) { $0.formUnion($1.all.types) }
    return files.flatMap { file in
      file.all.declarations.filter { declaration in
        file.isApple || library == "SectionedUIKit" && !own.contains(declaration.owner)
      }
    }
  }

  /// The declarations by type, in the order in which the types appear.
  private static func text(of declarations: [PublicDeclaration]) -> String {
    var owners: [String] = []
    for declaration in declarations where !owners.contains(declaration.owner) { owners.append(declaration.owner) }
    let parts = owners.flatMap { owner in
      ["## \(owner)"]
        + declarations.filter { $0.owner == owner }.flatMap { ["```swift\n\($0.code)\n```", $0.summary] }
    }
    return parts.joined(separator: "\n\n")
  }

  @Test("Every public declaration is there, with the first sentences of its comment", arguments: libraries)
  func eachIsThere(library: String) throws {
    let declarations = try Self.declarations(of: library)
    let path = Self.page(of: library)
    if declarations.isEmpty {
      let exists = FileManager.default.fileExists(atPath: Project.root.appendingPathComponent(path).path)
      #expect(!exists, "\(library) has nothing for \(path)")
      return
    }
    for declaration in declarations { #expect(!declaration.summary.isEmpty, "\(declaration.code)") }
    let page = try Project.text(path)
    let start = try #require(page.range(of: Self.begin)).upperBound
    let end = try #require(page.range(of: Self.end, range: start..<page.endIndex)).lowerBound
    let expected = Self.text(of: declarations)
    if Self.isRecording {
      return try page.replacingCharacters(in: start..<end, with: expected).write(
        to: Project.root.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }
    let isCurrent = String(page[start..<end]) == expected
    #expect(isCurrent, "\(path): record it again with APPLE_INTERFACE_RECORD=1. It should be:\n\(expected)")
  }

  /// Four libraries have such declarations. A rule that finds none would make the other test pass.
  @Test func theKnownOnesAreFound() throws {
    func owners(_ library: String) throws -> Set<String> { Set(try Self.declarations(of: library).map(\.owner)) }
    for library in ["OrderedRows", "SectionedChanges", "SectionedDataSources", "SectionedTrees"] {
      #expect(try owners(library).isEmpty, "\(library)")
    }
    #expect(try owners("SectionedFetchedResults") == ["SectionedFetchedResultsController"])
    #expect(
      try owners("SectionedViews").isSuperset(of: ["SectionedObjectsRequest", "SectionedList", "SectionedForEach"]))
    #expect(try owners("SectionedAppKit") == ["ViewRule"])
    let owners = try owners("SectionedUIKit")
    #expect(owners == ["IndexPath", "ItemPlace", "SectionedDataSource", "TreeDataSource", "ViewRule"])
  }

  @Test func aDeclarationIsReadUpToItsBody() {
    let (declarations, types) = PublicDeclaration.all(
      in: """
        #if canImport(SwiftUI)
          /// A row.
          ///
          /// More of it.
          @MainActor
          public struct Row<Model>:
            View
          {
            /// Makes one of ``Model``.
            ///
            /// - Parameter content: its content.
            public init(
              _ model: Model, content: @escaping (Model) -> Void = { _ in }
            ) {
              self.model = model
            }

            private let model: Model
            /// The number
            /// of rows.
            public var count: Int { 1 }
          }

          extension Table {
            func hidden() {}

            /// The rows.
            @discardableResult
            public static func rows() -> [Int] { [] }
          }
        #endif
        """)
    #expect(types == ["Row"])
    #expect(
      declarations == [
        PublicDeclaration(owner: "Row", code: "@MainActor\nstruct Row<Model>:\n  View", summary: "A row."),
        PublicDeclaration(
          owner: "Row", code: "init(\n  _ model: Model, content: @escaping (Model) -> Void = { _ in }\n)",
          summary: "Makes one of `Model`."),
        PublicDeclaration(owner: "Row", code: "var count: Int", summary: "The number of rows."),
        PublicDeclaration(
          owner: "Table", code: "@discardableResult\nstatic func rows() -> [Int]", summary: "The rows."),
      ])
  }
}
