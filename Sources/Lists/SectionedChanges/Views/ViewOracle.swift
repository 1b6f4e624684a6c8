/// A model of `UITableView` and `UICollectionView` without a screen. It stores what the view shows and performs
/// batches. It throws if the real views throw, and also if they are known to crash, or to corrupt or lose cells.
///
/// `sections replay` and the tests pass each change set to it. Identifiers are integers, to make exhaustive tests fast.
/// ``Numbering`` converts other identifiers to integers.
///
/// It applies the rules of both views together:
/// 1. Deletions, reloads and sources of moves are places before the batch, each named once. Insertions and targets of
///    moves are places after it, each named once.
/// 2. Items of a deleted, inserted or moved section are not changed. No section is reloaded while other sections move,
///    and empty sections are never reloaded.
/// 3. Nothing is reloaded or reconfigured together with an insertion, deletion or move.
/// 4. The data source's counts are correct before and after the batch.
/// 5. Every cell shows the data source's element. Real views do not check this, but users notice it.
package struct ViewOracle {
  package typealias Snapshot = SectionedSnapshot<Int, Int>

  /// A section as the view shows it: its header and its cells, as they were last configured.
  package struct Section: Hashable {
    package var header: ListElement<Int>
    package var cells: [ListElement<Int>]
  }

  /// The kind of view.
  package let kind: ViewKind
  /// Whether a batch may name items of inserted and deleted sections in addition to the section, as Apple's fetched
  /// results controller does. Old systems then left cells behind; newer ones ignore these items.
  package let allowsRedundantItems: Bool
  /// The content that the view shows.
  package private(set) var sections: [Section]

  /// Creates a view that shows all content of a list.
  package init(_ kind: ViewKind, showing list: Snapshot, allowsRedundantItems: Bool = false) {
    self.kind = kind
    self.allowsRedundantItems = allowsRedundantItems
    sections = list.sections.map { Section(header: $0.element, cells: Array($0.items)) }
  }

  /// Performs a batch.
  ///
  /// - Parameters:
  ///   - before: the data source before the batch.
  ///   - after: the data source during and after the batch.
  /// - Throws: a ``ViewException`` with the view's message.
  package mutating func perform(
    _ batch: ViewBatch, before: ViewDataSource, after: ViewDataSource
  ) throws {
    try checkCountsBefore(before)
    try BatchRules(kind: kind, batch: batch, counts: sections.map { $0.cells.count }, after: after.counts)
      .check(allowsRedundantItems: allowsRedundantItems)
    animate(batch, after)
    try checkContent(after)
  }

  /// Configures the visible headers again, outside a batch.
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

  /// Updates the cells as the view does. Elements that stay or move keep their cells, and the data source provides all
  /// other cells.
  private mutating func animate(_ batch: ViewBatch, _ source: ViewDataSource) {
    var old: [Section?] = sections
    var cells: [[ListElement<Int>?]] = sections.map { $0.cells }
    // The cells that move between places.
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

  /// Checks that every cell shows the same object as the data source. A cell may show an older state of the object
  /// until a refresh.
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

/// The kind of view that an oracle models. Both kinds apply the same rules, with different messages.
package enum ViewKind: Hashable, Sendable, CaseIterable {
  case table
  case collection

  /// The view's word for an item.
  package var item: String { self == .table ? "row" : "item" }
  /// The view's name in its messages.
  package var view: String { self == .table ? "table view" : "collection view" }
  /// The view's word for an item, with its article.
  var anItem: String { self == .table ? "a row" : "an item" }
}

/// An exception that a view would throw on the main thread, as an error with the same message.
package struct ViewException: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message of the view.
  package let description: String

  /// Creates an exception with the view's message.
  package init(_ description: String) { self.description = description }
}
