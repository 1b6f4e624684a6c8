import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("A container's view context follows other processes once that is switched on")
struct ContainerFollowingTests {
  /// The app shows a list on the main queue. Its extension, in another process, inserts, changes and deletes tracks.
  @MainActor @Test(.startsProcesses, arguments: [true, false]) func aListOnTheMainQueue(
    tracksHistory: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let container = NSPersistentContainer(name: "Music", managedObjectModel: MusicModel.make())
    let description = NSPersistentStoreDescription(url: folder.file())
    description.setOption(NSNumber(value: tracksHistory), forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in if let error { Issue.record(error) } }
    container.viewContext.automaticallyMergesChangesFromParent = true
    try container.viewContext.insert("Track", ["title": "ours"])
    try container.viewContext.save()
    let (list, listener) = (TrackList.list(in: container.viewContext), TrackList.Listener())
    list.delegate = listener
    await #expect(processExitsWith: .success) {
      [path = folder.file().path as String, tracksHistory = tracksHistory as Bool] in
      let other = try HistoryStack(at: URL(fileURLWithPath: path), tracksHistory: tracksHistory)
      for title in ["a", "b", "c"] { try other.saving { try $0.insert("Track", ["title": title]) } }
      try other.saving { context in
        for track in try context.all("Track") {
          if track.text("title") == "a" { context.delete(track) }
          if track.text("title") == "b" { track.setValue("z", forKey: "title") }
        }
      }
    }
    var titles: [String] { (list.fetchedObjects ?? []).map { $0.text("title") } }
    let end = Date().addingTimeInterval(300)
    while titles != ["c", "ours", "z"], Date() < end { try await Task.sleep(for: .milliseconds(5)) }
    #expect(titles == ["c", "ours", "z"])
    withExtendedLifetime(listener) {}
  }
}
