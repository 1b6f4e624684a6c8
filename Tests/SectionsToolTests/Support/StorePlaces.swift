import CoreData
import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import SectionsTool

/// Where a test's stores may be: in files of a folder of its own, and on the tests' server.
final class StorePlaces {
  enum Kind: Sendable { case file, server }

  /// Both, where there is a server.
  static let kinds: [Kind] = [.file] + (StoresOnServers.missing == nil ? [.server] : [])
  static var missing: Comment { "\(StoresOnServers.missing ?? "")" }

  private let folder: TemporaryFolder
  private var count = 0

  init() throws { folder = try TemporaryFolder() }

  /// A place where there is no store.
  func new(_ kind: Kind) throws -> String {
    count += 1
    if kind == .file { return folder.file("Copy\(count).sqlite").path }
    return try #require(StoresOnServers.newURL(NSPostgreSQLStoreType)).absoluteString
  }

  /// All that a store at a place has, and what its program keeps in its metadata.
  static func contents(of place: String, model: String? = nil) throws -> [String] {
    let store = try ToolStore.open(place, model: model, access: .readOnly)
    let context = store.newContext()
    let lines = try context.performAndWait { try StoreContents.lines(context) }
    let metadata = try #require(store.coordinator.persistentStores.first?.metadata)
    return lines + metadata.filter { !$0.key.contains("NS") }.map { "\($0.key): \($0.value)" }.sorted()
  }
}
