/// A type as a source writes it, limited to the kinds that a property of a managed object can have.
indirect enum TypeSyntax: Equatable {
  /// A name with those of its enclosing types, outermost first, and their generic arguments.
  case named([Part])
  case optional(TypeSyntax)
  case array(TypeSyntax)
  case dictionary(TypeSyntax, TypeSyntax)
  /// An existential type written with `any`, which some language modes require.
  case existential(TypeSyntax)

  struct Part: Equatable {
    let name: String
    var arguments: [TypeSyntax] = []
  }

  static func named(_ name: String) -> TypeSyntax { .named([Part(name: name)]) }

  /// The type in Swift syntax.
  var text: String {
    switch self {
    case .named(let parts):
      parts.map { part in
        part.arguments.isEmpty ? part.name : "\(part.name)<\(part.arguments.map(\.text).joined(separator: ", "))>"
      }.joined(separator: ".")
    case .optional(.existential(let wrapped)): "(any \(wrapped.text))?"
    case .optional(let wrapped): "\(wrapped.text)?"
    case .existential(let type): "any \(type.text)"
    case .array(let element): "[\(element.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    }
  }
}
