import SectionedDataSources
import SectionedViews

/// A source that shows items of another one. A user who edits this source's view edits that other source.
@MainActor
protocol BuiltSource {
  var edited: any SectionedDataSource { get }
  func editing(_ base: ListEditing) -> ListEditing
}

extension FilteredDataSource: BuiltSource {
  var edited: any SectionedDataSource { base }
  func editing(_ base: ListEditing) -> ListEditing { ListEditing(base, of: self.base, shownBy: self) }
}

extension SortedDataSource: BuiltSource {
  var edited: any SectionedDataSource { base }
  func editing(_ base: ListEditing) -> ListEditing { ListEditing(base, of: self.base, shownBy: self) }
}

extension RegroupedDataSource: BuiltSource where ItemID == Base.ItemID {
  var edited: any SectionedDataSource { base }
  func editing(_ base: ListEditing) -> ListEditing { ListEditing(base, of: self.base, shownBy: self) }
}

extension PlaceholderDataSource: BuiltSource {
  var edited: any SectionedDataSource { base }
  func editing(_ base: ListEditing) -> ListEditing { ListEditing(base, shownBy: self) }
}

extension MoreRowDataSource: BuiltSource {
  var edited: any SectionedDataSource { base }
  func editing(_ base: ListEditing) -> ListEditing { ListEditing(base, shownBy: self) }
}

extension FoldedDataSource: BuiltSource {
  var edited: any SectionedDataSource { base }
  func editing(_ base: ListEditing) -> ListEditing { ListEditing(base, of: self.base, shownBy: self) }
}
