#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedDataSources

  /// Filters a source by the text of a search field, with each key that the user types.
  ///
  /// ```swift
  /// let found = FilteredDataSource(messages) { message, query in message.subject.contains(query.text) }
  /// search = SearchFieldBinding(found, in: searchField)
  /// ```
  ///
  /// The binding is the field's delegate, and has to be kept.
  @MainActor
  public final class SearchFieldBinding {
    /// The field; nil when it is gone.
    public private(set) weak var searchField: NSSearchField?
    private let delegate: SearchFieldDelegate

    /// Makes a binding. The field shows the source's text from then on.
    ///
    /// - Parameters:
    ///   - source: the source that is filtered, kept alive.
    ///   - searchField: the field, kept weakly.
    public init<Base: SectionedDataSource>(_ source: FilteredDataSource<Base>, in searchField: NSSearchField) {
      self.searchField = searchField
      delegate = SearchFieldDelegate { text in if source.text != text { source.text = text } }
      searchField.stringValue = source.text
      searchField.delegate = delegate
    }
  }

  /// The delegate of a search field, which a generic class cannot be.
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

    // The button that removes the text.
    func searchFieldDidEndSearching(_ sender: NSSearchField) { changed(sender.stringValue) }
  }
#endif
