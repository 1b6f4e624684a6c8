/// A member, and the property of the model that it reads and changes.
struct ManagedTarget {
  let member: ManagedMember
  let accessor: ToManyAccessor?
  let key: String
  var isPrimitive = false
  /// The property names of the model; nil if they are unknown.
  let known: Set<String>?
  /// The number of functions that were written before, to make names unique.
  let count: Int

  init(_ member: ManagedMember, keys known: Set<String>?, _ count: Int) {
    (self.member, self.known, self.count) = (member, known, count)
    switch member.kind {
    case .property:
      accessor = nil
      if !(known?.contains(member.name) ?? false), let name = member.name.behindPrimitive {
        key = known?.first { $0 == name } ?? name.withoutCapital
        isPrimitive = true
      } else {
        key = member.name
      }
    case .function(let parameters, _):
      accessor = ToManyAccessor(member.name, parameters.map(\.label))
      let name = accessor?.key ?? member.name
      key = known?.first { $0 == name } ?? name.withoutCapital
    }
  }

  /// The name of a generated function. Code calls the function only by its mangled name.
  func functionName(_ index: Int) -> String { "_managed\(count + index)_\(member.name)" }
}

extension String {
  /// The part after `primitive` in the name of a property for primitive values; nil for any other name.
  fileprivate var behindPrimitive: String? {
    let prefix = "primitive"
    guard hasPrefix(prefix), let first = dropFirst(prefix.count).first, !first.isLowercase else { return nil }
    return String(dropFirst(prefix.count))
  }
}
