import Testing
import UIKit

@Suite("A naive binding is refused")
@MainActor
struct NaiveBindingTests {
  @Test("1. It hands on two insertions one by one, with both in the data source already")
  func changesOneByOne() {
    let binding = NaiveBinding([["a"]])
    let said = Refusals.recorded {
      binding.sections = [["a", "b", "c"]]
      binding.table.insertRows(at: [at(0, 1)], with: .none)
    }
    #expect(said.first?.hasPrefix("Invalid update: invalid number of rows in section 0.") == true)
  }

  @Test("2. It inserts into a table that has not asked yet, with the row in the data source already")
  func insertionBeforeTheFirstLayout() {
    let binding = NaiveBinding([["a"]], isShown: false)
    let said = Refusals.recorded {
      binding.sections = [["a", "b"]]
      binding.table.insertRows(at: [at(0, 1)], with: .none)
    }
    #expect(said.first?.contains("after the update (2)") == true)
    #expect(said.first?.contains("before the update (2)") == true)
  }

  @Test("3. It deletes two rows by places that the first deletion has shifted")
  func shiftedDeletions() {
    let binding = NaiveBinding([["a", "b"]])
    let said = Refusals.recorded {
      binding.table.performBatchUpdates {
        for _ in 0..<2 {
          binding.sections[0].removeFirst()
          binding.table.deleteRows(at: [at(0, 0)], with: .none)
        }
      }
    }
    #expect(said == ["attempt to perform multiple deletes of the same index path ([0, 0])"])
  }

  @Test("4. It names a row that moved and changed twice: as a move and as a reload")
  func moveAndReload() {
    let binding = NaiveBinding([["a", "b"]])
    let said = Refusals.recorded {
      binding.table.performBatchUpdates {
        binding.sections = [["b", "a2"]]
        binding.table.moveRow(at: at(0, 0), to: at(0, 1))
        binding.table.reloadRows(at: [at(0, 0)], with: .none)
      }
    }
    #expect(said == ["attempt to reload and move the same index path ([0, 0])"])
  }

  @Test("5. It moves the last row of a section that goes")
  func lastRowOfASection() {
    let binding = NaiveBinding([["a"], ["b"]])
    let said = Refusals.recorded {
      binding.table.performBatchUpdates {
        binding.sections = [["b", "a"]]
        binding.table.moveRow(at: at(0, 0), to: at(0, 1))
        binding.table.deleteSections([0], with: .none)
      }
    }
    #expect(said == ["cannot move a row from a deleted section (0)"])
  }

  @Test("6. It moves a row into a section that comes")
  func rowIntoANewSection() {
    let binding = NaiveBinding([["a", "b"]])
    let said = Refusals.recorded {
      binding.table.performBatchUpdates {
        binding.sections = [["a"], ["b"]]
        binding.table.insertSections([1], with: .none)
        binding.table.moveRow(at: at(0, 1), to: at(1, 0))
      }
    }
    #expect(said == ["cannot move a row into a newly inserted section (1)"])
  }

  @Test("7. It inserts a row into a section that moves")
  func rowIntoAMovedSection() {
    let binding = NaiveBinding([["a"], ["b"]])
    let said = Refusals.recorded {
      binding.table.performBatchUpdates {
        binding.sections = [["b", "c"], ["a"]]
        binding.table.moveSection(1, toSection: 0)
        binding.table.insertRows(at: [at(0, 1)], with: .none)
      }
    }
    #expect(said == ["cannot insert a row into a moved section (0)"])
  }

  @Test("8. It says nothing of a section that became empty and went")
  func forgottenSection() {
    let binding = NaiveBinding([["a"], ["b"]])
    let said = Refusals.recorded {
      binding.table.performBatchUpdates {
        binding.sections = [["a"]]
        binding.table.deleteRows(at: [at(1, 0)], with: .none)
      }
    }
    #expect(said.first?.hasPrefix("Invalid update: invalid number of sections.") == true)
  }

  @Test("9. It begins a batch for a change that comes while it configures a cell")
  func changeInACallback() {
    final class Eager: NSObject, UITableViewDataSource {
      var rows = ["a"]
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        if rows.count == 1 {
          rows.append("b")
          tableView.insertRows(at: [IndexPath(row: 1, section: 0)], with: .none)
        }
        return UITableViewCell(style: .default, reuseIdentifier: nil)
      }
    }
    let source = Eager()
    let table = UITableView(frame: .zero, style: .plain)
    table.dataSource = source
    let window = UIWindow(showing: table)
    let said = Refusals.recorded { window.layoutIfNeeded() }
    #expect(said == ["attempt to update the table view while it asks its data source"])
  }

  @Test("10. It scrolls to a row that the table does not know yet")
  func scrollToANewRow() {
    let binding = NaiveBinding([["a"]])
    let said = Refusals.recorded {
      binding.sections[0].append("b")
      binding.table.scrollToRow(at: at(0, 1), at: .bottom, animated: false)
    }
    #expect(
      said == [
        "Attempted to scroll the table view to an out-of-bounds row (1) when there are only 1 rows in section 0."
      ])
  }
}
