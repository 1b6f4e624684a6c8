#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  /// How an item is named inside the controller: by its primary key, eight bytes a row, a temporary one while it is not saved.
  package typealias ItemToken = Int64
#endif
