import Foundation

// Conformances to protocols of the model, which is a separate module that does not know these classes.

extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}

extension NSManagedObject: KeyValueReadable {}

extension NSManagedObjectID: RowKeyProviding {
  package var rowKey: RowKey { key }
  package var rowStoreIdentifier: String? { storeIdentifier }
}

extension NSManagedObject: RowKeyProviding {
  package var rowKey: RowKey { objectID.key }
  package var rowStoreIdentifier: String? { objectID.storeIdentifier }
}

extension NSManagedObject: ModelObject {
  package static var isBaseClass: Bool { self == NSManagedObject.self }

  package static func key(readBy keyPath: AnyKeyPath) -> String? { KeyRecording.key(of: keyPath) }
}
