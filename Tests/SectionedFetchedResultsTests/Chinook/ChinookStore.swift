import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Chinook imported into a new SQLite store, in a folder that is deleted with this object.
final class ChinookStore {
  let container: NSPersistentContainer
  let context: NSManagedObjectContext
  let url: URL
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Chinook.sqlite")
    container = try Self.open(url)
    context = container.newBackgroundContext()
    try context.performAndWait {
      try Importer(context: context).run()
      try context.save()
      // The tests must use what the store has, not what the import left in memory.
      context.reset()
    }
  }

  /// Runs something on the context's queue.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result { try context.performAndWait(body) }

  /// Opens the store, and creates it if it does not exist.
  static func open(_ url: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Chinook", managedObjectModel: ChinookModel.make())
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  /// Makes a controller with artists by name as sections, and albums by title as items.
  static func controller(in context: NSManagedObjectContext) -> MusicLibrary.Controller {
    let albums = NSFetchRequest<NSManagedObject>(entityName: "Album")
    albums.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let artists = NSFetchRequest<NSManagedObject>(entityName: "Artist")
    artists.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = MusicLibrary.Controller(
      itemFetchRequest: albums, sectionFetchRequest: artists, managedObjectContext: context,
      sectionGroupingKeyPath: "artist.identifier", cacheName: nil)
    controller.verifiesChanges = true
    return controller
  }

  /// Returns the only object of an entity with a value.
  func one(_ entity: String, _ key: String, _ value: String) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "%K == %@", key, value)
    let objects = try context.fetch(request)
    #expect(objects.count == 1, "\(entity) \(value)")
    return try #require(objects.first)
  }

  func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }
}

/// Makes an object of every row of Chinook's tables.
private final class Importer {
  private let context: NSManagedObjectContext
  /// The objects by entity and primary key.
  private var objects: [String: [String: NSManagedObject]] = [:]
  private let dates = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt).year().month().day()
    .dateSeparator(.dash).time(includingFractionalSeconds: false)

  init(context: NSManagedObjectContext) {
    self.context = context
  }

  func run() throws {
    for table in ChinookModel.tables { try makeObjects(of: table) }
    for table in ChinookModel.tables where !table.links.isEmpty { try link(table) }
    try fillPlaylists()
  }

  private func makeObjects(of table: ChinookModel.Table) throws {
    let columns = ["\(table.name)Id"] + table.attributes.map(\.column)
    for row in try ChinookData.rows("SELECT \(columns.joined(separator: ", ")) FROM \(table.name) ORDER BY 1") {
      let object = NSEntityDescription.insertNewObject(forEntityName: table.name, into: context)
      let key = try #require(row[0])
      object.setValue(try value(key, .integer64AttributeType), forKey: "identifier")
      for (attribute, text) in zip(table.attributes, row.dropFirst()) {
        object.setValue(try text.map { try value($0, attribute.type) }, forKey: attribute.name)
      }
      objects[table.name, default: [:]][key] = object
    }
  }

  private func link(_ table: ChinookModel.Table) throws {
    let columns = ["\(table.name)Id"] + table.links.map(\.column)
    for row in try ChinookData.rows("SELECT \(columns.joined(separator: ", ")) FROM \(table.name)") {
      let object = try #require(row[0].flatMap { objects[table.name]?[$0] })
      for (link, key) in zip(table.links, row.dropFirst()) {
        guard let key else { continue }
        object.setValue(try #require(objects[link.destination]?[key]), forKey: link.name)
      }
    }
  }

  private func fillPlaylists() throws {
    var tracks: [String: Set<NSManagedObject>] = [:]
    for row in try ChinookData.rows("SELECT PlaylistId, TrackId FROM PlaylistTrack") {
      tracks[try #require(row[0]), default: []].insert(try #require(row[1].flatMap { objects["Track"]?[$0] }))
    }
    for (key, members) in tracks { objects["Playlist"]?[key]?.setValue(members as NSSet, forKey: "tracks") }
  }

  private func value(_ text: String, _ type: NSAttributeType) throws -> Any {
    switch type {
    case .stringAttributeType: return text
    case .decimalAttributeType: return NSDecimalNumber(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case .dateAttributeType: return try dates.parse(text)
    default: return NSNumber(value: try #require(Int64(text)))
    }
  }
}
