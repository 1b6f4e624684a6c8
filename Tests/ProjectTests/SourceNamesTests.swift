import Testing

@Suite("The names of a source file")
struct SourceNamesTests {
  @Test func commentsAndStringsAreNoUses() {
    let names = SourceNames(
      of: """
        import Foundation  // Comment
        /* Outer /* Inner */ Outer */
        let text = "Plain \\(Interpolated("Nested")) \\" Quoted" + #"Raw \\(Text) " \\#(Value)"#
        let long = \"\"\"
          Long "Line"
          \"\"\"
        """)
    let types = names.used.filter { $0.first?.isUppercase == true }
    #expect(types == ["Foundation", "Interpolated", "Value"])
  }

  @Test func anImportStandsAtTheEndOfItsLine() {
    let text = "import Foundation\n@testable import CoreData\n  // to import Nothing else\npackage import OrderedRows"
    #expect(SourceNames.imports(of: text) == ["Foundation", "CoreData", "OrderedRows"])
  }

  @Test func aNameOfTheFileItselfIsNoUse() {
    let names = SourceNames(
      of: """
        public final class List<Element: Item, Key>: Base<Held> {
          struct Token {}
          class func make<Reader: Read>(_ reader: Reader, key: Key) -> Element.Other { Token(Used.Member) }
        }
        private struct Hidden {}
        extension Extended { enum Nested {} }
        """)
    #expect(names.declared == ["List"])
    let types = names.used.filter { $0.first?.isUppercase == true }
    #expect(types == ["Item", "Base", "Held", "Read", "Used", "Extended"])
  }
}
