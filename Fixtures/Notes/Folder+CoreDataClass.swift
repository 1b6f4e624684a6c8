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

  /// Records when the folder was opened. Other code cannot set the date.
  func open(at date: Date) { opened = date }
}
