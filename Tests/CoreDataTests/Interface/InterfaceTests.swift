import CoreData
import Foundation
import Testing

/// The public interface is Apple's and no more. Every further declaration must be listed, with its reason, in
/// Docs/Deviations.md; so must every conformance that is given to a type of another module.
@Suite("The public interface")
struct InterfaceTests {
  private static let samples = ProcessInfo.processInfo.environment["CORE_DATA_SAMPLES"].map(URL.init(fileURLWithPath:))

  @Test(
    "Every public declaration is Apple's or is listed as a deviation",
    .enabled(if: samples != nil, "CORE_DATA_SAMPLES does not say where the table of Apple's declarations is")
  )
  func declarationsAreApples() throws {
    let apples = try Self.applesDeclarations()
    let listed = try Self.listedDeviations()
    let graph = try SymbolGraph.ofCoreData()
    try #require(graph.symbols.count > 300, "the extractor saw the module")
    for symbol in graph.symbols where !Self.isNothingNew(symbol) && !listed.contains(symbol.name) {
      let kinds = apples[symbol.name]
      #expect(kinds != nil, "\(symbol.name) is not in Apple's interface: \(symbol.declaration)")
      if let kinds {
        #expect(kinds.contains(symbol.kind), "\(symbol.name) is of another kind than Apple's: \(symbol.declaration)")
      }
    }
  }

  @Test(
    "Every declaration of Apple's is here, or is unavailable with a sentence, or is listed as not declared",
    .enabled(if: samples != nil, "CORE_DATA_SAMPLES does not say where the table of Apple's declarations is")
  )
  func applesDeclarationsAreHere() throws {
    let graph = try SymbolGraph.ofCoreData()
    let here = Set(graph.symbols.map { "\($0.kind) \($0.name)" })
    let unavailable = try UnavailableDeclarations()
    try #require(unavailable.names.count > 100, "the scanner saw the sources")
    let missing = try Self.listed("missing")
    for line in try Self.table() where !Self.isDerived(line) {
      let isHere = here.contains("\(line.kind) \(line.name)")
      let isSaid = unavailable.contains(line.name) || missing.contains(line.name)
      #expect(isHere || isSaid, "not declared: \(line.kind) \(line.name): \(line.declaration)")
      #expect(!(isHere && missing.contains(line.name)), "\(line.name) is declared and is listed as missing")
    }
  }

  @Test(
    "What can be set, left out, thrown away or fail is so here, too",
    .enabled(if: samples != nil, "CORE_DATA_SAMPLES does not say where the table of Apple's declarations is")
  )
  func declarationsHaveApplesShape() throws {
    let graph = try SymbolGraph.ofCoreData()
    let ours = Dictionary(grouping: graph.symbols) { "\($0.kind) \($0.name)" }.mapValues { $0.map(\.declaration) }
    for line in try Self.table() {
      guard let declarations = ours["\(line.kind) \(line.name)"] else { continue }
      func agrees(_ what: String, _ agree: (String) -> Bool) {
        let isSo = declarations.contains(where: agree)
        #expect(isSo, "\(line.name), \(what): \(declarations), Apple's \(line.declaration)")
      }
      if line.declaration.contains("{ get set }") { agrees("settable") { $0.contains("set }") || !$0.contains("{") } }
      let defaults = line.declaration.components(separatedBy: " = ").count
      agrees("default values") { $0.components(separatedBy: " = ").count >= defaults }
      for word in ["throws", "async", "@discardableResult", "static ", "init?", "mutating "]
      where line.declaration.contains(word) { agrees(word) { $0.contains(word) } }
      if line.kind == "init" { agrees("that it fails") { !$0.contains("init?") || line.declaration.contains("init?") } }
    }
  }

  /// In Objective-C, initializers can be called of any subclass, and most classes inherit that of `NSObject`. The table
  /// of Apple's declarations does not list these.
  @Test("Initializers are inherited and can be called of types that are not known, as Objective-C's")
  func initializersAreObjectiveCs() throws {
    let graph = try SymbolGraph.ofCoreData()
    let initializers = Dictionary(grouping: graph.symbols.filter { $0.kind == "init" }, by: \.name)
    for name in [
      "NSManagedObject.init(entity:insertInto:)", "NSManagedObject.init(context:)",
      "NSPersistentStoreCoordinator.init(managedObjectModel:)",
    ] {
      let isRequired = initializers[name]?.contains { $0.declaration.contains("required ") }
      #expect(isRequired == true, "\(name) is required")
    }
    // These calls must compile.
    let made: [NSObject] = [
      NSPersistentStoreDescription(), NSFetchRequest<NSManagedObject>(), NSPersistentStoreRequest(),
      NSManagedObjectModel(), NSEntityDescription(), NSPropertyDescription(), NSAttributeDescription(),
      NSRelationshipDescription(), NSFetchedPropertyDescription(), NSExpressionDescription(),
      NSDerivedAttributeDescription(), NSPersistentStoreResult(),
    ]
    #expect(made.count == 12)
  }

