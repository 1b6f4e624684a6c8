import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@Suite("A store goes through stages")
struct StagedMigrationTests {
  private let store: MigratingStore

  init() throws {
    store = try MigratingStore()
    try StagedUsers.fill(store)
  }

  @Test func fromTheFirstVersionToTheThird() throws {
    var calls: [String] = []
    let manager = StagedUsers.manager { calls.append($0) }
    #expect(try StagedUsers.open(store.url, manager) == StagedUsers.expected)
    #expect(calls == StagedUsers.calls)
    #expect(manager.container == nil)
    #expect(try store.problems(StagedUsers.model(3)) == [])
    // A second opening does nothing.
    #expect(try StagedUsers.open(store.url, manager) == StagedUsers.expected)
    #expect(calls == StagedUsers.calls)
  }

  @Test func aNewStoreHasNoStages() throws {
    let manager = StagedUsers.manager { Issue.record("\($0)") }
    #expect(try StagedUsers.open(store.folder.file("New.sqlite"), manager) == [])
    #expect(try StagedUsers.open(store.folder.file("New.sqlite"), manager) == [])
  }

  /// A handler fails once. When the store is opened again, the migration continues there.
  @Test(arguments: StagedUsers.calls) func aHandlerThatThrowsRunsAgain(_ failing: String) throws {
    var calls: [String] = []
    var fails = true
    let manager = StagedUsers.manager { call in
      calls.append(call)
      guard call == failing, fails else { return }
      fails = false
      throw CocoaError(.userCancelled)
    }
    #expect(throws: CocoaError.self) { try StagedUsers.open(store.url, manager) }
    #expect(manager.container == nil)
    let before = calls
    #expect(try StagedUsers.open(store.url, manager) == StagedUsers.expected)
    let begun = failing.hasPrefix("end") ? failing.replacing("end", with: failing == "end 2" ? "did" : "will") : failing
    #expect(calls == before + StagedUsers.calls.drop { $0 != begun })
  }

