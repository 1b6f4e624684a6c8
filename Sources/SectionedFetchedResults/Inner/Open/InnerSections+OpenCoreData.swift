#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension InnerSections {
    /// Lets the inner controller sort by identity: sections that are their own keys have no attribute to sort by.
    func allowIdentityOrder() { controller.allowIdentityOrder() }

    /// Makes the inner controller pass over a section of which only this property changed.
    func passOver(changesOf key: String) { controller.passOver(changesOf: [key]) }
  }
#endif
