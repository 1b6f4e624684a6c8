import CoreData

extension ListEditing {
  /// Returns this editing, with each edit saved at once.
  ///
  /// If an edit or its save fails, the context is rolled back, which discards all its unsaved changes. The view then
  /// undoes the user's change, and its binding reports the error.
  ///
  /// ```swift
  /// binding.editing = ListEditing(mail, move: { message, place in … }).saving(context)
  /// ```
  ///
  /// - Parameter context: the context of the list that is edited.
  /// - Returns: an editing that allows the same edits. Each of them throws the errors of the edit and of the save.
  /// - Complexity: that of the edit and of a save of the context.
  public func saving(_ context: NSManagedObjectContext) -> ListEditing {
    func saved(_ edit: () throws -> Void) throws {
      do {
        try edit()
        try context.save()
      } catch {
        context.rollback()
        throw error
      }
    }
    var editing = self
    editing.move = move.map { move in { from, to in try saved { try move(from, to) } } }
    editing.delete = delete.map { delete in { place in try saved { try delete(place) } } }
    editing.insert = insert.map { insert in { place in try saved { try insert(place) } } }
    return editing
  }
}