  /// The process ended when the store already had the next model, but its metadata did not say so yet.
  @Test func aStageThatWasCutOffBehindItsStepGoesOn() throws {
    #expect(throws: CocoaError.self) {
      try StagedUsers.open(store.url, StagedUsers.manager { if $0 == "did 2" { throw CocoaError(.userCancelled) } })
    }
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
    var mark = try #require(metadata["_NSStagedMigration"] as? [String: String])
    #expect(mark["phase"] == "migrated")
    mark["phase"] = "prepared"
    metadata["_NSStagedMigration"] = mark
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: store.url)
    var calls: [String] = []
    #expect(try StagedUsers.open(store.url, StagedUsers.manager { calls.append($0) }) == StagedUsers.expected)
    #expect(calls == Array(StagedUsers.calls.dropFirst()))
  }

  /// The process ended before the migration, but after the metadata recorded the first handler. That handler must not
  /// run again.
  @Test func aStageThatWasCutOffBeforeItsStepGoesOn() throws {
    let bytes = try Data(contentsOf: store.url)
    var metadata: [String: Any] = [:]
    let manager = StagedUsers.manager { if $0 == "did 2" { throw CocoaError(.userCancelled) } }
    #expect(throws: CocoaError.self) { try StagedUsers.open(store.url, manager) }
    metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
    var mark = try #require(metadata["_NSStagedMigration"] as? [String: String])
    mark["phase"] = "prepared"
    let first = store.at(store.folder.file("First.sqlite"))
    try bytes.write(to: first.url)
    var own = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: first.url)
    own["_NSStagedMigration"] = mark
    try NSPersistentStoreCoordinator.setMetadata(own, type: .sqlite, at: first.url)
    var calls: [String] = []
    #expect(try StagedUsers.open(first.url, StagedUsers.manager { calls.append($0) }) == StagedUsers.expected)
    #expect(calls == Array(StagedUsers.calls.dropFirst()))
  }

  /// A process is killed in a handler, or at a random time. The next process must finish the migration.
  @Test(.startsProcesses, arguments: StagedUsers.calls + (0..<8).map { "\($0 * 12)" }) func aKilledProcess(
    _ place: String
  ) async throws {
    let path = store.url.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, place = place as String] in
      if let delay = UInt64(place) {
        Thread.detachNewThread {
          let end = DispatchTime.now().uptimeNanoseconds + delay * 1_000_000
          while DispatchTime.now().uptimeNanoseconds < end {}
          kill(getpid(), SIGKILL)
        }
      }
      let manager = StagedUsers.manager { if $0 == place { kill(getpid(), SIGKILL) } }
      _ = try StagedUsers.open(URL(fileURLWithPath: path), manager)
      while true { pause() }
    }
    #expect(try StagedUsers.open(store.url, StagedUsers.manager()) == StagedUsers.expected)
    #expect(try store.problems(StagedUsers.model(3)) == [])
  }

  /// Versions that differ only in a mandatory attribute must go through their stage exactly once.
  @Test func versionsThatStoreObjectsAlike() throws {
    let strict = StagedUsers.model(1)
    strict.entitiesByName["User"]?.attributesByName["petName"]?.isOptional = false
    let next = NSManagedObjectModelReference(model: strict, versionChecksum: strict.versionChecksum)
    #expect(strict.versionChecksum != StagedUsers.model(1).versionChecksum)
    let stage = NSCustomMigrationStage(migratingFrom: StagedUsers.reference(1), to: next)
    var calls = 0
    stage.didMigrateHandler = { _, _ in calls += 1 }
    for _ in 0..<2 {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: strict)
      try coordinator.addPersistentStore(
        type: .sqlite, at: store.url,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
          NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage]),
        ])
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
    #expect(calls == 1)
  }

  @Test func whatDoesNotFitIsAnError() throws {
    func code(_ stages: [NSMigrationStage]) -> Int? {
      do {
        _ = try StagedUsers.open(store.url, NSStagedMigrationManager(stages))
        return nil
      } catch {
        return (error as NSError).code
      }
    }
    let (first, second, third) = (StagedUsers.reference(1), StagedUsers.reference(2), StagedUsers.reference(3))
    #expect(code([NSCustomMigrationStage(migratingFrom: second, to: third)]) == NSMigrationError)
    let missing = NSManagedObjectModelReference(name: "NoSuchModel", in: nil, versionChecksum: "")
    #expect(code([NSCustomMigrationStage(migratingFrom: first, to: missing)]) == NSMigrationMissingSourceModelError)
    // The migration between the versions of a lightweight stage is inferred.
    let light = NSLightweightMigrationStage([first.versionChecksum, second.versionChecksum])
    light.label = "the first two"
    #expect(code([light, NSCustomMigrationStage(migratingFrom: second, to: third)]) == nil)
  }

  @Test func modelsAreFoundByFileNameAndHashes() throws {
    guard let root = ModelSamples.root else { return }
    let folder = root.appendingPathComponent("stores/alemar11+CoreDataPlus/Tests/Resources/SampleModel/Fixtures")
    let bundle = try #require(Bundle(url: folder))
    let file = folder.appendingPathComponent("SampleModel.momd/SampleModel2.mom")
    let model = NSManagedObjectModelReference(fileURL: file, versionChecksum: "2").resolvedModel
    let named = NSManagedObjectModelReference(name: "SampleModel2", in: bundle, versionChecksum: "2")
    #expect(named.resolvedModel.versionChecksum == model.versionChecksum)
    #expect(named.versionChecksum == "2")
    let hashed = NSManagedObjectModelReference(
      entityVersionHashes: model.entityVersionHashesByName, in: bundle, versionChecksum: "2")
    #expect(hashed.resolvedModel.versionChecksum == model.versionChecksum)
  }
}
