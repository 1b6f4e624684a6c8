import CoreData
import Foundation
import SectionedTerminal
import TestTraits
import Testing

@testable import SectionsTool

/// The search line in lists of numbers and dates, in menus and details, and in lists that have nothing to search.
@MainActor
@Suite("Searching in the browser", .opensStores) struct BrowseSearchTests {
  /// Makes marks with the numbers 1 to 40. The ratio is a tenth of the number, each time is a month after the one
  /// before, and every third mark is set.
  private func marks() throws -> NoteStore {
    let store = try NoteStore()
    try store.write { context in
      let start = NoteStore.date("2019-01-15T10:20:30Z")
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      for number in 1...40 {
        let months = calendar.date(byAdding: .month, value: number - 1, to: start) ?? start
        MusicStore.insert(
          "Mark",
          [
            "number": number * (number == 40 ? -1 : 1), "ratio": Double(number) / 10, "time": months,
            "isSet": number % 3 == 0, "key": UUID(uuidString: NoteStore.ids[number % 3]) as Any,
          ], into: context)
      }
      MusicStore.insert("Picture", ["data": Data([1])], into: context)
    }
    return store
  }

  private func count(_ text: String, _ browsing: Browsing) -> String {
    browsing.type("/" + text)
    defer { browsing.press(.escape) }
    return String(browsing.title.split(separator: " ").suffix(2).first ?? "")
  }

  @Test func numbersAndDatesAreFoundAsTheyAreDrawn() throws {
    let store = try marks()
    let browsing = try Browsing(store.path, columns: 80) { $0.items = "Mark" }
    // The text matches the number 3, those from 30 to 39, and the ratios from 3.0 on.
    #expect(count("3", browsing) == "11")
    #expect(count("3.", browsing) == "10")
    #expect(count("3.5", browsing) == "1")
    #expect(count("-4", browsing) == "1")
    #expect(count("-", browsing) == "1")
    #expect(count("2019-1", browsing) == "3")
    #expect(count("2020", browsing) == "12")
    #expect(count("2020-02-15T10:20:30.000Z", browsing) == "1")
    #expect(count("2020-02-15 10:2", browsing) == "1")
    #expect(count("2020-02-3", browsing) == "0")
    #expect(count("tru", browsing) == "13")
    #expect(count("6ba7b810-9dad-11d1-80b4-00c04fd430a", browsing) == "13")
    #expect(count("xyz", browsing) == "0")
    #expect(browsing.title.hasSuffix("40 items"))
  }

  /// With `--edit`, the key `d` deletes the object at the cursor, and `s` saves.
  @Test(arguments: ["Picture", "Mark", "Note"]) func whatIsTypedNeverActsAsKeys(_ entity: String) throws {
    let store = try marks()
    let browsing = try Browsing(store.path, edit: true) { $0.items = entity }
    for opener in ["/", "w", "t"] {
      browsing.type(opener + "ddsixq")
      #expect(!browsing.model.store.context.hasChanges && !browsing.model.isDone, "\(entity) \(opener)")
      browsing.press(.escape)
      browsing.burst(opener + "ddsixq\n")
      #expect(!browsing.model.store.context.hasChanges && !browsing.model.isDone, "\(entity) \(opener)")
      browsing.press(.escape)
    }
    browsing.press(.home)
    browsing.type("d")
    #expect(browsing.model.store.context.hasChanges, "afterwards keys are keys")
  }

  @Test func whereNothingCanBeFoundItIsSaidAndTheCursorMoves() throws {
    let store = try marks()
    let browsing = try Browsing(store.path, edit: true) { $0.items = "Picture" }
    browsing.type("/picture")
    let text = browsing.lines.joined(separator: " ")
    #expect(text.contains("Nothing of Picture can be searched: it has no text, number or date."), "\(text)")
    #expect(browsing.model.prompt != nil)
    browsing.press(.down)
    #expect(browsing.model.prompt == nil)
  }

  /// A nil value cannot be written to a file.
  @Test func theNameOfAFileThatCannotBeWrittenIsNoKeys() throws {
    let store = try marks()
    let browsing = try Browsing(store.path, edit: true) { ($0.items, $0.itemPredicate) = ("Note", "title == 'c'") }
    browsing.press(.enter)
    browsing.go(to: "photo")
    browsing.type("wdx.jpg")
    #expect(!browsing.model.store.context.hasChanges)
    #expect(browsing.lines.contains("There is no value."), "\(browsing.lines)")
  }

  @Test func menusAreFiltered() throws {
    let store = try marks()
    let browsing = try Browsing(store.path)
    #expect(browsing.names.count == 5)
    browsing.type("/ma")
    #expect(browsing.names == ["Mark"])
    #expect(browsing.title.hasPrefix("Entities with “ma”") && browsing.title.hasSuffix("1 line"))
    browsing.press(.enter, .down, .enter)
    #expect(browsing.title.hasPrefix("Mark "))
  }

  @Test func theLinesOfDetailsAndValuesAreFiltered() throws {
    let store = try marks()
    let browsing = try Browsing(store.path) { ($0.items, $0.itemPredicate) = ("Note", "title == 'a'") }
    browsing.press(.enter)
    browsing.type("/2019")
    #expect(browsing.names.filter { !$0.hasPrefix("▾") } == ["dateCreated"], "\(browsing.list)")
    browsing.press(.enter, .escape)
    #expect(browsing.names.contains("stars"), "the first Esc ends the search")
    browsing.type("/stars")
    browsing.press(.escape)
    #expect(browsing.names.contains("title"))
    browsing.press(.escape)
    #expect(browsing.title.hasPrefix("Note "))
  }

  /// A search that fails does not change how the next one is typed.
  @Test func aSearchAfterOneThatFailedIsTyped() throws {
    let store = try NoteStore()
    let browsing = try Browsing(store.path, edit: true) { $0.items = "Note" }
    browsing.model.wantedSearch = "a"
    browsing.burst("/dd")
    #expect(!browsing.model.store.context.hasChanges && browsing.model.prompt?.text == "add")
  }
}
