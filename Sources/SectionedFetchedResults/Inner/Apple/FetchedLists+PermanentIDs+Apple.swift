#if canImport(Darwin) || SECTIONED_PUBLIC_API
  extension FetchedLists {
    /// Apple's context reports objects with temporary IDs: they get others by `obtainPermanentIDs(for:)`.
    func setNeedsPermanentIDs(_ isOn: Bool) {}
  }
#endif
