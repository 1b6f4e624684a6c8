/// Finds the types and the `@NSManaged` members that a source declares.
struct DeclarationScanner {
  private let file: String
  private var reader: TokenReader
  private var conditions = ConditionStack()
  private var found = Declarations()

  /// - Parameters:
  ///   - source: a Swift source without errors. For any other source, the result is unspecified.
  ///   - file: the file name for messages.
  static func declarations(in source: String, file: String) -> Declarations {
    var scanner = DeclarationScanner(file: file, reader: TokenReader(SwiftLexer.tokens(source)))
    while scanner.reader.current != nil {
      scanner.scan(in: [], defaultAccess: .internal, isRestricted: false)
      // Skip an unmatched closing brace.
      scanner.reader.advance()
    }
    return scanner.found
  }

  private init(file: String, reader: TokenReader) {
    self.file = file
    self.reader = reader
  }

  /// The attributes and modifiers before a declaration.
  private struct Prefix {
    var isManaged = false
    var selector: String?
    var access: AccessLevel?
    var setter: AccessLevel?
    var isStatic = false
    /// Whether an attribute may prevent other code from using the declaration, such as a global actor or a deprecation.
    var isRestricted = false
  }

  private static let harmless: Set = ["NSManaged", "objc", "objcMembers", "inlinable", "inline", "usableFromInline"]

  private static let modifiers: Set = [
    "final", "dynamic", "override", "weak", "unowned", "lazy", "required", "convenience", "indirect", "mutating",
    "nonmutating", "nonisolated", "distributed", "optional", "isolated", "prefix", "postfix", "infix", "borrowing",
    "consuming", "sending",
  ]

  /// Whether a word can be a modifier of declarations.
  static func isModifier(_ word: String) -> Bool {
    AccessLevel(word) != nil || modifiers.contains(word) || word == "static" || word == "class"
  }

  /// Scans to the closing brace of a type, or to the end.
  private mutating func scan(in owner: [String], defaultAccess: AccessLevel, isRestricted: Bool) {
    var prefix = Prefix()
    while let token = reader.current {
      switch token.kind {
      case .directive(let directive):
        conditions.note(directive, token.text)
        reader.advance()
      case .literal:
        prefix = Prefix()
        reader.advance()
      case .symbol where token.text == "}": return
      case .symbol where token.text == "@": attribute(&prefix)
      case .symbol where "{([".contains(token.text):
        prefix = Prefix()
        reader.skipBrackets()
      case .symbol:
        prefix = Prefix()
        reader.advance()
        // Skip the member name after a period, because it may be a keyword.
        if token.text == "." { _ = reader.word() }
      case .word:
        if !modifier(token, &prefix) {
          reader.advance()
          prefix.isRestricted = prefix.isRestricted || isRestricted
          declaration(token, prefix, in: owner, defaultAccess: defaultAccess)
          prefix = Prefix()
        }
      }
    }
  }

  // MARK: Attributes and modifiers

  private mutating func attribute(_ prefix: inout Prefix) {
    reader.advance()
    guard let name = reader.word() else { return }
    var arguments = ""
    // After a space, a parenthesis may begin a type. After `@objc` it begins the arguments, because no declaration
    // begins with a parenthesis.
    if reader.isAt("("), reader.current?.isJoined == true || name.text == "objc" {
      let start = reader.index + 1
      reader.skipBrackets()
      arguments = reader.tokens[start..<max(start, reader.index - 1)].map(\.text).joined()
    }
    if name.text == "NSManaged" { prefix.isManaged = true }
    let words = ["unavailable", "deprecated", "obsoleted"]
    if name.text == "available" ? words.contains(where: arguments.contains) : !Self.harmless.contains(name.text) {
      prefix.isRestricted = true
    }
    if name.text == "objc", !arguments.isEmpty { prefix.selector = arguments }
  }

