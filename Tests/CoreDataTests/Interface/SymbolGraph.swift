import Foundation
import ProcessTesting
import SectionedTesting
import Testing

/// The public declarations of the CoreData module and of CoreDataModel, which it exports. The toolchain's symbol graph
/// extractor reads them from the build from which the tests run. It leaves out unavailable declarations.
struct SymbolGraph {
  struct Symbol {
    /// The dotted name with argument labels: `NSFetchRequest.init(entityName:)`.
    let name: String
    /// The kind as in the table of Apple's interface: `class`, `type.method`, `property`, ….
    let kind: String
    let declaration: String
  }

  let symbols: [Symbol]
  /// All conformances that the module declares, as `Type: Protocol`.
  let conformances: Set<String>

  /// Extracts the graph of the module beside the running test program.
  static func ofCoreData() throws -> SymbolGraph {
    let folder = try TemporaryFolder()
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/System").standardizedFileURL
    let searchPaths =
      [Bundle.main.bundleURL.appendingPathComponent("Modules")]
      + ["CSQLite", "CZlib", "CPostgreSQL", "CSwiftRuntime"].map { sources.appendingPathComponent($0) }
    let arguments =
      ["-module-name", "CoreData", "-target", targetTriple, "-minimum-access-level", "public"]
      + ["-experimental-allowed-reexported-modules=CoreDataModel"]
      + ["-skip-synthesized-members", "-output-dir", folder.url.path] + searchPaths.flatMap { ["-I", $0.path] }
    try run("swift-symbolgraph-extract", arguments)
    let files = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
    let graphs = try files.filter { $0.lastPathComponent.hasPrefix("CoreData") }
      .map { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)) }
    return SymbolGraph(graphs)
  }

  private init(_ graphs: [Graph]) {
    let all = graphs.flatMap(\.symbols)
    symbols = all.map(Symbol.init)
    let names = Dictionary(all.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }) { $1 }
    conformances = Set(
      graphs.flatMap(\.relationships).filter { $0.kind == "conformsTo" }.compactMap { relationship in
        let target = relationship.targetFallback ?? names[relationship.target] ?? relationship.target
        let conformed = target.split(separator: ".").last ?? ""
        // Every type that does not say otherwise conforms to these two.
        guard conformed != "Copyable", conformed != "Escapable" else { return nil }
        return "\(names[relationship.source] ?? Self.typeName(in: relationship.source)): \(conformed)"
      }
    )
  }

  /// Returns the name of a type from its mangled symbol, in which each name follows its length: `Date` in
  /// `s:20FoundationEssentials4DateV`.
  private static func typeName(in symbol: String) -> String {
    if let known = ["s:Sa": "Array", "s:SD": "Dictionary", "s:Sh": "Set", "s:SS": "String"][symbol] { return known }
    var rest = symbol.drop { !$0.isNumber }
    var name = symbol
    while let length = Int(rest.prefix { $0.isNumber }), length > 0 {
      rest = rest.drop { $0.isNumber }
      name = String(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return name
  }

  private static var targetTriple: String {
    #if arch(x86_64)
      "x86_64-unknown-linux-gnu"
    #else
      "aarch64-unknown-linux-gnu"
    #endif
  }

  private static func run(_ tool: String, _ arguments: [String]) throws {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let path = folders.map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: try #require(path, "\(tool) is part of the toolchain"))
    process.arguments = arguments
    let messages = Pipe()
    process.standardError = messages
    process.standardOutput = messages
    try process.run()
    let said = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
  }
}

/// The parts of the extractor's JSON that the tests need.
private struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

extension SymbolGraph.Symbol {
  fileprivate init(_ symbol: Graph.Symbol) {
    name = symbol.pathComponents.joined(separator: ".")
    kind = symbol.kind.identifier.replacingOccurrences(of: "swift.", with: "")
    declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
  }
}
