@testable import OrderedRows

extension OrderedRows {
  /// Checks the invariants of the structure, and traps if one is violated.
  ///
  /// - Complexity: O(rows + sections).
  func checkInvariants() {
    func check(_ condition: Bool, _ what: @autoclosure () -> String) {
      if !condition { fatalError("The ordered list is damaged: \(what()).") }
    }
    var total = 0
    var leavesSeen: Set<Int32> = []
    for (index, section) in order.enumerated() {
      let position = Int(positions[Int(section)])
      check(index < numbered ? position == index : position >= numbered, "section \(index) says it is \(position)")
      let node = nodes[Int(section)]
      check(node.starts.count == (node.leaves.count > 1 ? node.leaves.count : 0), "starts of section \(index)")
      var start = 0
      for (ordinal, leafNumber) in node.leaves.enumerated() {
        let leaf = leaves[Int(leafNumber)]
        check(leavesSeen.insert(leafNumber).inserted, "leaf \(leafNumber) stands twice")
        check(leaf.section == section && leaf.ordinal == Int32(ordinal), "leaf \(leafNumber) points elsewhere")
        check((1...Self.maximumLeaf).contains(leaf.rows.count), "leaf \(leafNumber) has \(leaf.rows.count) rows")
        check(node.start(ofLeaf: ordinal) == start, "leaf \(leafNumber) starts elsewhere than at \(start)")
        for row in leaf.rows {
          check(leafOfRow[row.rowNumber] == leafNumber, "row \(row.rowNumber) points elsewhere")
        }
        start += leaf.rows.count
      }
      check(start == Int(node.count), "section \(index) counts \(node.count), not \(start)")
      total += start
    }
    check(total == count, "the list counts \(count), not \(total)")
    check(leavesSeen.count + freeLeaves.count == leaves.count, "a leaf is lost")
    check(order.count + freeSections.count == nodes.count, "a section is lost")
    leafOfRow.checkInvariants(rows: total)
  }
}

extension PageTable {
  func checkInvariants(rows: Int) {
    let set = entries.lazy.filter { $0 != Self.none }.count
    let inUse = near.lazy.filter { $0 != Self.none }.count + far.count
    guard set == rows, used.reduce(0, +) == Int32(rows), inUse + free.count == used.count else {
      fatalError("The page table has \(set) entries for \(rows) rows and \(inUse) of \(used.count) pages in use.")
    }
  }
}
