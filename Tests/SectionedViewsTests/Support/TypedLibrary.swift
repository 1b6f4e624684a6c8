import CoreData
import Foundation
import SectionedTesting
import SectionedViews
import Testing

/// Albums and tracks: on Apple's platforms with the classes that Xcode generates, elsewhere with properties that read
/// their values by name.
final class ViewedAlbum: NSManagedObject {
  #if canImport(Darwin)
    @NSManaged var identifier: String?
    @NSManaged var position: Int64
  #else
    var identifier: String? { value(forKey: "identifier") as? String }
    var position: Int64 { value(forKey: "position") as? Int64 ?? 0 }
  #endif
  /// A property that the model does not have.
  var initial: String { String((identifier ?? "").prefix(1)) + "." }
}

final class ViewedTrack: NSManagedObject {
  #if canImport(Darwin)
    @NSManaged var title: String?
    @NSManaged var position: Int64
    @NSManaged var album: ViewedAlbum?
  #else
    var title: String? { value(forKey: "title") as? String }
    var position: Int64 { value(forKey: "position") as? Int64 ?? 0 }
    var album: ViewedAlbum? { value(forKey: "album") as? ViewedAlbum }
  #endif
}

/// A library of these classes: `A: a1 a2 | B: | C: c1`
@MainActor
struct TypedLibrary {
  typealias State = FetchedSectionsState<ViewedAlbum, ViewedTrack>

  private let container: NSPersistentContainer
  var context: NSManagedObjectContext { container.viewContext }
  let log = AnomalyLog()

  /// - Parameters:
  ///   - constraints: the uniqueness constraints of the albums.
  ///   - others: the class names of further entities.
  init(
    hasSubentities: Bool = false, constraints: [[String]] = [], others: [String: String] = [:]
  ) throws {
    let plain = try MusicLibrary(hasSubentities: hasSubentities).container.managedObjectModel
    let model = try #require(plain.copy() as? NSManagedObjectModel)
    let classes = ["Album": NSStringFromClass(ViewedAlbum.self), "Track": NSStringFromClass(ViewedTrack.self)]
    for (entity, name) in classes.merging(others, uniquingKeysWith: { $1 }) {
      model.entitiesByName[entity]?.managedObjectClassName = name
    }
    model.entitiesByName["Album"]?.uniquenessConstraints = constraints
    container = try .inMemory(model)
    let albums = ["A", "B", "C"].enumerated().map { make("Album", $1, $0) }
    for (title, position, album) in [("a1", 0, 0), ("a2", 1, 0), ("c1", 0, 2)] {
      make("Track", title, position).setValue(albums[album], forKey: "album")
    }
    try context.save()
    // After a reset, objects are fetched with these classes, even if the model names a class without its module.
    context.reset()
  }

  private func make(_ entity: String, _ title: String, _ position: Int) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(title, forKey: "title")
    object.setValue(position, forKey: "position")
    if entity == "Album" { object.setValue(title.lowercased(), forKey: "identifier") }
    return object
  }

  static var order: [NSSortDescriptor] { [NSSortDescriptor(key: "position", ascending: true)] }

  static func requests(
    by path: PartialKeyPath<ViewedTrack>, identifiedBy attribute: PartialKeyPath<ViewedAlbum>? = nil
  ) -> State.Requests {
    State.Requests(by: path, identifiedBy: attribute, sectionSortDescriptors: order, sortDescriptors: order)
  }

  func state(_ requests: State.Requests) -> State {
    let state = State(requests, anomalies: log.handler)
    state.follow(context)
    return state
  }

  static func text(_ state: State) -> String {
    state.sections.map { section in
      ([(section.object?.value(forKey: "title") as? String ?? "none") + ":"] + section.compactMap(\.title))
        .joined(separator: " ")
    }.joined(separator: " | ")
  }
}
