import Foundation

/// A sort descriptor that names its key and the comparison of its values.
///
/// Foundation's class on Linux takes Swift key paths only. This subclass carries the key, from which a store's query is
/// compiled, and compares objects like any other sort descriptor.
///
/// The class is internal: the optimizer of another module would read its table of methods, and stops at Foundation's
/// property `key`, which the one here hides.
final class KeySortDescriptor: NSSortDescriptor {
  let keyName: String?
  let method: Selector?

  init(key: String?, ascending: Bool, method: Selector?) {
    keyName = key
    self.method = method
    // What Foundation's own part would do is overridden below.
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

  /// The collation that a comparison method of strings is; nil when the method is none of the standard ones.
  package init?(_ method: Selector?) {
    guard let collation = Self.methods[method?.description ?? "compare:"] else { return nil }
    self = collation
  }

  package static var methodNames: String { methods.keys.sorted().joined(separator: ", ") }
}
