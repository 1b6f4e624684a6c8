import CoreData
import Foundation
import OrderedRows

/// A store that the tool has opened, with the model in the store, one from a file, or a guessed one.
struct ToolStore {
  enum Access { case readOnly, readWrite }

  /// The time to wait for another process's lock, in seconds. A user would take a longer wait for a hang.
  static let patience: TimeInterval = 10

  /// The timeout on a server. It limits every query, too, and sorting ten million rows without an index takes long.
  private static let serverPatience: TimeInterval = 240

  let coordinator: NSPersistentStoreCoordinator
  /// Whether the model was guessed from the store's tables, because the store carries none. Such a store is opened
  /// read-only.
  var isGuessed = false
  var model: NSManagedObjectModel { coordinator.managedObjectModel }

  /// Opens an existing store.
  ///
  /// - Parameters:
  ///   - path: the store's file or address.
  ///   - modelPath: a model file; nil for the model in the store.
  ///   - access: whether the store may be written.
  ///   - patience: the time to wait for another process's lock, in seconds. Servers have a longer one.
  ///   - inLittleMemory: whether to use less memory, which is slower.
  ///   - mayGuess: whether a store without a model may be opened with a guessed one, if it is read-only.
  /// - Throws: an error that names the store and the problem.
  static func open(
    _ path: String, model modelPath: String?, access: Access, patience: TimeInterval = patience,
    inLittleMemory: Bool = false, mayGuess: Bool = true
  ) throws -> ToolStore {
    let place = try StoreLocation(path)
    do {
      return try open(
        place.url, model: modelPath, access: access, patience: patience, inLittleMemory: inLittleMemory,
        mayGuess: mayGuess && access == .readOnly)
    } catch {
      throw failure(place, error)
    }
  }

  private static func open(
    _ url: URL, model modelPath: String?, access: Access, patience: TimeInterval, inLittleMemory: Bool = false,
    mayGuess: Bool = false
  ) throws -> ToolStore {
    let timeout = StoreLocation.isAddress(url.absoluteString) ? Self.serverPatience : patience
    func open(_ model: NSManagedObjectModel?, isGuessed: Bool) throws -> ToolStore {
      let container = try NSPersistentContainer.openingStore(
        at: url, model: model, isReadOnly: access == .readOnly, timeout: timeout, inLittleMemory: inLittleMemory,
        hasGuessedModel: isGuessed)
      return ToolStore(coordinator: container.persistentStoreCoordinator, isGuessed: isGuessed)
    }
    do {
      return try open(modelPath.map(model), isGuessed: false)
    } catch let error as NSError where error.code == NSMigrationMissingSourceModelError && mayGuess {
      guard let guess = try NSPersistentContainer.guessedModel(at: url, timeout: timeout) else {
        throw ToolError.data(
          "\(url.isFileURL ? url.path : url.absoluteString): it carries no model, and its tables do not show one. Name "
            + "the model with --model FILE.")
      }
      return try open(guess, isGuessed: true)
    }
  }

  /// Copies a store into a folder, including data that is only in its `-wal` file, and its external data.
  static func copy(
    _ path: String, model modelPath: String?, into folder: URL, patience: TimeInterval = patience
  ) throws -> ToolStore {
    let source = try StoreLocation(path)
    let copy = folder.appendingPathComponent(source.isFile ? source.url.lastPathComponent : "Copy.sqlite")
    do {
      // Open the store read-only first, so that its problems are reported as those of a store that is only read.
      let opened = try open(source.url, model: modelPath, access: .readOnly, patience: patience)
      guard source.isFile else {
        try opened.move(to: StoreLocation(copy.path))
        return opened
      }
      try NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        .replacePersistentStore(at: copy, withPersistentStoreFrom: source.url, type: .sqlite)
      return try open(copy, model: modelPath, access: .readWrite, patience: patience)
    } catch {
      throw failure(source, error)
    }
  }

  /// Copies the store to another location. The coordinator then uses the copy.
  ///
  /// - Parameters:
  ///   - place: the location of the copy.
  ///   - progress: called with the number of copied objects and of all objects.
  func move(to place: StoreLocation, progress: @escaping (_ copied: Int, _ total: Int) -> Void = { _, _ in }) throws {
    guard let store = coordinator.persistentStores.first else { return }
    try coordinator.migratePersistentStore(store, to: place.url, withType: place.type.rawValue, progress: progress)
  }

