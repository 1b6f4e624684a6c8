import Foundation

extension NSManagedObjectContext {
  @available(*, unavailable, message: "There is no UndoManager on this platform: use rollback().")
  public func undo() { unavailable() }

  @available(*, unavailable, message: "There is no UndoManager on this platform.")
  public func redo() { unavailable() }

  @available(*, unavailable, message: "A fault always reads the last saved state here: nothing gets stale.")
  public var stalenessInterval: Double {
    get { unavailable() }
    set { unavailable() }
  }
}
