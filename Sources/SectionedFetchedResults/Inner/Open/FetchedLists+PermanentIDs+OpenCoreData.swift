#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedLists {
    /// Sets whether the context gives permanent IDs to new objects before they are reported. An object that is reported
    /// without one, because it was reported to other observers already, gets it from `obtainPermanentIDs(for:)`.
    func setNeedsPermanentIDs(_ isOn: Bool) {
      items.controller.needsPermanentKeys = isOn
      sections.controller.needsPermanentKeys = isOn
    }
  }
#endif
