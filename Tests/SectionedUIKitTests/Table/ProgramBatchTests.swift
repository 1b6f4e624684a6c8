import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// A program that changes the source within a batch update of its own. The initial list: `1: 10 11 12 | 2: 20 21 22 |
/// 3:`
@Suite("A change within a batch of the program's own joins it, and what cannot comes after it")
@MainActor
struct ProgramBatchTests {
  /// An edit that a program makes within its batch.
  nonisolated enum Edit: CaseIterable {
    /// An insertion, whose plan has one stage.
    case insertion
    /// Several events, each with a plan of one stage.
    case twoChanges
    /// An event whose plan has several stages: a section is deleted, and its items stay.
    case severalStages
    /// An update in place, without insertions, deletions or moves.
    case update
    /// An update after which another rule makes the cell.
    case otherCell
    /// More changes than the presenter animates.
    case manyChanges
    /// A reload that the program requests.
    case reload
  }

  private func perform(_ edit: Edit, _ list: Shelves, _ presenter: ListPresenter<Shelves>) throws {
    switch edit {
    case .insertion: try list.insert(Book(id: 13), at: ItemPlace(section: 0, item: 1))
    case .twoChanges:
      try list.remove(at: ItemPlace(section: 0, item: 0))
      try list.insert(Book(id: 23, title: "new"), at: ItemPlace(section: 1, item: 0))
      try list.insertSection(Shelf(id: 4), items: [Book(id: 40)], at: 0)
    case .severalStages:
      try list.performUpdates {
        try list.move(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 2, item: 0))
        try list.removeSection(at: 0)
        try list.insertSection(Shelf(id: 5), items: [Book(id: 50)], at: 0)
        try list.move(from: ItemPlace(section: 1, item: 2), to: ItemPlace(section: 0, item: 0))
        try list.replace(20, with: Book(id: 20, title: "other"))
      }
    case .update: try list.replace(11, with: Book(id: 11, title: "other"))
    case .otherCell:
      try list.replace(11, with: Book(id: 11, isLent: true))
      try list.remove(at: ItemPlace(section: 0, item: 0))
    case .manyChanges:
      presenter.animationLimit = 1
      try list.performUpdates {
        try list.remove(at: ItemPlace(section: 0, item: 0))
        try list.remove(at: ItemPlace(section: 0, item: 0))
      }
    case .reload:
      presenter.reload()
      try list.remove(at: ItemPlace(section: 0, item: 0))
    }
  }

  @Test("a table", arguments: Edit.allCases)
  func table(edit: Edit) async throws {
    for isPair in [true, false] {
      let stage = TableStage()
      let refusals = try await Refusals.recorded {
        if isPair {
          stage.table.beginUpdates()
          try perform(edit, stage.list, stage.binding.presenter)
          stage.table.endUpdates()
        } else {
          var failure: (any Error)?
          stage.table.performBatchUpdates {
            do { try perform(edit, stage.list, stage.binding.presenter) } catch { failure = error }
          }
          #expect(failure == nil)
        }
        let (table, presenter) = (stage.table, stage.binding.presenter)
        let counts = (0..<presenter.numberOfSections).map { presenter.numberOfItems(inSection: $0) }
        #expect((0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) } == counts)
        await nextTurn()
      }
      #expect(refusals == [], "\(edit)")
      #expect(stage.binding.presenter.shown == stage.list.snapshot, "\(edit)")
      stage.check("\(edit)")
      // The next change is shown immediately.
      try stage.list.insert(Book(id: 99), at: ItemPlace(section: 0, item: 0))
      stage.check("after \(edit)")
    }
  }

  @Test("a collection", arguments: Edit.allCases)
  func collection(edit: Edit) async throws {
    let stage = CollectionStage()
    let refusals = await Refusals.recorded {
      var failure: (any Error)?
      stage.view.performBatchUpdates {
        do { try perform(edit, stage.list, stage.binding.presenter) } catch { failure = error }
      }
      #expect(failure == nil)
      await nextTurn()
    }
    #expect(refusals == [], "\(edit)")
    #expect(stage.binding.presenter.shown == stage.list.snapshot, "\(edit)")
    stage.check("\(edit)")
  }

  @Test("what a table shows off the screen waits as well")
  func offScreen() async throws {
    let stage = TableStage()
    stage.table.removeFromSuperview()
    let refusals = try await Refusals.recorded {
      stage.table.beginUpdates()
      try stage.list.remove(at: ItemPlace(section: 0, item: 0))
      stage.table.endUpdates()
      await nextTurn()
    }
    #expect(refusals == [])
    stage.check()
  }

  @Test("selection and what is visible are kept over the end of the batch")
  func position() async throws {
    let stage = TableStage(
      Shelves([SectionContent(Shelf(id: 1), items: (0..<60).map { Book(id: $0) })], anomalies: AnomalyHandler { _ in }))
    stage.table.drag(to: 880)
    let path = IndexPath(row: 21, section: 0)
    stage.table.selectRow(at: path, animated: false, scrollPosition: .none)
    let distance = stage.table.rectForRow(at: path).minY - stage.table.contentOffset.y
    try await Refusals.recorded {
      stage.table.beginUpdates()
      try stage.list.insert(contentsOf: (100..<105).map { Book(id: $0) }, at: ItemPlace(section: 0, item: 0))
      try stage.list.remove(at: ItemPlace(section: 0, item: 7))
      stage.table.endUpdates()
      await nextTurn()
    }.forEach { Issue.record("\($0)") }
    let now = IndexPath(row: 25, section: 0)
    #expect(stage.table.indexPathsForSelectedRows == [now])
    #expect(stage.table.rectForRow(at: now).minY - stage.table.contentOffset.y == distance)
  }
}
