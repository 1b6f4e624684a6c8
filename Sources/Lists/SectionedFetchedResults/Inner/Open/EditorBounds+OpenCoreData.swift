#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension NSAttributeDescription {
    /// The bounds that the model editor sets for a number or a date, in addition to the validation predicates.
    var editorBounds: (minimum: NSNumber?, maximum: NSNumber?) {
      let bounds = valueBounds
      return (bounds.minimum.map(NSDecimalNumber.init(decimal:)), bounds.maximum.map(NSDecimalNumber.init(decimal:)))
    }
  }
#endif
