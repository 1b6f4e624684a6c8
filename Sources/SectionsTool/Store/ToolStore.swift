import CoreData
import Foundation

/// A store that was opened for the tool: with the model it carries, or with one from a file.
struct ToolStore {
  enum Access { case readOnly, readWrite }

  /// How long a command waits for another process's lock, in seconds. A user takes a longer wait for a hang.
  static let patience: TimeInterval = 10

  let coordinator: NSPersistentStoreCoordinator
  var model: NSManagedObjectModel { coordinator.managedObjectModel }

  /// - Parameters:
  ///   - path: the store's file. It is not created.
  ///   - modelPath: a model file; nil for the model inside the store.
  ///   - patience: how long to wait for another process's lock, in seconds.
  ///   - inLittleMemory: whether it is read in little memory, which is slower.
  /// - Throws: an error that names the file and what is wrong with it.
  static func open(
    _ path: String, model modelPath: String?, access: Access, patience: TimeInterval = patience,
    inLittleMemory: Bool = false
  ) throws -> ToolStore {
    do {
      return try open(
        URL(fileURLWithPath: path), model: modelPath, access: access, patience: patience,
        inLittleMemory: inLittleMemory)
    } catch {
      throw failure(path, error)
    }
  }

  private static func open(
    _ url: URL, model modelPath: String?, access: Access, patience: TimeInterval, inLittleMemory: Bool = false
  ) throws -> ToolStore {
    let container = try NSPersistentContainer.openingStore(
      at: url, model: try modelPath.map(model), isReadOnly: access == .readOnly, timeout: patience,
      inLittleMemory: inLittleMemory)
    return ToolStore(coordinator: container.persistentStoreCoordinator)
  }

  /// Copies the store, what is only in its `-wal` file and its external data included, into a folder of its own.
  static func copy(
    _ path: String, model modelPath: String?, into folder: URL, patience: TimeInterval = patience
  ) throws -> ToolStore {
    let source = URL(fileURLWithPath: path)
    let copy = folder.appendingPathComponent(source.lastPathComponent)
    do {
      // Opened read-only first: what is wrong with it is then reported as of a store that is only read.
      _ = try open(source, model: modelPath, access: .readOnly, patience: patience)
      try NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        .replacePersistentStore(at: copy, withPersistentStoreFrom: source, type: .sqlite)
      return try open(copy, model: modelPath, access: .readWrite, patience: patience)
    } catch {
      throw failure(path, error)
    }
  }

  /// Makes an empty store of a model in a folder.
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

  func newContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  func entity(_ name: String, for option: String) throws -> NSEntityDescription {
    guard let entity = model.entitiesByName[name] else {
      let names = model.entitiesByName.keys.sorted()
      throw ToolError.data(
        "--\(option): the store has no entity '\(name)'; it has \(names.joined(separator: ", "))."
          + NearNames.question(for: name, among: names))
    }
    return entity
  }

  private static func model(_ path: String) throws -> NSManagedObjectModel {
    do {
      return try NSManagedObjectModel(reading: URL(fileURLWithPath: path))
    } catch {
      throw failure("--model \(path)", error)
    }
  }

  private static func failure(_ what: String, _ error: any Error) -> ToolError {
    if let error = error as? ToolError { return error }
    let needsModel = (error as NSError).code == NSMigrationMissingSourceModelError
    return .data("\(what): \(describe(error))" + (needsModel ? " Name it with --model FILE." : ""))
  }
}
