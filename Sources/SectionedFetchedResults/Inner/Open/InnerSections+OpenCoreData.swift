#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension InnerSections {
    /// The order of sections whose request has none: by identity.
    static func defaultOrder(by path: GroupingPath) -> [NSSortDescriptor] { [] }

    func allowDefaultOrder() { controller.allowIdentityOrder() }

    /// Makes the inner controller pass over a section of which only this property changed.
    func passOver(changesOf key: String) { controller.passOver(changesOf: [key]) }
  }
#endif