  private mutating func modifier(_ token: SwiftToken, _ prefix: inout Prefix) -> Bool {
    if let access = AccessLevel(token.text) {
      reader.advance()
      if reader.isAt("("), reader.next?.is("set") == true {
        prefix.setter = access
        reader.skipBrackets()
      } else {
        prefix.access = access
      }
      return true
    }
    if Self.modifiers.contains(token.text) {
      reader.advance()
      if reader.isAt("(") { reader.skipBrackets() }
      return true
    }
    let isClassMember =
      token.text == "class"
      && reader.next.map {
        ["func", "var", "let", "subscript"].contains($0.text) || Self.modifiers.contains($0.text)
          || AccessLevel($0.text) != nil
      } == true
    guard token.text == "static" || isClassMember else { return false }
    prefix.isStatic = true
    reader.advance()
    return true
  }

  // MARK: Declarations

  private mutating func declaration(
    _ keyword: SwiftToken, _ prefix: Prefix, in owner: [String], defaultAccess: AccessLevel
  ) {
    let access = prefix.access ?? defaultAccess
    switch keyword.text {
    case "class", "struct", "enum", "actor", "protocol", "extension":
      guard reader.current?.kind == .word else { return }
      type(keyword, prefix, in: owner, defaultAccess: defaultAccess)
    case "typealias": alias(keyword, access, in: owner)
    case "import": importing(prefix.access)
    case "var" where prefix.isManaged: property(keyword, prefix, access, in: owner)
    case "var" where !prefix.isRestricted && !prefix.isStatic && !access.isOfFile: plainProperties(in: owner)
    case "func" where prefix.isManaged: function(keyword, prefix, access, in: owner)
    default: break
    }
  }

  private mutating func type(
    _ keyword: SwiftToken, _ prefix: Prefix, in owner: [String], defaultAccess: AccessLevel
  ) {
    let access = prefix.access
    let isExtension = keyword.text == "extension"
    var path = owner
    while let name = reader.word() {
      path.append(name.text)
      guard isExtension, reader.skip(".") else { break }
    }
    let isGeneric = reader.isAt("<")
    if isGeneric { reader.skipAngles() }
    var inherited: [TypeSyntax] = []
    if reader.skip(":") {
      while let token = reader.current, !token.is("{"), !token.is("where") {
        if let type = reader.type() { inherited.append(type) } else if !reader.isAt(",") { reader.advance() }
        while let token = reader.current, !token.is(","), !token.is("{"), !token.is("where") { reader.advance() }
        _ = reader.skip(",")
      }
    }
    while let token = reader.current, !token.is("{") {
      if token.is("}") { return }
      reader.advance()
    }
    if isExtension {
      found.conformances.append((path, inherited))
    } else {
      let kind: TypeDeclaration.Kind =
        switch keyword.text {
        case "struct": .struct
        case "enum": .enum
        case "protocol": .protocol
        default: .class
        }
      found.types.append(
        TypeDeclaration(
          kind: kind, path: path, access: access ?? defaultAccess, isGeneric: isGeneric, inherited: inherited,
          place: place(keyword), conditions: conditions.conditions))
    }
    guard reader.skip("{") else { return }
    scan(
      in: path, defaultAccess: isExtension ? access ?? .internal : .internal, isRestricted: prefix.isRestricted)
    reader.advance()
  }

