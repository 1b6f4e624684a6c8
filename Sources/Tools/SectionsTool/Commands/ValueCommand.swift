import CoreData
import Foundation

/// `sections value`: writes or describes the value of an attribute of one object.
struct ValueCommand {
  let store: String
  let model: String?
  let object: String
  let attribute: String
  /// Whether the value is described even if the output is no terminal.
  let describes: Bool

  func run(_ output: Output) throws {
    let opened = try ToolStore.open(store, model: model, access: .readOnly)
    let context = opened.newContext()
    try context.performAndWait {
      let (object, attribute) = try NamedObject(object, attribute: attribute).find(in: context)
      let name = ObjectTitle.shortName(of: object.objectID, entity: object.entity)
      guard let value = try StoredValue(of: object, attribute) else {
        throw ToolError.noValue("\(name) has no value of \(attribute.name).")
      }
      // Some bytes would control a terminal, so write them only elsewhere.
      guard describes || output.terminal.width != nil else { return try output.write(bytes: value.bytes) }
      try output.note(guessOf: opened)
      try output.line("\(attribute.name) of \(try ObjectTitle.text(of: object)): \(value.summary)".onOneLine)
      try output.line()
      for line in value.lines(width: output.terminal.width ?? 80) { try output.line(line) }
    }
  }
}

extension ValueCommand {
  init(_ arguments: ArgumentReader) {
    let values = Dictionary(arguments.options.map { ($0.name, $0.value) }) { $1 }
    (store, object, attribute) = (arguments.positional[0], arguments.positional[1], arguments.positional[2])
    model = values["model"]
    describes = values["describe"] != nil
  }
}