  @Test("Every listed deviation exists")
  func listedDeviationsExist() throws {
    let graph = try SymbolGraph.ofCoreData()
    let names = Set(graph.symbols.map(\.name)).union(graph.conformances)
    for name in try Self.listedDeviations() {
      let isDeclared = names.contains(name)
      #expect(isDeclared, "Docs/Deviations.md lists \(name), which is not declared")
    }
  }

  @Test("Conformances given to types of other modules are listed")
  func foreignConformancesAreListed() throws {
    let listed = try Self.listedDeviations()
    let graph = try SymbolGraph.ofCoreData()
    let own = Set(graph.symbols.filter { !$0.name.contains(".") }.map(\.name))
    for conformance in graph.conformances.sorted() {
      let type = String(conformance.prefix { $0 != ":" && $0 != "." })
      // In Apple's interface, types of Foundation have the marker for fetch results, too.
      guard !own.contains(type), !conformance.hasSuffix(": NSFetchRequestResult") else { continue }
      let isListed = listed.contains(conformance)
      #expect(isListed, "\(conformance) is not listed in Docs/Deviations.md")
    }
  }

  @Test("Managed objects are not sendable, nor is anything that holds them")
  func managedObjectsAreNotSendable() throws {
    let graph = try SymbolGraph.ofCoreData()
    #expect(graph.conformances.contains("NSManagedObjectID: Sendable"), "the extractor reports sendability")
    #expect(!graph.conformances.contains("NSManagedObject: Sendable"))
    #expect(!graph.conformances.contains("NSFetchRequest: Sendable"))
    #expect(!graph.conformances.contains("NSFetchedResultsController: Sendable"))
  }

  private struct TableLine {
    let name: String
    let kind: String
    let declaration: String
  }

  private static func table() throws -> [TableLine] {
    let url = try #require(samples).appendingPathComponent("data/core-data-interface.tsv")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return TableLine(name: fields[0], kind: fields[1], declaration: fields[2])
    }
  }

  /// Returns the declarations in the table, with the kinds under which each name is listed.
  private static func applesDeclarations() throws -> [String: Set<String>] {
    try table().reduce(into: [:]) { $0[$1.name, default: []].insert($1.kind) }
  }

  /// Whether a type gets a member from the compiler or from a protocol extension.
  private static func isDerived(_ line: TableLine) -> Bool {
    let member = line.name.split(separator: ".").last.map(String.init) ?? ""
    let ofOptionSets = [
      "contains(_:)", "formIntersection(_:)", "formSymmetricDifference(_:)", "formUnion(_:)", "init()", "init(_:)",
      "init(arrayLiteral:)", "insert(_:)", "intersection(_:)", "isDisjoint(with:)", "isEmpty", "isStrictSubset(of:)",
      "isStrictSuperset(of:)", "isSubset(of:)", "isSuperset(of:)", "remove(_:)", "subtract(_:)", "subtracting(_:)",
      "symmetricDifference(_:)", "union(_:)", "update(with:)",
    ]
    let isOptionSet = ["NSFetchRequestResultType.", "NSSnapshotEventType."].contains { line.name.hasPrefix($0) }
    return ["!=(_:_:)", "==(_:_:)", "hash(into:)", "hashValue", "RawValue", "rawValue"].contains(member)
      || isOptionSet && ofOptionSets.contains(member)
  }

  private static func listedDeviations() throws -> Set<String> { try listed("extras") }

  /// Returns the names in a list of Docs/Deviations.md. Each line of the list begins with a name in backquotes.
  private static func listed(_ list: String) throws -> Set<String> {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Docs/Deviations.md").standardizedFileURL
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = try #require(
      text.components(separatedBy: "<!-- begin \(list) -->").last?
        .components(separatedBy: "<!-- end \(list) -->").first
    )
    return Set(lines.split(separator: "\n").filter { $0.hasPrefix("- `") }.map { String($0.split(separator: "`")[1]) })
  }

  /// Whether a declaration overrides another one, is required by a protocol that Apple's types have, too, or is derived
  /// by the compiler.
  private static func isNothingNew(_ symbol: SymbolGraph.Symbol) -> Bool {
    let member = symbol.name.split(separator: ".").last.map(String.init) ?? ""
    return symbol.declaration.contains("override ")
      || ["copy(with:)", "rawValue", "RawValue", "hash(into:)", "hashValue", "==(_:_:)", "!=(_:_:)"].contains(member)
  }
}

/// Compiles only if Apple's sendable types are sendable here.
private func requireSendable<T: Sendable>(_ type: T.Type) {}

private func requireSendability() {
  requireSendable(NSManagedObjectContext.self)
  requireSendable(NSPersistentStoreCoordinator.self)
  requireSendable(NSPersistentContainer.self)
  requireSendable(NSManagedObjectModel.self)
  requireSendable(NSManagedObjectID.self)
}
