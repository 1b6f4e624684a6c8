import Foundation

/// Property lists of deeply nested arrays, as an attacker may send them.
package enum DeepPropertyList {
  package enum Form: String, CaseIterable, Sendable {
    case binary, xml, openStep
  }

  /// Returns a property list of `depth` arrays, each nested in the previous one.
  package static func data(_ form: Form, depth: Int) -> Data {
    switch form {
    case .xml:
      let (open, close) = (String(repeating: "<array>", count: depth), String(repeating: "</array>", count: depth))
      return Data("<?xml version=\"1.0\"?><plist version=\"1.0\">\(open)\(close)</plist>".utf8)
    case .openStep:
      return Data((String(repeating: "(", count: depth) + String(repeating: ")", count: depth)).utf8)
    case .binary: return binary(depth)
    }
  }

  private static func binary(_ depth: Int) -> Data {
    func bytes(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var list = Array("bplist00".utf8)
    var offsets: [Int] = []
    for index in 0..<depth {
      offsets.append(list.count)
      list += index == depth - 1 ? [0xA0] : [0xA1] + bytes(index + 1, 4)
    }
    let table = list.count
    for offset in offsets { list += bytes(offset, 4) }
    list += [0, 0, 0, 0, 0, 0, 4, 4] + bytes(depth, 8) + bytes(0, 8) + bytes(table, 8)
    return Data(list)
  }
}