  /// Creates an empty store with a model from a file, in a folder.
  static func create(model path: String?, in folder: URL) throws -> ToolStore {
    guard let path else { throw ToolError.usage("An empty store, '-', needs --model FILE.") }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model(path))
    do {
      _ = try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent("Empty.sqlite"))
    } catch {
      throw failure("--model \(path)", error)
    }
    return ToolStore(coordinator: coordinator)
  }

  /// Creates an empty store with a model, at a location without a store.
  static func create(_ model: NSManagedObjectModel, at place: StoreLocation) throws -> ToolStore {
    do {
      if (try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: place.type, at: place.url)) != nil {
        throw ToolError.data("\(place.name): A store exists already and is not replaced.")
      }
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      _ = try coordinator.addPersistentStore(type: place.type, at: place.url)
      return ToolStore(coordinator: coordinator)
    } catch {
      throw failure(place, error)
    }
  }

  func newContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Returns the entity with a name.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - option: the option that has the name, for the error; nil if it is an argument.
  func entity(_ name: String, for option: String? = nil) throws -> NSEntityDescription {
    guard let entity = model.entitiesByName[name] else {
      let begin = option.map { "--\($0): the store" } ?? "The store"
      throw ToolError.request(
        "\(begin) has no entity '\(name)'\(NearNames.few(for: name, among: model.entitiesByName.keys))")
    }
    return entity
  }

  /// Returns the entities in the order of their names, with the counts of their objects.
  func counts() throws -> [EntityCount] {
    let context = newContext()
    return try context.performAndWait {
      try model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }.map { try EntityCount(of: $0, in: context) }
    }
  }

  func count(of entity: NSEntityDescription) throws -> EntityCount {
    let context = newContext()
    return try context.performAndWait { try EntityCount(of: entity, in: context) }
  }

  private static func model(_ path: String) throws -> NSManagedObjectModel {
    do {
      return try NSManagedObjectModel(reading: URL(fileURLWithPath: path))
    } catch {
      if StoreFileProblem.isDatabase(path) {
        throw ToolError.request(
          "--model: \(path) is an SQLite database, and no model: that is a .xcdatamodeld, .xcdatamodel, .momd or .mom. "
            + "A store that carries its model needs none.")
      }
      // The error of the model's reader begins with the path, so do not repeat it.
      let text = describe(error)
      let begin = URL(fileURLWithPath: path).path + ": "
      throw ToolError.data("--model \(path): " + (text.hasPrefix(begin) ? text.dropFirst(begin.count) : text[...]))
    }
  }

  /// The error to print for a failure of a store, with the location of a file.
  ///
  /// - Parameters:
  ///   - place: the store. An error of a server names the store itself.
  ///   - error: the error.
  static func failure(_ place: StoreLocation, _ error: any Error) -> ToolError {
    guard place.isFile else { return failure(nil, error) }
    if let error = error as? ToolError { return error }
    if let problem = StoreFileProblem.text(of: place.url.path) {
      return .data(problem.replacing(place.url.path, with: place.name))
    }
    return .data(naming(place, describe(error)) + hint(error))
  }

  /// Adds the location to the beginning of a message, unless the message names the file already.
  private static func naming(_ place: StoreLocation, _ message: String) -> String {
    let name = place.url.lastPathComponent
    if message.hasPrefix("\(name) ") { return place.name + message.dropFirst(name.count) }
    return message.contains(place.url.path) ? message : "\(place.name): \(message)"
  }

  private static func failure(_ what: String?, _ error: any Error) -> ToolError {
    if let error = error as? ToolError { return error }
    return .data((what.map { "\($0): " } ?? "") + describe(error) + hint(error))
  }

  private static func hint(_ error: any Error) -> String {
    let needsModel = (error as NSError).code == NSMigrationMissingSourceModelError
    return needsModel ? " Name it with --model FILE: a guessed model is for reading only." : ""
  }
}
