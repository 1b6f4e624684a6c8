import Foundation

extension NSManagedObjectContext {
  @available(*, unavailable, message: "A fault always reads the last saved state here: nothing gets stale.")
  public var stalenessInterval: Double {
    get { unavailable() }
    set { unavailable() }
  }
}
