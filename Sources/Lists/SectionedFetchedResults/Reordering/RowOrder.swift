import CoreData
import Foundation

/// The order of a list with positions: the position attribute, and the sort descriptors before it. Later descriptors
/// are ignored, because they only order rows with the same position, and a moved row gets a distinct one.
struct RowOrder {
  let attribute: PositionAttribute
  private let leading: [NSSortDescriptor]

  /// - Parameters:
  ///   - request: the request of the list.
  ///   - position: the attribute of the position.
  ///   - section: the key path to the value that all rows of a section share. The request may sort by it first.
  /// - Throws: `ListReorderingError` if the list is not sorted by the attribute.
  init(_ request: NSFetchRequest<NSManagedObject>, by position: String, inSectionsBy section: String?) throws {
    guard let entity = request.entity else { throw ListReorderingError.notFetched }
    let descriptors = request.sortDescriptors ?? []
    guard let index = descriptors.firstIndex(where: { $0.key == position }) else {
      // A misspelt name is more likely, so report that first.
      _ = try PositionAttribute(position, of: entity, isAscending: true)
      throw ListReorderingError.notSorted(by: position, descriptors: descriptors.map { $0.key ?? "a block" })
    }
    attribute = try PositionAttribute(position, of: entity, isAscending: descriptors[index].ascending)
    leading = descriptors[..<index].filter { descriptor in
      guard let key = descriptor.key, let section else { return true }
      return key != section && !key.hasPrefix(section + ".")
    }
  }

  var leadingKeys: [String] { leading.map { $0.key ?? "a block" } }

  /// Whether only positions decide the order of the rows in a section.
  var isByPosition: Bool { leading.isEmpty }

  /// Compares two rows by the sort descriptors before that of the position.
  func compare(_ left: NSManagedObject, _ right: NSManagedObject) -> ComparisonResult {
    for descriptor in leading {
      let result = descriptor.compare(left, to: right)
      if result != .orderedSame { return result }
    }
    return .orderedSame
  }
}

/// The rows of a section without the moved ones, and the index at which these are inserted.
struct RowTarget {
  let count: Int
  let index: Int
  let row: (Int) -> NSManagedObject
}

extension RowOrder {
  /// Returns new positions for the moved rows and for as few other rows as possible.
  ///
  /// - Parameters:
  ///   - rows: the moved rows in their new order.
  ///   - areWritten: whether the moved rows are written anyway.
  ///   - target: the other rows, and the index among them.
  /// - Returns: the rows whose positions change, with their new positions as numbers of the attribute's scale.
  /// - Throws: `decidedByOtherKeys`, `noRoom`.
  func plan(
    _ rows: [NSManagedObject], areWritten: Bool, to target: RowTarget
  ) throws -> [(row: NSManagedObject, number: Int)] {
    try check(rows, to: target)
    var result: [(row: NSManagedObject, number: Int)] = []
    var start = 0
    while start < rows.count {
      // Rows with different leading sort values are ordered by these, so each run of equal ones is planned by itself.
      let end = rows[start...].firstIndex { compare(rows[start], $0) != .orderedSame } ?? rows.count
      let run = Array(rows[start..<end])
      func neighbour(_ index: Int, _ isFree: Bool) -> PositionPlan.Neighbour {
        guard !isFree, index >= 0, index < target.count else { return .end }
        let row = target.row(index)
        return compare(row, run[0]) == .orderedSame ? .row(attribute.number(of: row)) : .end
      }
      let (isFirst, isLast) = (start == 0, end == rows.count)
      let before = { neighbour(target.index - 1 - $0, !isFirst) }
      let after = { neighbour(target.index + $0, !isLast) }
      let isUp = attribute.isAscending
      let numbers = run.map(attribute.number(of:))
      guard
        let plan = PositionPlan(
          moving: isUp ? numbers : numbers.reversed(), areWritten: areWritten, before: isUp ? before : after,
          after: isUp ? after : before, on: attribute.scale)
      else { throw ListReorderingError.noRoom(name: attribute.name) }
      for (row, number) in zip(run, isUp ? plan.moved : plan.moved.reversed()) {
        if let number { result.append((row, number)) }
      }
      for (index, number) in (isUp ? plan.before : plan.after).enumerated() {
        result.append((target.row(target.index - 1 - index), number))
      }
      for (index, number) in (isUp ? plan.after : plan.before).enumerated() {
        result.append((target.row(target.index + index), number))
      }
      start = end
    }
    return result.filter { attribute.number(of: $0.row) != $0.number }
  }

  private func check(_ rows: [NSManagedObject], to target: RowTarget) throws {
    guard !isByPosition else { return }
    let before = target.index > 0 ? [target.row(target.index - 1)] : []
    let after = target.index < target.count ? [target.row(target.index)] : []
    let all = before + rows + after
    for (left, right) in zip(all, all.dropFirst()) where compare(left, right) == .orderedDescending {
      throw ListReorderingError.decidedByOtherKeys(leadingKeys)
    }
  }
}
