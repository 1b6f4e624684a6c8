extension NSPropertyDescription {
  /// Whether the property has an index of its own.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  public var isIndexed: Bool {
    get { hasOwnIndex }
    set { hasOwnIndex = newValue }
  }

  /// Whether the value is written to a record outside the store, for the system's search index.
  @available(*, unavailable, message: "External records belong to Spotlight, which is not on this platform.")
  public var isStoredInExternalRecord: Bool {
    get { false }
    set {}
  }
}
