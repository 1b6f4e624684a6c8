/// The columns of a list, which its rows ask for when they are drawn, and their widths.
@MainActor
final class ShownColumns {
  /// Setting them begins with the widths of the headings: another list is shown.
  var paths: [EntityKeyPath] { didSet { widths = ColumnWidths(headings: headings) } }
  /// Nil where sections are not objects.
  var ofSections: ValueColumns?
  var widths: ColumnWidths
  private let title: String

  /// - Parameter title: the heading of the titles.
  init(_ paths: [EntityKeyPath], _ ofSections: ValueColumns?, title: String) {
    (self.paths, self.ofSections, self.title) = (paths, ofSections, title)
    widths = ColumnWidths(headings: [title] + paths.map(\.text))
  }

  /// The headings, the title's first.
  var headings: [String] { [title] + paths.map(\.text) }
}
