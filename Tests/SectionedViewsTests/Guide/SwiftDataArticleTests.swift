import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

// guide
/// Opens the store of a SwiftData program once more, with the model of its types.
func openStore(at url: URL, model: NSManagedObjectModel) throws -> NSPersistentContainer {
  let container = NSPersistentContainer(name: "Trips", managedObjectModel: model)
  let description = NSPersistentStoreDescription(url: url)
  // SwiftData keeps a history, which each container of the store has to keep.
  description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
  description.setOption(NSNumber(value: true), forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
  container.persistentStoreDescriptions = [description]
  var failure: (any Error)?
  container.loadPersistentStores { failure = $1 }
  if let failure { throw failure }
  return container
}

/// Merges the saves since a token, and returns the token of the last one.
func mergeSaves(
  since token: NSPersistentHistoryToken?, into context: NSManagedObjectContext
) throws -> NSPersistentHistoryToken? {
  let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
  let saves = (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
  for save in saves { context.mergeChanges(fromContextDidSave: save.objectIDNotification()) }
  return saves.last?.token ?? token
}
// end

// guide
/// The encoded form of a `PersistentIdentifier`.
struct EncodedIdentifier: Codable {
  struct Implementation: Codable {
    var primaryKey: String
    var uriRepresentation: URL
    var isTemporary: Bool
    var storeIdentifier: String
    var entityName: String
  }

  var implementation: Implementation
}

extension NSPersistentStoreCoordinator {
  /// The ID of the object that is a model in SwiftData; nil if no store of this coordinator has it.
  ///
  /// - Parameter identifier: the model's `persistentModelID`.
  func objectID(of identifier: some Encodable) throws -> NSManagedObjectID? {
    let data = try JSONEncoder().encode(identifier)
    let encoded = try JSONDecoder().decode(EncodedIdentifier.self, from: data)
    return managedObjectID(forURIRepresentation: encoded.implementation.uriRepresentation)
  }
}

extension NSManagedObjectID {
  /// The identifier of the model in SwiftData, as `PersistentIdentifier`. The object has to be saved.
  func identifier<Identifier: Decodable>(as type: Identifier.Type) throws -> Identifier {
    let uri = uriRepresentation()
    let encoded = EncodedIdentifier(
      implementation: .init(
        primaryKey: uri.lastPathComponent, uriRepresentation: uri, isTemporary: isTemporaryID,
        storeIdentifier: uri.host ?? "", entityName: entity.name ?? ""))
    return try JSONDecoder().decode(type, from: JSONEncoder().encode(encoded))
  }
}
// end

/// Opens the same store twice: as a SwiftData program would, and as the article says.
@Suite("Samples of the article on the store of a SwiftData program")
@MainActor
struct SwiftDataArticleTests {
  private let folder: TemporaryFolder
  private let program: NSPersistentContainer
  private let ours: NSPersistentContainer

  init() throws {
    folder = try TemporaryFolder()
    let (url, model) = (folder.file("trips.sqlite"), try MusicLibrary().container.managedObjectModel)
    program = try openStore(at: url, model: model)
    ours = try openStore(at: url, model: model)
  }

  private func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return request
  }

  private func insert(_ title: String, position: Int) throws -> NSManagedObject {
    let context = program.viewContext
    let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
    for key in ["title", "identifier"] { album.setValue(title, forKey: key) }
    album.setValue(position, forKey: "position")
    try context.save()
    return album
  }

  @Test func theListShowsWhatTheProgramSaves() throws {
    _ = try insert("A", position: 0)
    let list = FetchedDataSource<NSManagedObject, NSManagedObject>(
      sections: request("Album"), items: request("Track"), by: "album.identifier", in: ours.viewContext)
    try list.performFetch()
    var token = try mergeSaves(since: nil, into: ours.viewContext)
    _ = try insert("B", position: -1)
    token = try mergeSaves(since: token, into: ours.viewContext)
    ours.viewContext.processPendingChanges()
    #expect(list.allSections.map { $0.object.map(MusicLibrary.name) } == ["B", "A"])
    #expect(try mergeSaves(since: token, into: ours.viewContext) == token)
  }

  /// SwiftData's identifier, as it is encoded.
  private struct Identifier: Codable {
    let implementation: EncodedIdentifier.Implementation
  }

  @Test func anIdentifierLeadsToTheObjectAndBack() throws {
    let id = try insert("A", position: 0).objectID
    let identifier = try id.identifier(as: Identifier.self)
    #expect(identifier.implementation.entityName == "Album" && !identifier.implementation.isTemporary)
    let found = try #require(try ours.persistentStoreCoordinator.objectID(of: identifier))
    #expect(MusicLibrary.name(ours.viewContext.object(with: found)) == "A")
    #expect(found.uriRepresentation() == id.uriRepresentation())
  }
}
