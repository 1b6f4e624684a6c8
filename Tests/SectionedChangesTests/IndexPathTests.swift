#if !canImport(Darwin)
  import Foundation
  import SectionedChanges
  import Testing

  /// On Apple platforms UIKit declares these members, and AppKit those for items.
  @Suite("Index paths have sections, rows and items off Apple platforms, too")
  struct IndexPathTests {
    @Test func bothFormsNameTheSamePlace() {
      var path = IndexPath(row: 3, section: 1)
      #expect(path == IndexPath(item: 3, section: 1))
      #expect(path == [1, 3])
      #expect((path.section, path.row, path.item) == (1, 3, 3))
      path.section = 2
      path.row = 4
      #expect(path == [2, 4])
      path.item = 5
      #expect(path == [2, 5])
    }
  }
#endif
