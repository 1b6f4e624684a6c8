#if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedFetchedResults
  import Testing
  import UIKit

  /// Compares our letters with UIKit's index of the current language. UIKit lists texts of other scripts under `#`, and
  /// our index lists them under letters.
  @MainActor
  @Suite("The letters of UIKit's collation")
  struct CollationAssumptionTests {
    @Test func lettersAreThoseOfUIKit() {
      let collation = UILocalizedIndexedCollation.current()
      let index = LetterIndex(.current, scripts: .latin)
      let (theirs, ours) = (collation.sectionTitles, index.letters)
      print("assumption letters: \(Locale.current.identifier), \(theirs.joined(separator: " "))")
      let missing = theirs.filter { !ours.contains($0) }
      let further = index.languageLetters.filter { !theirs.contains($0) }
      if !missing.isEmpty || !further.isEmpty { print("assumption letters: without \(missing), but with \(further)") }
      let common = theirs.filter { ours.contains($0) }
      #expect(common == common.sorted(by: index.precedes))
      for text in ["Anna", "zoë", "Åsa", "Ärla", "Ørsted", "chata", "7up", "Ёлка", "한글", "さくら", "北京", "أمل", "ქართული"]
      {
        let section = collation.section(
          for: text as NSString, collationStringSelector: #selector(getter: NSString.description))
        let (their, our) = (theirs[section], index.letter(for: text))
        if their != our { print("assumption letters: \(text) is under \(their), and under \(our) here") }
      }
    }
  }
#endif
