#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension NSAttributeDescription {
    /// Apple's models have the bounds of the model editor as validation predicates.
    var editorBounds: (minimum: NSNumber?, maximum: NSNumber?) { (nil, nil) }
  }
#endif
