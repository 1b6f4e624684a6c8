#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension NSAttributeDescription {
    /// The bounds that the model editor gives to a number or a date, beside the validation predicates.
    var editorBounds: (minimum: NSNumber?, maximum: NSNumber?) {
      let bounds = valueBounds
      return (bounds.minimum.map(NSDecimalNumber.init(decimal:)), bounds.maximum.map(NSDecimalNumber.init(decimal:)))
    }
  }
#endif
