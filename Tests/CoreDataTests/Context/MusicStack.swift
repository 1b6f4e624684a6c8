import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

/// A coordinator with one store of the music model, in a folder that is deleted with it.
final class MusicStack {
  static let types = [NSInMemoryStoreType, NSSQLiteStoreType] + StoresOnServers.types

  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore
  let folder: TemporaryFolder
  /// A context for tests that need only one.
  private(set) lazy var context = newContext()

  /// - Parameter options: the options of the store. Other coordinators use them for it, too.
  init(
    _ type: String = NSInMemoryStoreType, _ model: NSManagedObjectModel = MusicModel.make(),
    options: [AnyHashable: Any]? = nil
  ) throws {
    folder = try TemporaryFolder()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: StoresOnServers.newURL(type) ?? folder.file("music.sqlite"),
      options: options)
  }

  /// - Parameter counting: receives the store, which counts the requests to it.
  init(_ type: String, counting: inout CountingStore?) throws {
    folder = try TemporaryFolder()
    let url = folder.file("music.sqlite")
    let (coordinator, rows) = try CountingStore.coordinator(
      of: MusicModel.make(), at: type == NSSQLiteStoreType ? url : nil)
    self.coordinator = coordinator
    store = try #require(coordinator.persistentStores.first)
    counting = rows
  }

  deinit {
    try? coordinator.remove(store)
  }

  func newContext() -> NSManagedObjectContext { Self.newContext(coordinator) }

  /// Makes a context of another coordinator on the same file. It writes as another process would.
  func newExternalContext() throws -> NSManagedObjectContext {
    let other = NSPersistentStoreCoordinator(managedObjectModel: coordinator.managedObjectModel)
    try other.addPersistentStore(
      ofType: store.type, configurationName: nil, at: store.url, options: store.options)
    return Self.newContext(other)
  }

  private static func newContext(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Edits and saves in another context.
  ///
  /// - Returns: the did-save notification.
  @discardableResult
  func saving(_ edit: (NSManagedObjectContext) throws -> Void) throws -> Notification {
    let other = newContext()
    return try other.performAndWait {
      try edit(other)
      return try Self.save(other)
    }
  }

  /// Changes an object in a third context, whose merge policy overwrites all changes that other contexts save
  /// meanwhile.
  ///
  /// - Returns: a closure that saves that context and returns its did-save notification.
  func insisting(
    _ value: String, forKey key: String, of id: NSManagedObjectID
  ) -> () throws -> Notification {
    let stubborn = newContext()
    let changed = stubborn.performAndWait {
      stubborn.mergePolicy = NSMergePolicy.overwrite
      let object = stubborn.object(with: id)
      object.setValue(value, forKey: key)
      return UncheckedTransfer(object)
    }
    return {
      try stubborn.performAndWait {
        #expect(changed.value.hasChanges)
        return try Self.save(stubborn)
      }
    }
  }

  /// Saves a context. Must be called on its queue.
  ///
  /// - Returns: the did-save notification.
  static func save(_ context: NSManagedObjectContext) throws -> Notification {
    try saved(by: context) { try context.save() }
  }

  /// Returns the did-save notification of a context that saves once within a closure.
  static func saved(by context: NSManagedObjectContext, _ body: () throws -> Void) throws -> Notification {
    let recorded = Protected<Notification?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { notification in recorded.withLock { $0 = notification } }
    defer { NotificationCenter.default.removeObserver(token) }
    try body()
    return try #require(recorded.withLock { $0 })
  }

  /// Edits and saves in another context, and merges that save.
  func merge(into context: NSManagedObjectContext, _ edit: (NSManagedObjectContext) throws -> Void) throws {
    context.mergeChanges(fromContextDidSave: try saving(edit))
  }

  /// Runs a test on the queue of a new context.
  func run(_ body: (NSManagedObjectContext) throws -> Void) throws {
    let context = newContext()
    try context.performAndWait { try body(context) }
  }
}

