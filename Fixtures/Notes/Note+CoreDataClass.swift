//
//  Note+CoreDataClass.swift
//

import CoreData
import Foundation

#if canImport(ObjectiveC)
@objc(Note)
#endif
public class Note: NSManagedObject {
  /// The names of the tags, sorted.
  var tagNames: [String] {
    (tags as? Set<Tag> ?? []).compactMap(\.name).sorted()
  }

  /// The section key of the program's list.
  #if canImport(ObjectiveC)
  @objc
  #endif
  var initial: String { String((title ?? "").prefix(1)) }
}
