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

  /// Returns every SQLite database in the stores' folder.
  static func stores() throws -> [URL] {
    guard let root else { return [] }
    let files = FileManager.default.enumerator(
      at: root.appendingPathComponent("stores"), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { ["sqlite", "moody"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }
}
