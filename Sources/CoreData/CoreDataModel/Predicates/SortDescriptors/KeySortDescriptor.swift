import Foundation

/// A sort descriptor with a key and a comparison method.
///
/// Foundation's class on Linux supports only Swift key paths. This subclass stores the key, from which a store's query
/// is compiled, and compares objects by it.
///
/// The class is internal, because the optimizer would otherwise crash in another module: it reads the method table and
/// fails at Foundation's property `key`, which `NSSortDescriptor+Key` hides.
final class KeySortDescriptor: NSSortDescriptor {
  let keyName: String?
  let method: Selector?

  init(key: String?, ascending: Bool, method: Selector?) {
    keyName = key
    self.method = method
    // Foundation's comparison is not used, because `compare` is overridden.
    super.init(keyPath: \NSObject.self, ascending: ascending) { _, _ in .orderedSame }
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    guard let collation = Collation(method) else {
      fatalError("\(method?.description ?? "") is not one of the comparisons: \(Collation.methodNames).")
    }
    let result = value(of: object1).compared(to: value(of: object2), by: collation)
    return ascending ? result : result.reversed
  }

  private func value(of object: Any) -> Value {
    let keys = keyName.map { $0.split(separator: ".").map(String.init) } ?? []
    do {
      return try ObjectEvaluation(object: object, variables: [:]).operand(.keyPath(keys)).comparable
    } catch {
      fatalError("The sort descriptor by \(keyName ?? "self") cannot be used: \(error.localizedDescription)")
    }
  }

  override var reversedSortDescriptor: Any {
    KeySortDescriptor(key: keyName, ascending: !ascending, method: method)
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    return keyName == other.keyName && ascending == other.ascending && method == other.method
  }

  override var hash: Int {
    var hasher = Hasher()
    hasher.combine(keyName)
    hasher.combine(ascending)
    return hasher.finalize()
  }

  override var description: String {
    "(\(keyName ?? "self"), \(ascending ? "ascending" : "descending"), \(method?.description ?? "compare:"))"
  }
}

extension Collation {
  private static let methods: [String: Self] = [
    "compare:": .binary, "caseInsensitiveCompare:": .caseInsensitiveMethod, "localizedCompare:": .localized,
    "localizedCaseInsensitiveCompare:": .localizedCaseInsensitive, "localizedStandardCompare:": .localizedStandard,
  ]

  /// The collation for a comparison method of strings; nil if it is not a standard method.
  package init?(_ method: Selector?) {
    guard let collation = Self.methods[method?.description ?? "compare:"] else { return nil }
    self = collation
  }

  package static var methodNames: String { methods.keys.sorted().joined(separator: ", ") }
}
