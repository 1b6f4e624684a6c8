import SectionedChanges
import SectionedTesting
import Testing

/// The oracle checks plans in place of the views, so it must refuse the batches that views refuse.
@Suite("View oracle")
struct ViewOracleTests {
  /// Returns the oracle's error for a batch between two lists; nil if it accepts the batch.
  private func refusal(
    _ kind: ViewKind = .table, of batch: ViewBatch, from old: List, to new: List, before: List? = nil
  ) -> String? {
    var view = ViewOracle(kind, showing: old)
    do {
      try view.perform(batch, before: ViewDataSource(before ?? old), after: ViewDataSource(new))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func batch(_ fill: (inout ViewBatch) -> Void) -> ViewBatch {
    var batch = ViewBatch()
    fill(&batch)
    return batch
  }

  // MARK: The rows of the table of known-bad combinations

  @Test func moveOfARowIntoANewlyInsertedSection() {
    let bad = batch {
      $0.insertedSections = [1]
      $0.movedItems = [.init(place(0, 0), place(1, 0))]
    }
    let old = list([1: [11]])
    let new = list([1: [], 2: [11]])
    #expect(refusal(of: bad, from: old, to: new) == "cannot move a row into a newly inserted section (1)")
    #expect(
      refusal(.collection, of: bad, from: old, to: new) == "cannot move an item into a newly inserted section (1)")
  }

  @Test func moveOfARowOutOfADeletedSection() {
    let bad = batch {
      $0.deletedSections = [0]
      $0.movedItems = [.init(place(0, 0), place(0, 0))]
    }
    let old = list([1: [11], 2: []])
    #expect(refusal(of: bad, from: old, to: list([2: [11]])) == "cannot move a row from a deleted section (0)")
    #expect(
      refusal(.collection, of: bad, from: old, to: list([2: [11]])) == "cannot move an item from a deleted section (0)")
  }

