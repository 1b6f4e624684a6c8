import SectionedChanges

/// All pairs of lists up to a size. Pairs that differ only in names occur once, because the sections and items of the
/// old list are numbered in order. Those of the new list are either old ones or new ones.
package struct ExhaustivePairs: Sendable {
  package typealias Snapshot = SectionedSnapshot<Int, Int>

  package let maxSections: Int
  package let maxItems: Int

  /// - Parameters:
  ///   - maxSections: sections of a list at most.
  ///   - maxItems: items of a list at most, in all its sections.
  package init(maxSections: Int, maxItems: Int) {
    self.maxSections = maxSections
    self.maxItems = maxItems
  }

  /// Checks every law for one part of all pairs. Each pair is checked twice: with no surviving item updated, and with
  /// all of them updated.
  ///
  /// - Parameters:
  ///   - part: the index of the part.
  ///   - parts: the number of parts, one for each thread or process.
  /// - Returns: the number of checked pairs.
  /// - Throws: ``ChangeLaws/Violation`` for the first pair that breaks a law.
  package func verify(part: Int = 0, of parts: Int = 1) throws -> Int {
    var count = 0
    try forEach(part: part, of: parts) { old, new, revised in
      // One kind of view is enough, because the kinds differ only in the words of their messages.
      let changes = try ChangeLaws.verify(from: old, to: revised, views: [.table])
      if revised != new { try ChangeLaws.verify(from: old, to: new, asStructureOf: changes) }
      count += 1
    }
    return count
  }

  /// Calls `body` with each pair of a part, and with the new list in which all surviving items are updated.
  package func forEach(
    part: Int, of parts: Int, _ body: (_ old: Snapshot, _ new: Snapshot, _ revised: Snapshot) throws -> Void
  ) rethrows {
    let shapes = (0...maxSections).flatMap { sections in
      (0...maxItems).flatMap { Self.shapes(sections: sections, items: $0) }
    }
    // Identifiers of new elements begin here. All old ones are smaller.
    let fresh = 100
    var number = 0
    for oldShape in shapes {
      let oldItems = oldShape.reduce(0, +)
      let old = Self.list(oldShape, Array(oldShape.indices), Array(0..<oldItems), isRevised: { _ in false })
      for newShape in shapes {
        let newItems = newShape.reduce(0, +)
        let itemChoices = Self.choices(count: newItems, from: oldItems, fresh: fresh)
        for sections in Self.choices(count: newShape.count, from: oldShape.count, fresh: fresh) {
          for items in itemChoices {
            defer { number += 1 }
            guard number % parts == part else { continue }
            let new = Self.list(newShape, sections, items, isRevised: { _ in false })
            let revised = Self.list(newShape, sections, items, isRevised: { $0 < fresh })
            try body(old, new, revised)
          }
        }
      }
    }
  }

  /// Returns all ways to distribute items over sections, as the sections' item counts.
  private static func shapes(sections: Int, items: Int) -> [[Int]] {
    if sections == 0 { return items == 0 ? [[]] : [] }
    return (0...items).flatMap { first in
      shapes(sections: sections - 1, items: items - first).map { [first] + $0 }
    }
  }

  /// Returns all ways to fill `count` places with old names, each at most once, or with new names.
  private static func choices(count: Int, from old: Int, fresh: Int) -> [[Int]] {
    var result: [[Int]] = [[]]
    for place in 0..<count {
      result = result.flatMap { names in
        (0..<old).filter { !names.contains($0) }.map { names + [$0] } + [names + [fresh + place]]
      }
    }
    return result
  }

  private static func list(
    _ shape: [Int], _ sections: [Int], _ items: [Int], isRevised: (Int) -> Bool
  ) -> Snapshot {
    var start = 0
    var result: [Snapshot.Section] = []
    for (section, count) in zip(sections, shape) {
      let rows = items[start..<start + count].map { ListElement($0, revision: isRevised($0) ? 1 : 0) }
      result.append(.init(section, items: rows))
      start += count
    }
    return Snapshot(sections: result)
  }
}
