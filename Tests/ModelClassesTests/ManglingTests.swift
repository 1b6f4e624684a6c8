import Testing

@testable import ModelClasses

@Suite("Names of members as the compiler makes them")
struct ManglingTests {
  @Test("A member of each kind has the name that the compiler gives it")
  func namesAreTheCompilers() throws {
    let target = TargetSources(
      module: MangledSample.module,
      sources: [TargetSources.Source(file: MangledSample.file, text: MangledSample.source)],
      imported: [("Other", [TargetSources.Source(file: "Other.swift", text: MangledSample.other)])])
    let found = DeclarationScanner.declarations(in: MangledSample.source, file: MangledSample.file)
    #expect(found.problems == [])
    let resolver = TypeResolver(
      module: target.module, types: found.types,
      imported: [("Other", DeclarationScanner.declarations(in: MangledSample.other, file: "Other.swift").types)])
    let names = try found.members.map { try MemberNames.name(of: $0, by: resolver) }
    let expected = MangledSample.names.split(separator: "\n").map(String.init)
    #expect(Set(names).subtracting(expected).sorted() == [])
    #expect(Set(expected).subtracting(names).sorted() == [])
    #expect(names.count == expected.count)
  }

  @Test(
    "A digest is that of RFC 1321",
    arguments: [
      ("", "D41D8CD98F00B204E9800998ECF8427E"), ("abc", "900150983CD24FB0D6963F7D28E17F72"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57EDF4A22BE3C955AC49DA2E2107B67A"
      ),
    ])
  func digest(text: String, expected: String) {
    #expect(MD5.digest(text) == expected)
  }
}

enum MemberNames {
  static func name(of member: ManagedMember, by resolver: TypeResolver) throws -> String {
    let (owner, module) = try resolver.owner(of: member)
    let file =
      member.access.isOfFile ? Mangler.discriminator(module: resolver.module, file: member.place.file) : nil
    switch member.kind {
    case .property(let type, _):
      return Mangler.accessor(
        isSetter: false, of: member.name, in: owner, extending: module, file: file,
        type: try resolver.resolve(type, of: member))
    case .function(let parameters, _):
      return Mangler.method(
        member.name, in: owner, extending: module, file: file,
        parameters: try parameters.map { ($0.label, try resolver.resolve($0.type, of: member)) }, result: nil)
    }
  }
}