  @Test func sectionMoveWithARowReloadInIt() {
    let bad = batch {
      $0.movedSections = [.init(1, 0)]
      $0.reloadedItems = [place(1, 0)]
    }
    #expect(
      refusal(of: bad, from: list([1: [11], 2: [21]]), to: list([2: [21], 1: [11]]))
        == "cannot reload a row in a moved section (1)")
  }

  @Test func itemInsertedIntoAMovedSection() {
    let bad = batch {
      $0.movedSections = [.init(1, 0)]
      $0.insertedItems = [place(0, 0)]
    }
    #expect(
      refusal(.collection, of: bad, from: list([1: [11], 2: [21]]), to: list([2: [22, 21], 1: [11]]))
        == "cannot insert an item into a moved section (0)")
  }

  @Test func reloadOfASectionDisplacedByAMove() {
    let bad = batch {
      $0.movedSections = [.init(1, 0)]
      $0.reloadedSections = [0]
    }
    #expect(
      refusal(of: bad, from: list([1: [11], 2: [21]]), to: list([2: [21], 1: [11]]))
        == "attempt to perform an insert and a move to the same section (0)")
  }

  @Test func sectionMoveToItsOwnPlaceWithAnItemMovedOut() {
    let bad = batch {
      $0.movedSections = [.init(0, 0)]
      $0.movedItems = [.init(place(0, 0), place(1, 0))]
    }
    #expect(
      refusal(.collection, of: bad, from: list([1: [11], 2: []]), to: list([1: [], 2: [11]]))
        == "cannot move an item from a moved section (0)")
  }

  @Test func reloadOfAnEmptySection() {
    let bad = batch { $0.reloadedSections = [0] }
    #expect(
      refusal(of: bad, from: list([1: []]), to: list([1: []]))
        == "attempt to reload a section that has no rows (0)")
  }

  @Test func insertedSectionWithItsItemsInOneBatch() {
    let bad = batch {
      $0.insertedSections = [0]
      $0.insertedItems = [place(0, 0)]
    }
    #expect(
      refusal(.collection, of: bad, from: list([:]), to: list([1: [11]]))
        == "cannot insert an item into a newly inserted section (0)")
  }

  @Test func duplicateDeletions() {
    let bad = batch { $0.deletedItems = [place(0, 0), place(0, 0)] }
    #expect(
      refusal(of: bad, from: list([1: [11, 12]]), to: list([1: []]))
        == "attempt to perform multiple deletes of the same index path ([0, 0])")
  }

  @Test func insertionAndMoveToOnePath() {
    let bad = batch {
      $0.insertedItems = [place(0, 0)]
      $0.movedItems = [.init(place(0, 1), place(0, 0))]
    }
    #expect(
      refusal(of: bad, from: list([1: [11, 12]]), to: list([1: [12, 11, 13]]))
        == "attempt to perform an insert and a move to the same index path ([0, 0])")
  }

  @Test func reloadAndDeletionOfOnePath() {
    let bad = batch {
      $0.reloadedItems = [place(0, 0)]
      $0.deletedItems = [place(0, 0)]
    }
    #expect(
      refusal(of: bad, from: list([1: [11]]), to: list([1: []]))
        == "attempt to delete and reload the same index path ([0, 0])")
  }

  /// The batch meets every rule about sets, and views still throw.
  @Test func refreshBesideStructure() {
    func bad(_ refresh: (inout ViewBatch) -> Void) -> ViewBatch {
      batch {
        $0.deletedItems = [place(0, 1)]
        $0.movedItems = [.init(place(0, 0), place(0, 1)), .init(place(0, 3), place(0, 0))]
        refresh(&$0)
      }
    }
    let old = list([1: [11, 12, 13, 14]])
    let new = list([1: [14, 11, 13]])
    #expect(refusal(of: bad { _ in }, from: old, to: new) == nil)
    #expect(
      refusal(of: bad { $0.reloadedItems = [place(0, 2)] }, from: old, to: new)
        == "attempt to reload index path ([0, 2]) beside insertions, deletions or moves")
    #expect(
      refusal(of: bad { $0.reconfiguredItems = [place(0, 2)] }, from: old, to: new)
        == "attempt to reconfigure index path ([0, 2]) beside insertions, deletions or moves")
  }

  // MARK: The documented rules

  @Test func countsThatDoNotAddUp() {
    let one = list([1: [11]])
    let two = list([1: [11, 12]])
    #expect(
      refusal(of: ViewBatch(), from: one, to: two)?.hasPrefix(
        "Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section "
          + "after the update (2) must be equal to the number of rows contained in that section before the update (1)")
        == true)
    #expect(
      refusal(.collection, of: ViewBatch(), from: one, to: list([1: [11], 2: []]))?.hasPrefix(
        "Invalid update: invalid number of sections. The number of sections contained in the collection view after "
          + "the update (2)") == true)
    #expect(
      refusal(.collection, of: batch { $0.insertedItems = [place(0, 1)] }, from: one, to: two, before: two)?.hasPrefix(
        "Invalid batch updates detected") == true, "the model was switched before the batch")
  }

  @Test func placesThatDoNotExist() {
    let one = list([1: [11]])
    #expect(
      refusal(of: batch { $0.deletedItems = [place(0, 3)] }, from: one, to: one)
        == "attempt to delete row 3 from section 0 which only contains 1 rows before the update")
    #expect(
      refusal(of: batch { $0.deletedItems = [place(4, 0)] }, from: one, to: one)
        == "attempt to delete row 0 from section 4, but there are only 1 sections before the update")
    #expect(
      refusal(of: batch { $0.insertedItems = [place(0, 3)] }, from: one, to: one)
        == "attempt to insert row 3 into section 0, but there are only 1 rows in section 0 after the update")
    #expect(
      refusal(of: batch { $0.insertedSections = [2] }, from: one, to: one)
        == "attempt to insert section 2 but there are only 1 sections after the update")
    #expect(
      refusal(of: batch { $0.movedSections = [.init(1, 0)] }, from: one, to: one)
        == "attempt to move section 1, but there are only 1 sections before the update")
  }

  @Test func oneSectionNamedTwice() {
    let old = list([1: [], 2: []])
    #expect(
      refusal(
        of: batch {
          $0.deletedSections = [1]
          $0.movedSections = [.init(1, 0)]
        }, from: old, to: old) == "attempt to perform a delete and a move from the same section (1)")
    #expect(
      refusal(
        of: batch {
          $0.insertedSections = [0]
          $0.movedSections = [.init(1, 0)]
        }, from: old, to: old) == "attempt to perform an insert and a move to the same section (0)")
  }

  /// Views accept this batch, and show the wrong rows to users.
  @Test func cellsThatShowAnotherObject() {
    #expect(
      refusal(
        of: batch { $0.movedItems = [.init(place(0, 0), place(0, 2))] }, from: list([1: [11, 12, 13]]),
        to: list([1: [13, 12, 11]])) == "the cell at [0, 0] shows 12; the data source has 13")
    #expect(
      refusal(of: ViewBatch(), from: list([1: [], 2: []]), to: list([2: [], 1: []]))
        == "the header of section 0 shows 1; the data source has 2")
  }

  @Test func anUpdateThatIsNotRefreshedIsSeen() throws {
    let old = list([1: [11]])
    let new = list([1: [11]], revised: [11])
    var view = ViewOracle(.table, showing: old)
    try view.perform(ViewBatch(), before: ViewDataSource(old), after: ViewDataSource(new))
    #expect(throws: ViewException.self) { try view.requireShows(new) }
    try view.perform(
      batch { $0.reloadedItems = [place(0, 0)] }, before: ViewDataSource(new), after: ViewDataSource(new))
    try view.requireShows(new)
  }
}
