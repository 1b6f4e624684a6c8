import CoreData
import Foundation
import SectionedTesting
import SectionedViews
import TestTraits
import Testing

@Suite("A container with sample data")
@MainActor
struct PreviewContainerTests {
  @Test("made in one line, it has what was inserted, saved in memory")
  func sample() throws {
    let model = try MusicLibrary().container.managedObjectModel
    let container = NSPersistentContainer.preview("Music", model: model) { context in
      NSEntityDescription.insertNewObject(forEntityName: "Album", into: context).setValue("A", forKey: "title")
    }
    #expect(!container.viewContext.hasChanges)
    #expect(container.persistentStoreCoordinator.persistentStores.map(\.type) == [NSInMemoryStoreType])
    let albums = try container.newBackgroundContext().fetchTitles("Album")
    #expect(albums == ["A"])
    let empty = NSPersistentContainer.preview("Music", model: model)
    #expect(try empty.newBackgroundContext().fetchTitles("Album") == [])
  }

  #if os(macOS) || os(Linux)
    @Test(.startsProcesses) func wrongSampleDataStopsTheProgram() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try await MainActor.run {
          struct Wrong: Error {}
          let model = try MusicLibrary().container.managedObjectModel
          _ = NSPersistentContainer.preview("Music", model: model) { _ in throw Wrong() }
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("The sample data of the preview “Music” could not be saved: Wrong()"))
    }
  #endif
}

extension NSManagedObjectContext {
  fileprivate func fetchTitles(_ entity: String) throws -> [String] {
    try performAndWait {
      try fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).compactMap { $0.value(forKey: "title") as? String }
    }
  }
}
