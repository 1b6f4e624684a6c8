import CoreData
import Foundation

/// The cost of model features that the library's model does not have. Objects of an entity with a feature are compared
/// with objects of a plain entity. Both sides are our code.
enum VarietyCases {
  static var all: [Benchmark] {
    VarietyModel.Feature.allCases.dropFirst().flatMap { feature in
      [
        Benchmark.ratio("variety.save", atMost: feature.bounds.saving, repetitions: 5) { workspace in
          let store = try workspace.shared("variety") { try VarietyStore(at: workspace.newFile()) }
          return [
            Comparison(size: "\(LibraryShape.short(count)) objects with \(feature.rawValue), made and saved") {
              try store.insert(.none, count)
            } ours: {
              try store.insert(feature, count)
            }
          ]
        },
        Benchmark.ratio("variety.read", atMost: feature.bounds.reading, repetitions: 5) { workspace in
          let store = try workspace.shared("variety") { try VarietyStore(at: workspace.newFile()) }
          try store.fill(.none, count)
          try store.fill(feature, count)
          return [
            Comparison(size: "\(LibraryShape.short(count)) objects with \(feature.rawValue), fetched and read") {
              try store.read(.none, count)
            } ours: {
              try store.read(feature, count)
            }
          ]
        },
      ]
    }
  }

  private static let count = 20_000
}

/// A store with an entity for each feature.
final class VarietyStore {
  private let coordinator: NSPersistentStoreCoordinator
  private var next = 0
  private var filled: Set<VarietyModel.Feature> = []

  init(at url: URL) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: VarietyModel.shared)
    _ = try coordinator.addPersistentStore(type: .sqlite, at: url)
    try context().performAndWait { context in
      for number in 0..<100 {
        NSEntityDescription.insertNewObject(forEntityName: "Owner", into: context).setValue("\(number)", forKey: "name")
      }
      try context.save()
    }
  }

  private struct Queue {
    let context: NSManagedObjectContext
    func performAndWait<Result>(_ body: (NSManagedObjectContext) throws -> Result) throws -> Result {
      try context.performAndWait { try body(context) }
    }
  }

  private func context() -> Queue {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return Queue(context: context)
  }

  /// Makes and saves objects. Deletes the feature's objects afterwards, unless `fill` has made some to read.
  ///
  /// - Returns: the time to make and save them.
  func insert(_ feature: VarietyModel.Feature, _ count: Int) throws -> Duration {
    let duration = try make(feature, count)
    if !filled.contains(feature) { try delete(feature) }
    return duration
  }

  /// Makes the objects that `read` fetches, if they do not exist yet.
  func fill(_ feature: VarietyModel.Feature, _ count: Int) throws {
    guard filled.insert(feature).inserted else { return }
    _ = try make(feature, count)
  }

  private func delete(_ feature: VarietyModel.Feature) throws {
    try context().performAndWait { context in
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: feature.entityName)
      try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    }
  }

  private func make(_ feature: VarietyModel.Feature, _ count: Int) throws -> Duration {
    try context().performAndWait { context in
      let entity = try SaveCases.entity(feature.entityName, of: context)
      let owners = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Owner"))
      return try timed {
        for _ in 0..<count {
          next += 1
          let object = NSManagedObject(entity: entity, insertInto: context)
          object.setValue(LibraryStore.name(of: next), forKey: "name")
          object.setValue(Int64(next), forKey: "number")
          let owner = owners[next % owners.count]
          switch feature {
          case .none, .parent, .derived, .constraint: break
          case .transient, .validation: object.setValue("label-\(next % 100)", forKey: "label")
          case .transformable: object.setValue(["label", "\(next % 100)"], forKey: "label")
          case .oneWay: object.setValue(owner, forKey: "owner")
          case .inverse: object.setValue(owner, forKey: "group")
          case .toMany: object.setValue(owner, forKey: "helper")
          case .external: object.setValue(Data(repeating: 7, count: 100), forKey: "data")
          }
        }
        try context.save()
      }.duration
    }
  }

  func read(_ feature: VarietyModel.Feature, _ count: Int) throws -> Duration {
    try context().performAndWait { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: feature.entityName)
      request.fetchLimit = count
      return try timed {
        for object in try context.fetch(request) {
          keep(object.value(forKey: "name"))
          keep(object.value(forKey: "number"))
          switch feature {
          case .none, .parent, .constraint: break
          case .transient, .validation, .derived, .transformable: keep(object.value(forKey: "label"))
          case .oneWay: keep(object.value(forKey: "owner"))
          case .inverse: keep(object.value(forKey: "group"))
          case .toMany: keep((object.value(forKey: "owners") as? NSSet)?.count)
          case .external: keep(object.value(forKey: "data"))
          }
        }
      }.duration
    }
  }
}
