#if canImport(Darwin) || SECTIONED_PUBLIC_API
  extension FetchedLists {
    /// Does nothing: Apple's context reports objects with temporary IDs, and `obtainPermanentIDs(for:)` replaces them.
    func setNeedsPermanentIDs(_ isOn: Bool) {}
  }
#endif
