import Foundation

@available(*, unavailable, message: "Spotlight is not on this platform.")
public class NSCoreDataCoreSpotlightDelegate: NSObject {}

@available(*, unavailable, message: "Spotlight is not on this platform.")
public var NSCoreDataCoreSpotlightExporter: String { unavailable() }

extension NSNotification.Name {
  @available(*, unavailable, message: "Spotlight is not on this platform.")
  public static var NSCoreDataCoreSpotlightDelegateIndexDidUpdate: NSNotification.Name { CoreData.unavailable() }
}

extension NSPersistentStore {
  @available(*, unavailable, message: "Spotlight is not on this platform.")
  public var coreSpotlightExporter: NSCoreDataCoreSpotlightDelegate { unavailable() }
}
