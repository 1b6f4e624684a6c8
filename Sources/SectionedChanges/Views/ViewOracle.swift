/// A headless model of `UITableView` and `UICollectionView`: it has the content of the screen, performs a batch, and
/// throws where the views throw, and also where they are known to crash, to garble cells or to lose them.
///
/// `sections replay` shows it each change set, and so do the tests. Identifiers are integers, which keeps the
/// exhaustive tests fast; ``Numbering`` turns other identifiers into integers.
///
/// The rules are those of both views taken together:
/// 1. deletions, reloads and sources of moves are places before the batch, each named once; insertions and targets of
///    moves are places after it, each named once;
/// 2. nothing is done to items of a deleted, inserted or moved section; no section is reloaded while other sections
///    move, and an empty one never;
/// 3. nothing is reloaded or reconfigured beside an insertion, a deletion or a move;
/// 4. the data source's counts are right before, and right after;
/// 5. every cell shows what the data source has there. The views do not check this; users do.
package struct ViewOracle {
  package typealias Snapshot = SectionedSnapshot<Int, Int>

  /// A section on the screen: its header and its cells, as last configured.
  package struct Section: Hashable {
    package var header: ListElement<Int>
    package var cells: [ListElement<Int>]
  }

  /// The view that is modelled.
  package let kind: ViewKind
  /// Whether items of inserted and deleted sections may be named beside the section, as Apple's fetched results
  /// controller does. Old systems left cells behind; newer ones treat these items as already named.
  package let allowsRedundantItems: Bool
  /// The content of the screen.
  package private(set) var sections: [Section]

  /// A view that has loaded everything from a data source.
  package init(_ kind: ViewKind, showing list: Snapshot, allowsRedundantItems: Bool = false) {
    self.kind = kind
    self.allowsRedundantItems = allowsRedundantItems
    sections = list.sections.map { Section(header: $0.element, cells: Array($0.items)) }
  }

  /// Performs one batch.
  ///
  /// - Parameters:
  ///   - before: what the data source answers before the batch.
  ///   - after: what it answers from within the batch on.
  /// - Throws: ``ViewException`` in the words of the view.
  package mutating func perform(
    _ batch: ViewBatch, before: ViewDataSource, after: ViewDataSource
  ) throws {
    try checkCountsBefore(before)
    try BatchRules(kind: kind, batch: batch, counts: sections.map { $0.cells.count }, after: after.counts)
      .check(allowsRedundantItems: allowsRedundantItems)
    animate(batch, after)
    try checkContent(after)
  }

  /// Configures headers on the screen again, outside any batch.
  package mutating func configureHeaders(of indices: [Int], from source: ViewDataSource) throws {
    for index in indices {
      guard sections.indices.contains(index) else {
        throw ViewException("request for the header of invalid section (\(index))")
      }
      sections[index].header = source.section(index)
    }
  }

  private func checkCountsBefore(_ source: ViewDataSource) throws {
    guard source.counts != sections.map({ $0.cells.count }) else { return }
    throw ViewException(
      "Invalid batch updates detected: the number of sections and/or \(kind.item)s returned by the data source before "
        + "performing the batch updates is \(source.counts), the \(kind.view) has \(sections.map { $0.cells.count }).")
  }

  /// Rearranges the cells as the view does: what stays and what moves keeps its cell, all else is asked for.
  private mutating func animate(_ batch: ViewBatch, _ source: ViewDataSource) {
    var old: [Section?] = sections
    var cells: [[ListElement<Int>?]] = sections.map { $0.cells }
    // Cells under way between sections.
    var moving: [ItemPlace: ListElement<Int>] = [:]
    for move in batch.movedItems {
      moving[move.to] = cells[move.from.section][move.from.item]
      cells[move.from.section][move.from.item] = nil
    }
    for place in batch.deletedItems { cells[place.section][place.item] = nil }
    let counts = source.counts
    var new: [Section?] = Array(repeating: nil, count: counts.count)
    var origins: [Int?] = Array(repeating: nil, count: counts.count)
    for section in batch.deletedSections { old[section] = nil }
    for move in batch.movedSections {
      origins[move.to] = move.from
      old[move.from] = nil
    }
    let came = Set(batch.insertedSections + batch.movedSections.map { $0.to })
    var staying = old.indices.filter { old[$0] != nil }[...]
    for index in new.indices where !came.contains(index) { origins[index] = staying.popFirst() }

    for index in new.indices {
      guard let origin = origins[index] else {
        let items = (0..<counts[index]).map { source.item(ItemPlace(section: index, item: $0)) }
        new[index] = Section(header: source.section(index), cells: items)
        continue
      }
      var kept = cells[origin].compactMap { $0 }[...]
      let inserted = Set(batch.insertedItems.filter { $0.section == index }.map { $0.item })
      var result: [ListElement<Int>] = []
      for item in 0..<counts[index] {
        let place = ItemPlace(section: index, item: item)
        if let moved = moving[place] {
          result.append(moved)
        } else if !inserted.contains(item), let next = kept.popFirst() {
          result.append(next)
        } else {
          result.append(source.item(place))
        }
      }
      new[index] = Section(header: sections[origin].header, cells: result)
    }
    sections = new.compactMap { $0 }
    for place in batch.reloadedItems + batch.reconfiguredItems {
      sections[place.section].cells[place.item] = source.item(place)
    }
    for section in batch.reloadedSections {
      let items = (0..<counts[section]).map { source.item(ItemPlace(section: section, item: $0)) }
      sections[section] = Section(header: source.section(section), cells: items)
    }
  }

  /// No cell may show another object than the data source has; its newest state is shown by a refresh.
  private func checkContent(_ source: ViewDataSource) throws {
    for (index, section) in sections.enumerated() {
      guard section.header.id == source.section(index).id else {
        throw ViewException(
          "the header of section \(index) shows \(section.header.id); the data source has \(source.section(index).id)")
      }
      for (item, cell) in section.cells.enumerated() {
        let place = ItemPlace(section: index, item: item)
        guard cell.id == source.item(place).id else {
          throw ViewException("the cell at \(place) shows \(cell.id); the data source has \(source.item(place).id)")
        }
      }
    }
  }
}

/// The view that an oracle models. Each enforces the rules of both; the kind chooses the words.
package enum ViewKind: Hashable, Sendable, CaseIterable {
  case table
  case collection

  /// The view's word for an item.
  package var item: String { self == .table ? "row" : "item" }
  /// The view's name in its messages.
  package var view: String { self == .table ? "table view" : "collection view" }
  /// The word with its article.
  var anItem: String { self == .table ? "a row" : "an item" }
}

/// An exception that a view throws on the main thread; here an error with the same words.
package struct ViewException: Error, Hashable, Sendable, CustomStringConvertible {
  /// The words of the view.
  package let description: String

  /// Creates an exception with the words of the view.
  package init(_ description: String) { self.description = description }
}
