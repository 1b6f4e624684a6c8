#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  /// The name of an item inside the controller: its primary key, eight bytes a row, a temporary one while it is not
  /// saved.
  package typealias ItemToken = Int64
#endif