extension NSManagedObjectContext {
  /// Inserts an object and sets its values.
  @discardableResult
  func insert(_ entity: String, _ values: [String: Any?] = [:]) throws -> NSManagedObject {
    let description = try #require(persistentStoreCoordinator?.managedObjectModel.entitiesByName[entity])
    let object = ObjectKind.objectClass(of: description).init(entity: description, insertInto: self)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// Inserts an artist, Nina, and an album of hers, and saves both.
  func saveNina() throws -> (nina: NSManagedObject, album: NSManagedObject) {
    let nina = try insert("Artist", ["name": "Nina"])
    let album = try insert("Album", ["title": "a", "artist": nina])
    try save()
    return (nina, album)
  }

  /// Expects that the only tag, which had counted as deleted, is in the context again, and can be changed and saved.
  func expectLives(
    _ tag: NSManagedObject, _ id: NSManagedObjectID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(tag.managedObjectContext === self, sourceLocation: sourceLocation)
    #expect(!tag.isDeleted, sourceLocation: sourceLocation)
    #expect(tag.text("name") == "again", sourceLocation: sourceLocation)
    #expect(registeredObject(for: id) === tag, sourceLocation: sourceLocation)
    tag.setValue("b", forKey: "name")
    try save()
    #expect(try texts("Tag", "name") == ["b"], sourceLocation: sourceLocation)
  }

  /// Inserts a track and a tag, related or not, and saves both.
  func saveTrack(tagged isTagged: Bool) throws -> (track: NSManagedObject, tag: NSManagedObject) {
    let track = try insert("Track", ["title": "1"])
    let tag = try insert("Tag", ["name": "t", "tracks": Set(isTagged ? [track] : [])])
    try save()
    return (track, tag)
  }

  func all(
    _ entity: String, where format: String? = nil, by keys: String...
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    return try fetch(request)
  }

  /// The values of one attribute of all objects, as text, in the order of that attribute.
  func texts(_ entity: String, _ key: String, where format: String? = nil) throws -> [String] {
    try all(entity, where: format, by: key).map { $0.text(key) }
  }
}

extension NSManagedObject {
  /// A value as text: a name for an object, names in braces for a set, in brackets for an ordered set.
  func text(_ keyPath: String) -> String { Self.text(value(forKeyPath: keyPath)) }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let object as NSManagedObject: object.name ?? "?"
    case let set as NSOrderedSet: "[" + set.array.map { text($0) }.joined(separator: " ") + "]"
    case let set as NSSet: "{" + set.allObjects.map { text($0) }.sorted().joined(separator: " ") + "}"
    case let value?: "\(value)"
    }
  }

  /// The object's name, in whichever attribute its entity has it.
  private var name: String? {
    for key in ["name", "title", "number"] where entity.attributesByName[key] != nil { return text(key) }
    return nil
  }
}

/// Records a context's events. Objects appear with the names that they have when they are reported.
final class EventTrace: ContextObserver {
  private(set) var lines: [String] = []
  private var names: [RowKey: String] = [:]
  private let context: NSManagedObjectContext
  /// A closure that is called once, when an event is delivered.
  var reaction: (() -> Void)?

  init(_ context: NSManagedObjectContext) {
    self.context = context
    context.addObserver(self)
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
    for promotion in event.promotions {
      if let name = names[promotion.temporary] { names[promotion.permanent] = name }
    }
    var words: [String] = event.inserted.map { "+\(name($0))" }
    words += event.updated.map { update in
      let slots = update.slots?.slots.map { context.graph.model[update.key].slots[$0].name }
      return "~\(name(update.key))(\(slots?.joined(separator: ",") ?? "?"))"
    }.sorted()
    words += event.deleted.map { "-\(name($0))" }.sorted()
    words += event.refreshed.map { "*\(name($0))" }.sorted()
    if event.invalidatedAll { words.append("invalidatedAll") }
    if !event.promotions.isEmpty {
      words.append("promoted(\(event.promotions.map { name($0.permanent) }.joined(separator: ",")))")
    }
    if event.storeChanged { words.append("stored") }
    lines.append(words.joined(separator: " "))
    let reaction = reaction
    self.reaction = nil
    reaction?()
  }

  private func name(_ key: RowKey) -> String {
    if let name = names[key] { return name }
    guard let object = context.graph.registeredObject(for: key) else {
      return context.graph.model[key].name.lowercased()
    }
    let name = ["name", "title", "number"].first { object.entity.attributesByName[$0] != nil }.map { object.text($0) }
    names[key] = name
    return name ?? "?"
  }
}
