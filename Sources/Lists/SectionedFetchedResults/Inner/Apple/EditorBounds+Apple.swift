#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension NSAttributeDescription {
    /// Always nil, because Apple's models keep the model editor's bounds as validation predicates.
    var editorBounds: (minimum: NSNumber?, maximum: NSNumber?) { (nil, nil) }
  }
#endif
