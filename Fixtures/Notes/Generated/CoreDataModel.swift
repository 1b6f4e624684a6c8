// Made by CoreDataModelPlugin. It is made again when the model or a source changes.
import CoreData
import Foundation

extension Note {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<Note> { NSFetchRequest<Note>(entityName: "Note") }
  public var attachment: Data? {
    get { _managedValue("attachment") }
    set { _setManagedValue(newValue, "attachment") }
  }
  public var body: String? {
    get { _managedValue("body") }
    set { _setManagedValue(newValue, "body") }
  }
  public var created: Date? {
    get { _managedValue("created") }
    set { _setManagedValue(newValue, "created") }
  }
  public var link: URL? {
    get { _managedValue("link") }
    set { _setManagedValue(newValue, "link") }
  }
  public var pinned: Bool {
    get { _managedValue("pinned") }
    set { _setManagedValue(newValue, "pinned") }
  }
  public var price: NSDecimalNumber? {
    get { _managedValue("price") }
    set { _setManagedValue(newValue, "price") }
  }
  public var rating: NSNumber? {
    get { _managedValue("rating") }
    set { _setManagedValue(newValue, "rating") }
  }
  public var title: String? {
    get { _managedValue("title") }
    set { _setManagedValue(newValue, "title") }
  }
  public var folder: Folder? {
    get { _managedValue("folder") }
    set { _setManagedValue(newValue, "folder") }
  }
  public var tags: NSSet? {
    get { _managedValue("tags") }
    set { _setManagedValue(newValue, "tags") }
  }
  public func addToTags(_ value: Tag) { _addManaged(value, "tags") }
  public func addToTags(_ values: NSSet) { _addManaged(values, "tags") }
  public func removeFromTags(_ value: Tag) { _removeManaged(value, "tags") }
  public func removeFromTags(_ values: NSSet) { _removeManaged(values, "tags") }
}

extension Note: Identifiable {}

public class Tag: NSManagedObject {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<Tag> { NSFetchRequest<Tag>(entityName: "Tag") }
  public var name: String? {
    get { _managedValue("name") }
    set { _setManagedValue(newValue, "name") }
  }
  public var weight: Float {
    get { _managedValue("weight") }
    set { _setManagedValue(newValue, "weight") }
  }
  public var notes: NSSet? {
    get { _managedValue("notes") }
    set { _setManagedValue(newValue, "notes") }
  }
  public func addToNotes(_ value: Note) { _addManaged(value, "notes") }
  public func addToNotes(_ values: NSSet) { _addManaged(values, "notes") }
  public func removeFromNotes(_ value: Note) { _removeManaged(value, "notes") }
  public func removeFromNotes(_ values: NSSet) { _removeManaged(values, "notes") }
}

extension Tag: Identifiable {}

