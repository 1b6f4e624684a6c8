import Testing

@testable import ModelClasses

@Suite("Names of a model that are none in Swift")
struct ModelNameTests {
  private func problems(_ generation: ClassModel.Generation) -> [String] {
    let model = ClassModel(
      file: "contents",
      entities: [
        ClassModel.Entity(
          name: "A \"b\"", className: ".C-d", parent: nil, generation: generation,
          attributes: ["first name", "_1", "2nd", "größe", "", "class"].enumerated().map { index, name in
            ClassModel.Attribute(name: name, type: "String", isScalar: false, customClass: nil, line: index + 3)
          },
          relationships: [
            ClassModel.Relationship(
              name: "x.y", destination: "A \"b\"", isToMany: false, isOrdered: false, line: 9)
          ], line: 2)
      ])
    let source = TargetSources.Source(file: "A.swift", text: "")
    return TargetSources(module: "App", sources: [source], models: [model]).generated().problems.map(\.description)
  }

  @Test("Each is an error at its line where code is generated")
  func errors() {
    let end = "is none in Swift, which has letters, digits and _, and no digit first"
    #expect(
      problems(.class) == [
        "contents:2: error: the name of the entity \"A \"b\"\" \(end)",
        "contents:2: error: the name of the class \"C-d\" \(end)",
        "contents:3: error: the name of the attribute \"first name\" \(end)",
        "contents:5: error: the name of the attribute \"2nd\" \(end)",
        "contents:7: error: the name of the attribute \"\" \(end)",
        "contents:9: error: the name of the relationship \"x.y\" \(end)",
      ])
  }

  @Test("So is the name of what every managed object has")
  func taken() {
    func problems(_ generation: ClassModel.Generation) -> [String] {
      let model = ClassModel(
        file: "contents",
        entities: [
          ClassModel.Entity(
            name: "Note", className: "Note", parent: nil, generation: generation,
            attributes: ["hash", "id", "isDeleted", "text", "deleted"].enumerated().map { index, name in
              ClassModel.Attribute(name: name, type: "String", isScalar: false, customClass: nil, line: index + 3)
            },
            relationships: [
              ClassModel.Relationship(name: "entity", destination: "Note", isToMany: false, isOrdered: false, line: 9)
            ], line: 2)
        ])
      let source = TargetSources.Source(file: "Note.swift", text: "class Note: NSManagedObject {}")
      return TargetSources(module: "App", sources: [source], models: [model]).generated().problems.map(\.description)
    }
    let end = "has the name of a property that every managed object has: rename it"
    let expected = [
      "contents:3: error: the attribute \"hash\" \(end)",
      "contents:5: error: the attribute \"isDeleted\" \(end)",
      "contents:9: error: the relationship \"entity\" \(end)",
    ]
    #expect(problems(.category) == expected)
    #expect(problems(.none) == [])
  }

  @Test("Where none is generated a model has the names it likes")
  func manual() { #expect(problems(.none) == []) }
}
