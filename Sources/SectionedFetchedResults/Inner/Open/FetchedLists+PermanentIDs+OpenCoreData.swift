#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedLists {
    /// Whether the context gives permanent IDs to what comes before it is reported. What is reported without one, because it
    /// was reported to others already, is given it by `obtainPermanentIDs(for:)`.
    func setNeedsPermanentIDs(_ isOn: Bool) {
      items.controller.needsPermanentKeys = isOn
      sections.controller.needsPermanentKeys = isOn
    }
  }
#endif
