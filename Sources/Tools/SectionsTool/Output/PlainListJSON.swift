import CoreData

/// Writes objects as one JSON object with the same members as a list of sections. It writes piece by piece.
struct PlainListJSON {
  let list: PlainList
  let output: Output

  func write() throws {
    var (sections, empty) = (0, 0)
    try output.write(#"{"sections":["#)
    try list.forEachSection { section in
      if sections > 0 { try output.write(",") }
      sections += 1
      if section.total == 0 { empty += 1 }
      try write(section)
    }
    let totals = JSON.object([
      ("sections", .integer(sections)), ("empty", .integer(empty)), ("items", .integer(list.window.count)),
      ("unmatched", .integer(0)), ("cut", .integer(list.count - list.window.count)),
    ])
    try output.line(#"],"totals":"# + totals.text + list.store.guessMember + "}")
  }

  private func write(_ section: PlainList.Section) throws {
    let name = section.value.map { JSON.string(ValueText.text($0)) } ?? .null
    let values = list.path.map { JSON.object([($0.text, ValueText.json(section.value))]) } ?? .null
    let head = JSON.object([
      ("index", .integer(section.index)), ("object", .null), ("name", name), ("count", .integer(section.places.count)),
      ("total", .integer(section.total)), ("title", .null), ("values", values),
    ])
    // The members `items` and `rows` follow, so omit the closing brace.
    try output.write(head.text.dropLast() + #","items":"#)
    try output.array { write in try list.forEachObject(of: section) { try write(.string($0.reference)) } }
    try output.write(#","rows":"#)
    try output.array { write in try list.forEachObject(of: section) { try write(list.columns.row($0)) } }
    try output.write("}")
  }
}
