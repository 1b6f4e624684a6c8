import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite(
  "The version of a store that Apple's framework wrote", .enabled(if: ModelSamples.root != nil, ModelSamples.reason))
struct AppleMetadataTests {
  private static let stores: [URL] = {
    guard let root = ModelSamples.root else { return [] }
    let files = FileManager.default.enumerator(
      at: root.appendingPathComponent("stores"), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "sqlite" }
  }()

  @Test("Its metadata names the model that it carries, and setting them writes no hash of ours")
  func hashes() throws {
    var count = 0
    for sample in Self.stores {
      let folder = try TemporaryFolder()
      let url = folder.file("store.sqlite")
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: sample.path + suffix) {
        try FileManager.default.copyItem(atPath: sample.path + suffix, toPath: url.path + suffix)
      }
      guard let model = try? SQLiteStoreKind().embeddedModel(at: url) else { continue }
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
      #expect(
        model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata), "\(sample.lastPathComponent)")
      let other = try #require(model.copy() as? NSManagedObjectModel)
      try #require(other.entities.first).versionHashModifier = "another"
      #expect(!other.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
      let written = try SQLiteStoreKind().metadata(at: url).dictionary(type: NSSQLiteStoreType)
      try NSPersistentStoreCoordinator.setMetadata(
        metadata.merging(["mine": 1]) { $1 }, type: .sqlite, at: url)
      let stored = try SQLiteStoreKind().metadata(at: url).dictionary(type: NSSQLiteStoreType)
      #expect(stored["mine"] as? Int == 1)
      #expect(
        stored[NSStoreModelVersionHashesKey] as? [String: Data] == written[NSStoreModelVersionHashesKey]
          as? [String: Data])
      count += 1
    }
    #expect(count > 0)
  }
}
