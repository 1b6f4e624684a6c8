import CoreData
import Foundation
import SectionedFetchedResults

/// A small music library: artists have albums, albums have tracks. Albums are the sections, tracks the items.
///
/// One with subentities has bands among the artists, singles among the albums, and among the tracks remixes, some of
/// which are mashups.
package final class MusicLibrary {
  package let container: NSPersistentContainer
  package let context: NSManagedObjectContext
  /// The context and those above it, the one that saves to the store first.
  package let chain: [NSManagedObjectContext]
  private let chainSaver: ChainSaver
  private let folder: TemporaryFolder?

  package enum Store { case memory, sqlite }

  /// - Parameters:
  ///   - parents: how many contexts the library's has above it. Each saves at once what is saved to it, so that other
  ///     contexts of the store see it.
  ///   - classNames: what the model calls the classes of the objects of some entities.
  package init(
    _ store: Store = .memory, hasSubentities: Bool = false, parents: Int = 0, classNames: [String: String] = [:]
  ) throws {
    let description: NSPersistentStoreDescription
    switch store {
    case .memory:
      folder = nil
      description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
      description.type = NSInMemoryStoreType
    case .sqlite:
      let folder = try TemporaryFolder()
      self.folder = folder
      description = NSPersistentStoreDescription(url: folder.file("music.sqlite"))
    }
    let model = classNames.isEmpty ? Self.model(hasSubentities) : Self.makeModel(hasSubentities: hasSubentities)
    for (entity, name) in classNames { model.entitiesByName[entity]?.managedObjectClassName = name }
    container = NSPersistentContainer(name: "Music", managedObjectModel: model)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    var chain = [container.newBackgroundContext()]
    for _ in 0..<parents {
      let lower = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      lower.parent = chain[chain.count - 1]
      chain.append(lower)
    }
    self.chain = chain
    context = chain[chain.count - 1]
    chainSaver = ChainSaver(chain)
  }

  /// Unchecked: a model that stores use is never changed, and Apple's is not `Sendable`.
  private struct Model: @unchecked Sendable {
    let model: NSManagedObjectModel
  }

  // Made once: a model is shared by all stores that use it.
  private static let plain = Model(model: makeModel(hasSubentities: false))
  private static let withSubentities = Model(model: makeModel(hasSubentities: true))

  private static func model(_ hasSubentities: Bool) -> NSManagedObjectModel {
    hasSubentities ? withSubentities.model : plain.model
  }

  private static func makeModel(hasSubentities: Bool) -> NSManagedObjectModel {
    let artist = NSEntityDescription(
      "Artist",
      [
        NSAttributeDescription("name", .stringAttributeType),
        NSAttributeDescription("position", .integer64AttributeType),
        NSAttributeDescription("isOld", .booleanAttributeType),
      ])
    let album = NSEntityDescription(
      "Album",
      [
        NSAttributeDescription("identifier", .stringAttributeType),
        NSAttributeDescription("title", .stringAttributeType),
        NSAttributeDescription("position", .integer64AttributeType),
        NSAttributeDescription("isOld", .booleanAttributeType),
      ])
    let track = NSEntityDescription(
      "Track",
      [
        NSAttributeDescription("title", .stringAttributeType),
        NSAttributeDescription("position", .integer64AttributeType),
      ])
    track.managedObjectClassName = NSStringFromClass(CountedTrack.self)
    album.relate("tracks", .many, .cascadeDeleteRule, to: track, "album", .one)
    artist.relate("albums", .many, to: album, "artist", .one)
    let model = NSManagedObjectModel()
    model.entities = [artist, album, track]
    guard hasSubentities else { return model }
    let band = NSEntityDescription("Band", [NSAttributeDescription("members", .integer64AttributeType)])
    let single = NSEntityDescription("Single", [NSAttributeDescription("chart", .integer64AttributeType)])
    let remix = NSEntityDescription("Remix", [NSAttributeDescription("remixer", .stringAttributeType)])
    let mashup = NSEntityDescription("Mashup", [NSAttributeDescription("sources", .integer64AttributeType)])
    for entity in [remix, mashup] { entity.managedObjectClassName = track.managedObjectClassName }
    (artist.subentities, album.subentities) = ([band], [single])
    (track.subentities, remix.subentities) = ([remix], [mashup])
    model.entities += [band, single, remix, mashup]
    return model
  }
}

