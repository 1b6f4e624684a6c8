#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  extension FetchedLists {
    /// Does nothing: our inner controllers follow related objects themselves.
    func followRelated() {}
  }
#endif
