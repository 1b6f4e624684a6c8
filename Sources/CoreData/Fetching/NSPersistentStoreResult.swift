import Foundation

/// What a request other than a fetch gives.
open class NSPersistentStoreResult: NSObject {}