extension MusicLibrary {
  package typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>
  package typealias Recorder = CallbackRecorder<NSManagedObject, NSManagedObject>

  @discardableResult
  package func insert(_ entity: String, _ values: [String: Any?]) -> NSManagedObject {
    guard let description = container.managedObjectModel.entitiesByName[entity] else {
      fatalError("The library has no entity \(entity).")
    }
    let object = NSManagedObject(entity: description, insertInto: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  @discardableResult
  package func album(
    _ identifier: String, _ position: Int, _ values: [String: Any?] = [:], entity: String = "Album"
  ) -> NSManagedObject {
    insert(entity, ["identifier": identifier, "title": identifier, "position": position].merging(values) { $1 })
  }

  @discardableResult
  package func track(
    _ title: String, _ position: Int, in album: NSManagedObject?, entity: String = "Track"
  ) -> NSManagedObject {
    insert(entity, ["title": title, "position": position, "album": album])
  }

  /// The names of an entity and of all that inherit from it.
  package func kinds(of entity: String) -> [String] {
    let subentities = container.managedObjectModel.entitiesByName[entity]?.subentities ?? []
    return [entity] + subentities.flatMap { kinds(of: $0.name ?? "") }
  }

  /// Albums by position, tracks by position.
  ///
  /// - Parameter other: another context than the library's.
  package func controller(
    by path: String = "album.identifier", in other: NSManagedObjectContext? = nil
  ) -> Controller {
    let tracks = NSFetchRequest<NSManagedObject>(entityName: "Track")
    tracks.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let albums = NSFetchRequest<NSManagedObject>(entityName: "Album")
    albums.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = Controller(
      itemFetchRequest: tracks, sectionFetchRequest: albums, managedObjectContext: other ?? context,
      sectionGroupingKeyPath: path, cacheName: nil)
    controller.verifiesChanges = true
    return controller
  }

  /// The shown list as text: `A: a b | B:`.
  package static func text(_ controller: Controller) -> String {
    controller.allSections.map { section in
      let items = (section.items ?? []).map { " " + name($0) }.joined()
      return "\(section.object.map(name) ?? "unmatched"):\(items)"
    }.joined(separator: " | ")
  }

  package static func name(_ object: NSManagedObject) -> String {
    if object.isDeleted { return "gone" }
    let key = object.entity.attributesByName["name"] == nil ? "title" : "name"
    return object.value(forKey: key) as? String ?? "nameless"
  }

  package static func recorder() -> Recorder { Recorder(name: name) }

  /// Edits the store in a second context, and merges the save.
  ///
  /// - Parameters:
  ///   - edits: is given the second context, on its queue.
  ///   - willMerge: is given what is about to be merged.
  /// - Returns: what was merged; nil when there was nothing to save.
  @discardableResult
  package func merge(
    _ edits: (NSManagedObjectContext) throws -> Void, willMerge: (Notification) -> Void = { _ in }
  ) throws -> Notification? {
    let saved = try container.newBackgroundContext().posting(edits)
    if let saved {
      willMerge(saved)
      merge(saved)
    }
    return saved
  }

  /// Merges what another context saved to the store, into the contexts above the library's first.
  package func merge(_ saved: Notification) {
    for context in chain { context.performAndWait { context.mergeChanges(fromContextDidSave: saved) } }
  }

  /// Runs a test's body on the context's queue.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result { try context.performAndWait(body) }
}
