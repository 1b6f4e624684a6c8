import Foundation

extension _KeyedSortDescriptor where Self: NSSortDescriptor {
  /// Makes a sort descriptor from a typed one.
  ///
  /// The property is named by its class (see `NamedProperties`), else by the key that its accessor reads. Traps when
  /// neither names one property.
  ///
  /// - Parameter sortDescriptor: the typed descriptor.
  public init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) where Compared: NSObject {
    let name = sortDescriptor.keyPath.flatMap { keyPath in
      NamedPropertyList.of(Compared.self).name(of: keyPath) ?? KeyRecording.key(of: keyPath)
    }
    guard let name else {
      fatalError("\(sortDescriptor) names no property of \(Compared.self): use NSSortDescriptor(key:ascending:).")
    }
    self.init(key: name, ascending: sortDescriptor.order == .forward)
  }
}
