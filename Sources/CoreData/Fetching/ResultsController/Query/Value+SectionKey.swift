import Foundation

extension Value {
  /// The value of a transient property, as a section key. What has no form of its own counts by its text.
  init(sectionKey value: Any?) {
    self =
      switch value {
      case nil: .null
      case let text as String: .string(text)
      case let flag as Bool: .int(flag ? 1 : 0)
      case let number as any BinaryInteger: .int(Int64(clamping: number))
      case let number as any BinaryFloatingPoint: .double(Double(number))
      case let date as Date: .date(date.timeIntervalSinceReferenceDate)
      case let uuid as UUID: .uuid(uuid)
      case let number as Decimal: .decimal(number)
      case let object as NSManagedObject: .reference(object.objectID.key)
      case let value?: .string("\(value)")
      }
  }
}
