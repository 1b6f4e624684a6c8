import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// One process has read the metadata, adds a value and writes it, as `setMetadata(_:type:at:)` does.
@Suite("The metadata of a store that another process migrates")
struct MetadataSettingTests {
  @Test(
    "Metadata that was read before a migration leaves the store at the version that it has since",
    arguments: MigratingStore.types)
  func readBefore(type: String) throws {
    let store = try MigratingStore(type)
    let kind = try StoreKinds.kind(named: type)
    try FailingMigration.fill(store, 3)
    let former = try kind.metadata(at: store.url)
    try store.migrate(to: FailingMigration.model(2))
    try kind.setMetadata(try former.replaced(by: ["mine": "kept"], type: type), at: store.url)
    let texts = try store.with(FailingMigration.model(2), migrates: false) { try $0.texts("Entry", "text") }
    #expect(texts.sorted() == ["item 0", "item 1", "item 2"])
    #expect(try kind.metadata(at: store.url).dictionary(type: type)["mine"] as? String == "kept")
  }
}
