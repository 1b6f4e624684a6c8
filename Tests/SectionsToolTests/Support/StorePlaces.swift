import CoreData
import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import SectionsTool

/// Places for a test's stores: files in a folder of its own, and the tests' server.
final class StorePlaces {
  enum Kind: Sendable { case file, server }

  /// The kinds of places: files, and also the server if there is one.
  static let kinds: [Kind] = [.file] + (StoresOnServers.missing == nil ? [.server] : [])
  static var missing: Comment { "\(StoresOnServers.missing ?? "")" }

  private let folder: TemporaryFolder
  private var count = 0

  init() throws { folder = try TemporaryFolder() }

  /// Returns a place without a store.
  func new(_ kind: Kind) throws -> String {
    count += 1
    if kind == .file { return folder.file("Copy\(count).sqlite").path }
    return try #require(StoresOnServers.newURL(NSPostgreSQLStoreType)).absoluteString
  }

  /// Returns the content of a store, and the program's metadata in it.
  static func contents(of place: String, model: String? = nil) throws -> [String] {
    let store = try ToolStore.open(place, model: model, access: .readOnly)
    let context = store.newContext()
    let lines = try context.performAndWait { try StoreContents.lines(context) }
    let metadata = try #require(store.coordinator.persistentStores.first?.metadata)
    return lines + metadata.filter { !$0.key.contains("NS") }.map { "\($0.key): \($0.value)" }.sorted()
  }
}
