/// A type whose properties are read by their names: by predicates and expressions about its objects, and by the keys
/// and section key paths of managed objects.
///
/// On Apple platforms the Objective-C runtime finds a property by its name. Here a type says which it has:
///
///     extension Track: NamedProperties {
///       static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { [("title", \Track.title)] }
///     }
///
/// A class lists its subclasses' properties with its own. For the computed properties of managed objects
/// `CoreDataModelPlugin` writes such a list.
public protocol NamedProperties {
  /// The names, and the key paths that read the properties. Of two with one name that of the nearer class is read.
  static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { get }
}
