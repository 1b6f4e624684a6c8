import CoreData

final class Album: NSManagedObject {
  var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }
}

final class Track: NSManagedObject {
  var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }

  var album: Album? {
    get { value(forKey: "album") as? Album }
    set { setValue(newValue, forKey: "album") }
  }
}
