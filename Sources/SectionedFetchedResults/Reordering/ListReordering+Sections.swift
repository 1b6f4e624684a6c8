import CoreData
import Foundation
import SectionedChanges

extension ListReordering {
  /// Moves a section, by the attribute that was given for the positions of section objects.
  ///
  /// - Parameters:
  ///   - from: its index, in the list before the move.
  ///   - to: its new index, in the list after the move. The section of unmatched items stays the last one.
  /// - Complexity: O(sections with new positions · log). If the list hides sections, they are fetched.
  /// - Throws: ``ListReorderingError``; the error of the fetch. Nothing is changed then. A reordering without an
  ///   attribute for sections is a programming error.
  public func moveSection(from: Int, to: Int) throws {
    guard let sectionPosition else {
      fatalError("Sections are moved by a ListReordering that is made with sectionPosition: the attribute's name.")
    }
    guard list.isFetched, let context = list.context else { throw ListReorderingError.notFetched }
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
    try asOneStep(in: context) {
      try list.perform(fromSection: from, to: to) {
        for (row, number) in numbers { row.setValue(order.attribute.value(number), forKey: order.attribute.name) }
      }
    }
  }

  /// The number of sections that are objects.
  private func sectionObjectCount(_ from: Int, _ to: Int) throws -> Int {
    let all = list.sectionCount
    let count = all > 0 && list.sectionObject(at: all - 1) == nil ? all - 1 : all
    for index in [from, to] where index < 0 || index >= count {
      throw ListReorderingError.noSuchPlace("There is no section \(index) that can be moved: the list has \(count).")
    }
    return count
  }
}
