/// What a predicate about objects in memory asks of an entity: `entity.name == "Track"`.
extension NSEntityDescription: KeyValueReadable {
  func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "managedObjectClassName": managedObjectClassName
    case "isAbstract", "abstract": isAbstract
    case "superentity": superentity
    default: nil
    }
  }
}
