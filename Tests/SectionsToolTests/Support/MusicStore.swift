import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

/// A store of the scenarios' model, in a folder of its own. Album A has three tracks, B none, C one, and two tracks
/// have no album.
final class MusicStore {
  let scratch: TemporaryFolder
  let path: String

  init(_ fill: ((NSManagedObjectContext) -> Void)? = nil) throws {
    scratch = try TemporaryFolder()
    let url = scratch.file("Music.sqlite")
    path = url.path
    try write(fill ?? Self.fill)
  }

  static let model = ScenarioTests.folder.appendingPathComponent("Music.xcdatamodel").path

  /// Makes and saves changes with a coordinator of its own, as another process does.
  func write(_ changes: (NSManagedObjectContext) throws -> Void) throws {
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: try NSManagedObjectModel(reading: URL(fileURLWithPath: Self.model)))
    let store = try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: path))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      try changes(context)
      try context.save()
    }
    try coordinator.remove(store)
  }

  /// Copies the store to a server by the tool.
  ///
  /// - Returns: the address of the copy.
  func copyToServer() async throws -> String {
    let address = try StorePlaces().new(.server)
    let copy = await InProcessRun("copy", path, address)
    try #require(copy.status == 0, "\(copy.error)")
    return address
  }

  private static func fill(_ context: NSManagedObjectContext) {
    var albums: [String: NSManagedObject] = [:]
    for (position, title) in ["A", "B", "C"].enumerated() {
      albums[title] = insert("Album", ["title": title, "identifier": title, "position": position], into: context)
    }
    for (position, title) in ["a1", "a2", "a3", "c1", "u1", "u2"].enumerated() {
      let track = insert("Track", ["title": title, "position": position], into: context)
      if let album = albums[title.prefix(1).uppercased()] { track.setValue(album, forKey: "album") }
    }
  }

  @discardableResult
  static func insert(
    _ entity: String, _ values: [String: Any], into context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// Returns the arguments for a list of tracks by album. Further options may replace them.
  func list(_ command: String = "list", _ more: String...) -> [String] { list(command, more) }

  func list(_ command: String = "list", _ more: [String]) -> [String] {
    let usual = [("--items", "Track"), ("--by", "album"), ("--sort", "title"), ("--section-sort", "title")]
    return [command, path] + usual.filter { !more.contains($0.0) }.flatMap { [$0.0, $0.1] } + more
  }
}