extension Folder {
  @_silgen_name("$s5Notes6FolderC5colorAA0B5ColorOvg") public func _managed1_color() -> FolderColor { _managedValue("color") }
  @_silgen_name("$s5Notes6FolderC5colorAA0B5ColorOvs") public func _managed2_color(_ value: __owned FolderColor) { _setManagedValue(value, "color") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC2id20FoundationEssentials4UUIDVSgvg") public func _managed3_id() -> UUID? { _managedValue("id") }
  @_silgen_name("$s5Notes6FolderC2id20FoundationEssentials4UUIDVSgvs") internal func _managed4_id(_ value: __owned UUID?) { _setManagedValue(value, "id") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC4nameSSvg") public func _managed5_name() -> String { _managedValue("name") ?? "" }
  @_silgen_name("$s5Notes6FolderC4nameSSvs") public func _managed6_name(_ value: __owned String) { _setManagedValue(value, "name") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC6opened20FoundationEssentials4DateVSgvg") public func _managed7_opened() -> Date? { _managedValue("opened") }
  @_silgen_name("$s5Notes6FolderC6opened20FoundationEssentials4DateVSgvs") internal func _managed8_opened(_ value: __owned Date?) { _setManagedValue(value, "opened") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC5orders5Int16Vvg") public func _managed9_order() -> Int16 { _managedValue("order") }
  @_silgen_name("$s5Notes6FolderC5orders5Int16Vvs") public func _managed10_order(_ value: __owned Int16) { _setManagedValue(value, "order") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC5notes10Foundation12NSOrderedSetCSgvg") public func _managed11_notes() -> NSOrderedSet? { _managedValue("notes") }
  @_silgen_name("$s5Notes6FolderC5notes10Foundation12NSOrderedSetCSgvs") public func _managed12_notes(_ value: __owned NSOrderedSet?) { _setManagedValue(value, "notes") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC6parentACSgvg") public func _managed13_parent() -> Folder? { _managedValue("parent") }
  @_silgen_name("$s5Notes6FolderC6parentACSgvs") public func _managed14_parent(_ value: __owned Folder?) { _setManagedValue(value, "parent") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC10subfoldersShyACGSgvg") public func _managed15_subfolders() -> Set<Folder>? { _managedValue("subfolders") }
  @_silgen_name("$s5Notes6FolderC10subfoldersShyACGSgvs") public func _managed16_subfolders(_ value: __owned Set<Folder>?) { _setManagedValue(value, "subfolders") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC11primitiveId20FoundationEssentials4UUIDVSgvg") internal func _managed17_primitiveId() -> UUID? { _managedValue("id") }
  @_silgen_name("$s5Notes6FolderC11primitiveId20FoundationEssentials4UUIDVSgvs") internal func _managed18_primitiveId(_ value: __owned UUID?) { _setManagedValue(value, "id", isPrimitive: true) }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC010insertIntoA0_2atyAA4NoteC_SitF") public func _managed19_insertIntoNotes(_ p0: Note, at p1: Int) { _managedOrder("notes").insert(p0, at: p1) }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC010removeFromA02atySi_tF") public func _managed21_removeFromNotes(at p0: Int) { _managedOrder("notes").removeObject(at: p0) }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC010insertIntoA0_2atySayAA4NoteCG_10Foundation10NSIndexSetCtF") public func _managed23_insertIntoNotes(_ p0: [Note], at p1: NSIndexSet) { _managedOrder("notes").insert(p0, at: IndexSet(p1)) }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC010removeFromA02aty10Foundation10NSIndexSetC_tF") public func _managed25_removeFromNotes(at p0: NSIndexSet) { _managedOrder("notes").removeObjects(at: IndexSet(p0)) }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC07replaceA02at4withySi_AA4NoteCtF") public func _managed27_replaceNotes(at p0: Int, with p1: Note) { _managedOrder("notes").replaceObject(at: p0, with: p1) }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC07replaceA02at4withy10Foundation10NSIndexSetC_SayAA4NoteCGtF") public func _managed29_replaceNotes(at p0: NSIndexSet, with p1: [Note]) { _managedOrder("notes").replaceObjects(at: IndexSet(p0), with: p1) }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC05addToA0yyAA4NoteCF") public func _managed31_addToNotes(_ p0: Note) { _addManaged(p0, "notes") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC010removeFromA0yyAA4NoteCF") public func _managed33_removeFromNotes(_ p0: Note) { _removeManaged(p0, "notes") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC05addToA0yy10Foundation12NSOrderedSetCF") public func _managed35_addToNotes(_ p0: NSOrderedSet) { _addManaged(p0, "notes") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC010removeFromA0yy10Foundation12NSOrderedSetCF") public func _managed37_removeFromNotes(_ p0: NSOrderedSet) { _removeManaged(p0, "notes") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC15addToSubfoldersyyACF") public func _managed39_addToSubfolders(_ p0: Folder) { _addManaged(p0, "subfolders") }
}

extension Folder {
  @_silgen_name("$s5Notes6FolderC20removeFromSubfoldersyy10Foundation5NSSetCF") public func _managed41_removeFromSubfolders(_ p0: NSSet) { _removeManaged(p0, "subfolders") }
}

final class ManagedProperties_: NamedProperties {
  static var namedProperties: [(name: String, keyPath: AnyKeyPath)] {
    var list: [(name: String, keyPath: AnyKeyPath)] = []
    list.append(("tagNames", \Note.tagNames))
    list.append(("initial", \Note.initial))
    return list
  }
}