  private mutating func importing(_ access: AccessLevel?) {
    // An import such as `import struct Module.Type` also imports the module.
    if ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"].contains(reader.current?.text) {
      reader.advance()
    }
    guard let module = reader.word() else { return }
    while reader.skip(".") { _ = reader.word() }
    found.imports.append(ModuleImport(module: module.text, access: access, conditions: conditions.conditions))
  }

  private mutating func alias(_ keyword: SwiftToken, _ access: AccessLevel, in owner: [String]) {
    guard let name = reader.word() else { return }
    let isGeneric = reader.isAt("<")
    if isGeneric { reader.skipAngles() }
    guard reader.skip("="), let type = reader.type() else { return }
    found.types.append(
      TypeDeclaration(
        kind: .alias(type), path: owner + [name.text], access: access, isGeneric: isGeneric, inherited: [],
        place: place(keyword), conditions: conditions.conditions))
  }

  // MARK: Plain properties

  /// Records the properties of a declaration without advancing the reader. The declaration is then skipped like other
  /// code.
  private mutating func plainProperties(in owner: [String]) {
    var reader = reader
    var names: [SwiftToken] = []
    repeat {
      guard let name = reader.word() else { return }
      names.append(name)
      if reader.skip(":") { _ = reader.type() }
    } while reader.skip(",")
    // A key path cannot read a property with an `async` or throwing getter.
    if reader.skip("{"), reader.isAt("get"), ["async", "throws"].contains(reader.next?.text) { return }
    found.properties += names.map { PlainProperty(name: $0.text, owner: owner, conditions: conditions.conditions) }
  }

  // MARK: Managed members

  private mutating func property(
    _ keyword: SwiftToken, _ prefix: Prefix, _ access: AccessLevel, in owner: [String]
  ) {
    var names: [SwiftToken] = []
    repeat {
      guard let name = reader.word() else { return }
      names.append(name)
      guard reader.skip(":") else { continue }
      guard let type = reader.type() else {
        for name in names {
          problem(
            "\(name.text) has a type that no managed property has, or that is not known how to be read here", name)
        }
        return
      }
      for name in names {
        found.members.append(
          ManagedMember(
            kind: .property(type, setter: min(prefix.setter ?? access, access)), name: name.text, owner: owner,
            access: access, isStatic: prefix.isStatic, conditions: conditions.conditions, selector: prefix.selector,
            place: place(name)))
      }
      names = []
    } while reader.skip(",")
    for name in names { problem("\(name.text) is marked @NSManaged and has no type", name) }
  }

  private mutating func function(
    _ keyword: SwiftToken, _ prefix: Prefix, _ access: AccessLevel, in owner: [String]
  ) {
    guard let name = reader.word() else { return }
    guard reader.skip("(") else { return problem("\(name.text) is marked @NSManaged and is generic", name) }
    var parameters: [ManagedMember.Parameter] = []
    while let token = reader.current, !token.is(")") {
      guard let label = reader.word() else { return problem("the parameters of \(name.text) cannot be read", name) }
      _ = reader.word()
      guard reader.skip(":"), let type = reader.type() else {
        return problem("a parameter of \(name.text) has a type that no accessor has", name)
      }
      parameters.append(ManagedMember.Parameter(label: label.text == "_" ? nil : label.text, type: type))
      if !reader.skip(",") { break }
    }
    guard reader.skip(")") else { return problem("the parameters of \(name.text) cannot be read", name) }
    if reader.isAt("async") || reader.isAt("throws") || reader.isAt("rethrows") {
      return problem("\(name.text) is marked @NSManaged and is asynchronous or throws", name)
    }
    var result: TypeSyntax?
    if reader.isAt("-"), reader.next?.is(">") == true {
      reader.advance()
      reader.advance()
      guard let type = reader.type() else { return problem("the result of \(name.text) cannot be read", name) }
      result = type
    }
    found.members.append(
      ManagedMember(
        kind: .function(parameters: parameters, result: result), name: name.text, owner: owner, access: access,
        isStatic: prefix.isStatic, conditions: conditions.conditions, selector: prefix.selector, place: place(name)))
  }

  private func place(_ token: SwiftToken) -> SourcePlace { SourcePlace(file: file, line: token.line) }

  private mutating func problem(_ text: String, _ token: SwiftToken) {
    let problem = Problem(text, at: place(token))
    if conditions.conditions.isEmpty {
      found.problems.append(problem)
    } else {
      found.conditionalProblems.append((problem, conditions.conditions))
    }
  }
}
