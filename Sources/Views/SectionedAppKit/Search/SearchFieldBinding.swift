#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedDataSources

  /// Filters a source by the text of a search field, as the user types.
  ///
  /// ```swift
  /// let found = FilteredDataSource(messages) { message, query in message.subject.contains(query.text) }
  /// search = SearchFieldBinding(found, in: searchField)
  /// ```
  ///
  /// The binding is the field's delegate, so the program must keep it.
  @MainActor
  public final class SearchFieldBinding {
    /// The field; nil if it was released.
    public private(set) weak var searchField: NSSearchField?
    private let delegate: SearchFieldDelegate

    /// Makes a binding, and shows the source's text in the field.
    ///
    /// - Parameters:
    ///   - source: the source that is filtered; the binding keeps it alive.
    ///   - searchField: the field, kept weakly.
    public init<Base: SectionedDataSource>(_ source: FilteredDataSource<Base>, in searchField: NSSearchField) {
      self.searchField = searchField
      delegate = SearchFieldDelegate { text in if source.text != text { source.text = text } }
      searchField.stringValue = source.text
      searchField.delegate = delegate
    }
  }

  /// The delegate of a search field. A generic class cannot have the Objective-C methods.
  @MainActor
  private final class SearchFieldDelegate: NSObject, NSSearchFieldDelegate {
    private let changed: (String) -> Void

    init(_ changed: @escaping (String) -> Void) {
      self.changed = changed
      super.init()
    }

    func controlTextDidChange(_ obj: Notification) {
      if let field = obj.object as? NSSearchField { changed(field.stringValue) }
    }

    // Called when the user clicks the field's cancel button.
    func searchFieldDidEndSearching(_ sender: NSSearchField) { changed(sender.stringValue) }
  }
#endif
