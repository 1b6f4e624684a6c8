import Foundation

/// The real stores, models and data sets that tests find through `CORE_DATA_SAMPLES`.
enum Samples {
  static let root = ProcessInfo.processInfo.environment["CORE_DATA_SAMPLES"].map { URL(fileURLWithPath: $0) }
  static let areThere = root != nil
  static let reason = "CORE_DATA_SAMPLES names no folder of real Core Data stores"

  static func path(_ name: String) throws -> String {
    guard let root else { throw CocoaError(.fileNoSuchFile) }
    return root.appendingPathComponent(name).path
  }

  static let cars = "stores/alemar11+CoreDataPlus/Tests/Resources/SampleModel/Fixtures/SampleModel_V1.sqlite"
  static let books = "stores/alemar11+CoreDataPlus/Tests/Resources/SampleModel2/Fixtures/SampleModel2_V1.sqlite"
  static let bookmarks = "stores/duckduckgo+BrowserServicesKit/Tests/BookmarksTests/Resources/Bookmarks_V5.sqlite"
  static let recipes = "stores/magicalpanda+MagicalRecord/Samples/iOS/Resources/RecipeData/Recipes.sqlite"

  /// Every file of the stores' folder that is an SQLite database, with what stands beside it.
  static func stores() throws -> [URL] {
    guard let root else { return [] }
    let files = FileManager.default.enumerator(
      at: root.appendingPathComponent("stores"), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { ["sqlite", "moody"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }
}

/// A folder of a test's own, removed with it.
final class Scratch {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("SectionsToolTests-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
