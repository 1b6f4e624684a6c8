import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import CoreDataModelTool
@testable import ModelClasses

/// Classes of the models of published programs, in the folder that `CORE_DATA_SAMPLES` names.
@Suite("Classes of real models")
struct SampleModelTests {
  private static let root = ProcessInfo.processInfo.environment["CORE_DATA_SAMPLES"].map { URL(fileURLWithPath: $0) }
  private static let reason: Comment = "CORE_DATA_SAMPLES does not name a folder with samples"

  private static func versions() -> [URL] {
    guard let root else { return [] }
    var models: [URL] = []
    let files = FileManager.default.enumerator(
      at: root.appendingPathComponent("models"), includingPropertiesForKeys: nil)
    for case let url as URL in files ?? FileManager.DirectoryEnumerator() where url.lastPathComponent == "contents" {
      models.append(url.deletingLastPathComponent())
    }
    return models.sorted { $0.path < $1.path }
  }

  /// Returns the model with the classes of all entities generated.
  private func model(_ version: URL) throws -> ClassModel? {
    var reading = ModelReading()
    reading.read(ModelFolder(url: version))
    guard var model = reading.models.first else { return nil }
    for index in model.entities.indices {
      model.entities[index].generation = .class
      if model.entities[index].plainClassName == "NSManagedObject" {
        model.entities[index].className = model.entities[index].name
      }
    }
    return model
  }

  @Test("Every model that can be read gives classes", .enabled(if: root != nil, reason))
  func allGenerate() throws {
    let versions = Self.versions()
    try #require(versions.count > 50)
    var count = 0
    for version in versions {
      guard let model = try model(version) else { continue }
      count += 1
      let (source, problems) = TargetSources(module: "App", sources: [], models: [model]).generated()
      #expect(problems.isEmpty, "\(version.path): \(problems)")
      for entity in model.entities { #expect(source.contains("class \(entity.plainClassName)"), "\(version.path)") }
    }
    #expect(count * 10 > versions.count * 9, "\(count) of \(versions.count)")
  }

  @Test("The classes compile", .enabled(if: root != nil, reason))
  func someCompile() throws {
    let folder = try TemporaryFolder()
    // The six models with the most entities are compiled, of those with unique class names and without custom attribute
    // classes.
    let models = try Self.versions().compactMap { try model($0) }.filter { model in
      Set(model.entities.map(\.plainClassName)).count == model.entities.count
        && !model.entities.flatMap(\.attributes).contains { $0.customClass != nil }
    }
    let chosen = models.sorted { $0.entities.count > $1.entities.count }.prefix(6)
    try #require(chosen.count == 6)
    for (index, model) in chosen.enumerated() {
      let source = TargetSources(module: "App", sources: [], models: [model]).generated().source
      let file = try folder.file("Model\(index).swift", source)
      let run = try Compiler.check(file)
      #expect(run.status == 0, "\(model.file): \(run.output)")
    }
  }
}

/// The toolchain's compiler, with the modules of the tests' build.
enum Compiler {
  static func check(_ file: String) throws -> ProgramRun {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let path = try #require(
      folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) })
    let sources = ProgramRun.repository.appendingPathComponent("Sources/System")
    let search =
      [ProgramRun.products.appendingPathComponent("Modules")]
      + ["CSQLite", "CZlib", "CPostgreSQL", "CSwiftRuntime"].map { sources.appendingPathComponent($0) }
    return try ProgramRun(
      URL(fileURLWithPath: path),
      ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-module-name", "App", "-parse-as-library", file]
        + search.flatMap { ["-I", $0.path] })
  }
}
