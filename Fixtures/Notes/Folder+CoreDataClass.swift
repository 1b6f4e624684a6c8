//
//  Folder+CoreDataClass.swift
//

import CoreData
import Foundation

#if canImport(ObjectiveC)
@objc(Folder)
#endif
public class Folder: NSManagedObject {
  public override func awakeFromInsert() {
    super.awakeFromInsert()
    primitiveId = UUID()
  }

  /// Notes when the folder was looked into, which nobody else may set.
  func open(at date: Date) { opened = date }
}
