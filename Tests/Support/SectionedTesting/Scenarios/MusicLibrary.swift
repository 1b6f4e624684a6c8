import CoreData
import Dispatch
import Foundation
import SectionedFetchedResults

/// A small music library: artists have albums, albums have tracks. Albums are the sections, tracks the items.
///
/// A library with subentities has bands among the artists, singles among the albums, and among the tracks remixes, some
/// of which are mashups.
package final class MusicLibrary {
  package let container: NSPersistentContainer
  package let context: NSManagedObjectContext
  /// The parent contexts and the library's context. The first one saves to the store, the last one is the library's.
  package let chain: [NSManagedObjectContext]
  package let traits: LibraryTraits
  private let chainSaver: ChainSaver?
  private let folder: TemporaryFolder?

  package enum Store: Sendable {
    case memory
    case sqlite
    /// The address of a server, which has no store there yet.
    case server(URL)
  }

  /// - Parameters:
  ///   - traits: further properties of the library.
  ///   - classNames: the model's class names for the objects of some entities.
  package init(
    _ store: Store = .memory, hasSubentities: Bool = false, traits: LibraryTraits = LibraryTraits(),
    classNames: [String: String] = [:]
  ) throws {
    self.traits = traits
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
    case .server(let url):
      folder = nil
      description = NSPersistentStoreDescription(url: url)
    }
    if traits.hasOtherCoordinator {
      description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
    }
    let model =
      classNames.isEmpty
      ? Self.models[(hasSubentities ? 1 : 0) + (traits.hasCodes ? 2 : 0)].model
      : Self.makeModel(hasSubentities: hasSubentities)
    for (entity, name) in classNames { model.entitiesByName[entity]?.managedObjectClassName = name }
    container = try Self.container(of: model, description)
    func makeContext(_ level: Int) -> NSManagedObjectContext {
      let isOnMain = traits.isOnMain && level == traits.parents
      return traits.adapt(
        NSManagedObjectContext(concurrencyType: isOnMain ? .mainQueueConcurrencyType : .privateQueueConcurrencyType))
    }
    var chain = [makeContext(0)]
    chain[0].persistentStoreCoordinator = container.persistentStoreCoordinator
    for level in 0..<traits.parents {
      let lower = makeContext(level + 1)
      lower.parent = chain[chain.count - 1]
      lower.automaticallyMergesChangesFromParent = traits.mergesAutomatically
      chain.append(lower)
    }
    self.chain = chain
    context = chain[chain.count - 1]
    chainSaver = traits.savesAtOnce ? ChainSaver(chain) : nil
  }

  private static func container(
    of model: NSManagedObjectModel, _ description: NSPersistentStoreDescription
  ) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Music", managedObjectModel: model)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  /// Makes another container for the library's store, as another process would.
  package func makeOtherContainer() throws -> NSPersistentContainer {
    guard let description = container.persistentStoreDescriptions.first else { fatalError("The library has no store.") }
    return try Self.container(of: container.managedObjectModel, description)
  }

  /// Makes a context that saves directly to the store, like the first one of the chain.
  package func newContext() -> NSManagedObjectContext { traits.adapt(container.newBackgroundContext()) }

  /// Unchecked: a model that stores use is never changed, and Apple's is not `Sendable`.
  private struct Model: @unchecked Sendable {
    let model: NSManagedObjectModel
  }

  // Made once, because all stores that use a model share it.
  private static let models = (0..<4).map {
    Model(model: makeModel(hasSubentities: $0 % 2 == 1, hasCodes: $0 / 2 == 1))
  }

  private static func makeModel(hasSubentities: Bool, hasCodes: Bool = false) -> NSManagedObjectModel {
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
    for entity in hasCodes ? [album, track] : [] {
      entity.properties.append(NSAttributeDescription("code", .stringAttributeType))
      entity.uniquenessConstraints = [["code"]]
    }
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

  /// The names of an entity and all its subentities.
  package func kinds(of entity: String) -> [String] {
    let subentities = container.managedObjectModel.entitiesByName[entity]?.subentities ?? []
    return [entity] + subentities.flatMap { kinds(of: $0.name ?? "") }
  }

  /// A controller of albums by position with their tracks by position.
  ///
  /// - Parameter other: the context; the library's, if nil.
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
  ///   - other: the second context; a new one, if nil.
  ///   - edits: makes the edits in the second context, on its queue.
  ///   - willMerge: receives the notification that is about to be merged.
  /// - Returns: the notification that was merged; nil if there was nothing to save.
  @discardableResult
  package func merge(
    from other: NSManagedObjectContext? = nil, _ edits: (NSManagedObjectContext) throws -> Void,
    willMerge: (Notification) -> Void = { _ in }
  ) throws -> Notification? {
    let saved = try (other ?? newContext()).posting(edits)
    if let saved {
      willMerge(saved)
      merge(saved)
    }
    return saved
  }

  /// Merges a save that another context made to the store. All contexts of the library merge it, parents first.
  package func merge(_ saved: Notification) {
    for context in chain { context.performAndWait { context.mergeChanges(fromContextDidSave: saved) } }
  }

  /// Waits until the parent contexts have run the blocks on their queues.
  package func settle() {
    for context in chain.dropLast() { context.performAndWait { context.processPendingChanges() } }
  }

  /// Runs a test's body on the context's queue.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard traits.isOnMain else { return try context.performAndWait(body) }
    return try MainQueue.isCurrent ? body() : DispatchQueue.main.sync(execute: body)
  }
}

/// Detects the main queue. It does not look for the main thread, because other threads may drain that queue.
private enum MainQueue {
  /// Unchecked: the key is made once and never changes; Apple's is not `Sendable`.
  private struct Key: @unchecked Sendable {
    let key = DispatchSpecificKey<Bool>()

    init() { DispatchQueue.main.setSpecific(key: key, value: true) }
  }

  private static let key = Key()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key.key) == true }
}
