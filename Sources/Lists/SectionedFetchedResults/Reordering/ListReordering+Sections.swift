import CoreData
import Foundation
import SectionedChanges

extension ListReordering {
  /// Moves a section by changing section objects' position attribute, `sectionPosition`. If the context has unprocessed
  /// changes, these become an event before the move, and the section is then placed beside the same neighbours.
  ///
  /// - Parameters:
  ///   - from: the index of the section, in the list before the move.
  ///   - to: the new index, in the list after the move. The section of unmatched items always stays last.
  /// - Complexity: O(sections with new positions · log sections); O(sections) if there are unprocessed changes. If the
  ///   list hides sections, they are fetched.
  /// - Throws: ``ListReorderingError``, or the error of the fetch. Nothing has changed then. It is a programming error
  ///   to call this without a `sectionPosition`.
  public func moveSection(from: Int, to: Int) throws {
    guard let sectionPosition else {
      fatalError("Sections are moved by a ListReordering that is made with sectionPosition: the attribute's name.")
    }
    guard list.isFetched, let context = list.context else { throw ListReorderingError.notFetched }
    let (from, to) = try current(from, to, in: context)
    let count = try sectionObjectCount(from, to)
    guard let row = list.sectionObject(at: from), let request = try list.sectionRequest() else {
      throw ListReorderingError.noSuchPlace("The section \(from) is no object and has no position.")
    }
    if from == to { return }
    let order = try RowOrder(request, by: sectionPosition, inSectionsBy: nil)
    let shown = RowTarget(shown: count, without: [from], index: to) { [list] index in
      guard let object = list.sectionObject(at: index) else { fatalError("The section \(index) has left the list.") }
      return object
    }
    let scope = RowScope(request, given: nil)
    let hidesSome = scope.hidesRows || !list.showsAllSections
    let stored = hidesSome ? try scope.rows(request, inSection: nil, in: context) : nil
    let target = stored.flatMap { shown.among($0, without: [row]) } ?? shown
    let numbers = try order.plan([row], areWritten: false, to: target)
    try context.performAsOneUndoStep {
      try list.perform(fromSection: from, to: to) {
        for (row, number) in numbers { row.setValue(order.attribute.value(number), forKey: order.attribute.name) }
      }
    }
  }

  /// Processes the context's changes, because the move must be an event of its own, and returns the indices as they are
  /// then.
  private func current(_ from: Int, _ to: Int, in context: NSManagedObjectContext) throws -> (from: Int, to: Int) {
    let count = try sectionObjectCount(from, to)
    guard context.hasChanges else { return (from, to) }
    /// The section at an index of the list without the moved one.
    func neighbour(_ index: Int) -> AnyHashable? {
      guard index >= 0, index < count - 1 else { return nil }
      return list.sectionID(at: index < from ? index : index + 1)
    }
    let (moved, before, after) = (list.sectionID(at: from), neighbour(to - 1), neighbour(to))
    context.processPendingChanges()
    func index(of section: AnyHashable?) -> Int? {
      section.flatMap { section in (0..<list.sectionCount).first { list.sectionID(at: $0) == section } }
    }
    guard let from = index(of: moved) else {
      throw ListReorderingError.noSuchPlace("The section has left the list before it was moved.")
    }
    func without(_ index: Int) -> Int { index > from ? index - 1 : index }
    return (from, index(of: before).map { without($0) + 1 } ?? index(of: after).map(without) ?? from)
  }

  /// The number of sections that have an object. Throws if one of the indices is not among these.
  private func sectionObjectCount(_ from: Int, _ to: Int) throws -> Int {
    let all = list.sectionCount
    let count = all > 0 && list.sectionObject(at: all - 1) == nil ? all - 1 : all
    for index in [from, to] where index < 0 || index >= count {
      throw ListReorderingError.noSuchPlace("There is no section \(index) that can be moved: the list has \(count).")
    }
    return count
  }
}
