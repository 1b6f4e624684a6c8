import Foundation

extension NSManagedObjectContext {
  @available(*, unavailable, message: "There is no UndoManager on this platform; nil is what it would be.")
  public var undoManager: AnyObject? {
    get { unavailable() }
    set { unavailable() }
  }
}
