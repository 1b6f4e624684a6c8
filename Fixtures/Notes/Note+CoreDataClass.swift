//
//  Note+CoreDataClass.swift
//

import CoreData
import Foundation

#if canImport(ObjectiveC)
@objc(Note)
#endif
public class Note: NSManagedObject {
  /// The names of the tags, in their order.
  var tagNames: [String] {
    (tags as? Set<Tag> ?? []).compactMap(\.name).sorted()
  }

  /// What a list is grouped by.
  #if canImport(ObjectiveC)
  @objc
  #endif
  var initial: String { String((title ?? "").prefix(1)) }
}
