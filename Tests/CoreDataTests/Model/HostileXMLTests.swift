import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Hostile and damaged text in models, mapping models and the lists beside them")
struct HostileXMLTests {
  /// A model whose comment, names and user info have letters outside ASCII.
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <!-- naïve -->
    <model><entity name="Café"><attribute name="größe" optional="YES" attributeType="String" defaultValueString="é"/>
    <userInfo><entry key="k" value="ü"/></userInfo></entity></model>
    """

  private func reason(_ data: Data) -> String? {
    do {
      _ = try XMLModelReader.draft(data)
      return nil
    } catch {
      return (error as? ModelReadingError)?.reason ?? "\(error)"
    }
  }

  /// Foundation's parser ends the process at such a byte. The error must name the byte at any place.
  @Test func aByteThatIsNoText() throws {
    let bytes = Array(Self.model.utf8)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] = 0xE9
      // The byte begins a letter of three bytes, but the text does not continue it.
      let found = try #require(reason(Data(damaged)), "at \(place)")
      #expect(found.contains("is no text in UTF-8"), "at \(place): \(found)")
      let line = bytes[..<place].count { $0 == 10 } + 1
      let named = found.hasPrefix("line \(line): the byte 0x")
      #expect(named, "at \(place): \(found)")
    }
    #expect(
      reason(Data("<model>\n<!-- ".utf8) + Data([0xE9]) + Data(" --></model>".utf8))
        == "line 2: the byte 0xE9 at offset 13 is no text in UTF-8")
  }

  @Test(arguments: ["ISO-8859-1", "iso-8859-15", "Windows-1252", "latin1"]) func theEncodingThatItNames(
    _ name: String
  ) throws {
    let encoding: String.Encoding = name.contains("1252") ? .windowsCP1252 : .isoLatin1
    let xml = Self.model.replacingOccurrences(of: "UTF-8", with: name)
    let draft = try XMLModelReader.draft(try #require(xml.data(using: encoding)))
    #expect(draft.entities.first?.description.name == "Café")
    #expect(draft.entities.first?.description.ownProperties.map(\.name) == ["größe"])
    #expect(draft.entities.first?.description.userInfo?["k"] as? String == "ü")
  }

  @Test func lettersOfOtherEncodings() throws {
    func name(_ byte: UInt8, _ encoding: String) throws -> String? {
      let data =
        Data("<?xml version='1.0' encoding='\(encoding)'?>\n<model><entity name='".utf8) + Data([byte])
        + Data("'/></model>".utf8)
      return try XMLModelReader.draft(data).entities.first?.description.name
    }
    #expect(try name(0x80, "windows-1252") == "€")
    #expect(try name(0xA4, "iso-8859-15") == "€")
    #expect(try name(0xA4, "iso-8859-1") == "¤")
    let error = #expect(throws: ModelReadingError.self) { try name(0x81, "windows-1252") }
    #expect(error?.reason == "line 2: the byte 0x81 at offset 67 is no text in windows-1252")
    let ascii = #expect(throws: ModelReadingError.self) { try name(0xE9, "us-ascii") }
    #expect(ascii?.reason.contains("is no text in us-ascii") == true)
  }

  /// After a second declaration, the parser would go on in an encoding in which it does not see a document type.
  @Test func twoDeclarations() {
    let declaration = "<?xml version='1.0' encoding='UTF-8'?>"
    let other = "<?xml version='1.0' encoding='UTF-7'?>"
    #expect(reason(Data("\(declaration)\(other)<model/>".utf8))?.contains("not well-formed") == true)
    #expect(reason(Data("\(declaration)\n<model/>".utf8)) == nil)
    #expect(reason(Data("\u{FEFF}\(declaration)\n<model/>".utf8)) == nil)
  }

  @Test func whatIsDeepHugeOrCutOff() throws {
    let deep = String(repeating: "<entity name='a'>", count: 100_000)
    #expect(reason(Data("<model>\(deep)".utf8))?.contains("deeper than 32") == true)
    #expect(reason(Data("<model>\(deep)\(String(repeating: "</entity>", count: 100_000))</model>".utf8)) != nil)
    let huge = String(repeating: "x", count: 11 << 20)
    #expect(reason(Data("<model><entity name='\(huge)'/></model>".utf8)) != "")
    #expect(reason(Data("<model><entity name='a'/><!-- \(huge) --></model>".utf8)) != "")
    let many = (0..<20_000).map { " a\($0)='b'" }.joined()
    _ = reason(Data("<model><entity name='a'\(many)/></model>".utf8))
    for entities in ["<!DOCTYPE model [<!ENTITY a 'b'>]>", "<!DOCTYPE model SYSTEM 'file:///etc/passwd'>"] {
      #expect(reason(Data("\(entities)<model><entity name='&a;'/></model>".utf8))?.contains("document type") == true)
    }
    #expect(reason(Data("<model><entity name='&a;'/></model>".utf8)) != nil)
    for text in ["&#0;", "&#xD800;", "&#x110000;", "\u{1}", "\u{FFFF}", "<![CDATA[", "]]>", "<?", "&#xFFFE;"] {
      #expect(reason(Data("<model><entity name='a'>\(text)</entity></model>".utf8)) != "")
    }
    let bytes = Array(Self.model.utf8)
    for count in bytes.indices { #expect(reason(Data(bytes[..<count])) != nil, "\(count)") }
  }

  /// No mutated text may end the process.
  @Test(arguments: TestSeeds.seeds(2)) func mutants(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let mapping = """
      <?xml version="1.0"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
      <database><object type="XDDEVMAPPINGMODEL" id="z1"><attribute name="sourcemodelpath" type="string">a</attribute>
      <attribute name="destinationmodelpath" type="string">b</attribute></object></database>
      """
    for text in [Self.model, mapping] {
      let bytes = Array(text.utf8)
      for _ in 0..<400 {
        var mutant = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: mutant.indices, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: mutant[place] = UInt8.random(in: 0...255, using: &random)
          case 1: mutant.remove(at: place)
          case 2:
            let texts = ["<", "&", "\u{0}", "]]>", "<!--", "<?xml "]
            mutant.insert(contentsOf: texts[Int.random(in: texts.indices, using: &random)].utf8, at: place)
          default: mutant.removeSubrange(place..<min(mutant.count, place + 9))
          }
        }
        _ = try? XMLModelReader.draft(Data(mutant))
        _ = try? XMLMapping(Data(mutant))
      }
    }
  }

  /// Damages the lists that are beside the versions in a bundle.
  @Test(arguments: [".xccurrentversion", "VersionInfo.plist"]) func lists(_ name: String) throws {
    let folder = try TemporaryFolder()
    let isCompiled = name == "VersionInfo.plist"
    let bundle = folder.file(isCompiled ? "M.momd" : "M.xcdatamodeld")
    for version in ["A", "B"] {
      let url = bundle.appendingPathComponent(isCompiled ? "\(version).mom" : "\(version).xcdatamodel/contents")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("<model><entity name='\(version)'/></model>".utf8).write(to: url)
    }
    let key = isCompiled ? "NSManagedObjectModel_CurrentVersionName" : "_XCCurrentVersionName"
    let list = bundle.appendingPathComponent(name)
    let good = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><!-- x --><key>\(key)</key><string>B\(isCompiled ? "" : ".xcdatamodel")</string></dict></plist>
      """
    func read(_ data: Data) throws -> [String?] {
      try data.write(to: list)
      return try NSManagedObjectModel(reading: bundle).entities.map(\.name)
    }
    #expect(try read(Data(good.utf8)) == ["B"])
    let binary = try PropertyListSerialization.data(
      fromPropertyList: try PropertyListSerialization.propertyList(from: Data(good.utf8), format: nil), format: .binary,
      options: 0)
    #expect(try read(binary) == ["B"])
    #expect(try read(Data(good.replacingOccurrences(of: "UTF-8", with: "ISO-8859-1").utf8)) == ["B"])
    let latin = good.replacingOccurrences(of: "<!-- x -->", with: "<!-- é -->")
    let error = #expect(throws: ModelReadingError.self) { try read(try #require(latin.data(using: .isoLatin1))) }
    #expect(error?.reason.contains("the byte 0xE9 at offset") == true)
    #expect(error?.url?.lastPathComponent == name)
    for form in DeepPropertyList.Form.allCases {
      let error = #expect(throws: ModelReadingError.self) { try read(DeepPropertyList.data(form, depth: 100_000)) }
      #expect(error?.url?.lastPathComponent == name)
    }
    for count in stride(from: 0, to: binary.count, by: 7) {
      #expect(throws: ModelReadingError.self) { try read(binary.prefix(count)) }
    }
    #expect(throws: ModelReadingError.self) {
      try read(Data(good.replacingOccurrences(of: "PropertyList-1.0.dtd\"", with: "x\" [<!ENTITY a 'b'>]").utf8))
    }
  }

  @Test("The metadata of a store that is nested without end", arguments: DeepPropertyList.Form.allCases)
  func metadata(_ form: DeepPropertyList.Form) throws {
    let store = try MigratingStore()
    func model() -> NSManagedObjectModel {
      NSManagedObjectModel([NSEntityDescription("A", [NSAttributeDescription("a")])])
    }
    try store.fill(model()) { _ in }
    let connection = try Connection(path: store.url.path, mode: .writing, timeout: 5)
    try StoreMetadataTable.write(DeepPropertyList.data(form, depth: 150_000), on: connection)
    let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
    #expect(Set(read.keys) == [NSStoreUUIDKey, NSStoreTypeKey])
    try store.with(model(), migrates: false) { context in
      _ = NSEntityDescription.insertNewObject(forEntityName: "A", into: context)
      try context.save()
    }
  }
}
