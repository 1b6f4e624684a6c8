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

  @Test("Every listed deviation exists")
  func listedDeviationsExist() throws {
    let graph = try SymbolGraph.ofCoreData()
    let names = Set(graph.symbols.map(\.name)).union(graph.conformances)
    for name in try Self.listedDeviations() {
      let isDeclared = names.contains(name)
      #expect(isDeclared, "Docs/Deviations.md lists \(name), which is not declared")
    }
  }

  @Test("Conformances given to others' types are listed")
  func foreignConformancesAreListed() throws {
    let listed = try Self.listedDeviations()
    let graph = try SymbolGraph.ofCoreData()
    let own = Set(graph.symbols.filter { !$0.name.contains(".") }.map(\.name))
    for conformance in graph.conformances.sorted() {
      let type = String(conformance.prefix { $0 != ":" && $0 != "." })
      // The marker for fetch results is on Foundation's types in Apple's interface too.
      guard !own.contains(type), !conformance.hasSuffix(": NSFetchRequestResult") else { continue }
      let isListed = listed.contains(conformance)
      #expect(isListed, "\(conformance) is not listed in Docs/Deviations.md")
    }
  }

  @Test("Managed objects are not sendable, nor is anything that holds them")
  func managedObjectsAreNotSendable() throws {
    let graph = try SymbolGraph.ofCoreData()
    #expect(graph.conformances.contains("NSManagedObjectID: Sendable"), "the extractor tells of sendability")
    #expect(!graph.conformances.contains("NSManagedObject: Sendable"))
    #expect(!graph.conformances.contains("NSFetchRequest: Sendable"))
    #expect(!graph.conformances.contains("NSFetchedResultsController: Sendable"))
  }

  /// The declarations in the table, with the kinds under which each name stands there.
  private static func applesDeclarations() throws -> [String: Set<String>] {
    let url = try #require(samples).appendingPathComponent("data/core-data-interface.tsv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    var declarations: [String: Set<String>] = [:]
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      declarations[String(fields[0]), default: []].insert(String(fields[1]))
    }
    return declarations
  }

  /// The names in the list of Docs/Deviations.md: each line of it begins with one in backquotes.
  private static func listedDeviations() throws -> Set<String> {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Docs/Deviations.md").standardizedFileURL
    let text = try String(contentsOf: url, encoding: .utf8)
    let list = try #require(
      text.components(separatedBy: "<!-- begin extras -->").last?.components(separatedBy: "<!-- end extras -->").first
    )
    return Set(list.split(separator: "\n").filter { $0.hasPrefix("- `") }.map { String($0.split(separator: "`")[1]) })
  }

  /// What overrides or is required by something that Apple's types have as well, from NSObject or a protocol, and what
  /// the compiler derives.
  private static func isNothingNew(_ symbol: SymbolGraph.Symbol) -> Bool {
    let member = symbol.name.split(separator: ".").last.map(String.init) ?? ""
    return symbol.declaration.contains("override ")
      || ["copy(with:)", "rawValue", "RawValue", "hash(into:)", "hashValue", "==(_:_:)", "!=(_:_:)"].contains(member)
  }
}

/// Compiles when Apple's sendable types are sendable here.
private func requireSendable<T: Sendable>(_ type: T.Type) {}

private func requireSendability() {
  requireSendable(NSManagedObjectContext.self)
  requireSendable(NSPersistentStoreCoordinator.self)
  requireSendable(NSPersistentContainer.self)
  requireSendable(NSManagedObjectModel.self)
  requireSendable(NSManagedObjectID.self)
}
