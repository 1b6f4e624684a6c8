// Countries with their zones, including empty ones, in lists that the user searches and orders.
#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedFetchedResults
  import SectionedViews
  import SwiftUI

  // guide
  struct ZoneRow: View {
    @ObservedObject var zone: Zone
    var body: some View { Text(zone.name) }
  }
  // end

  // guide
  @MainActor
  struct AtlasView: View {
    @SectionedObjectsRequest(
      by: \.country?.code, sectionSortDescriptors: [SortDescriptor(\.name)], sortDescriptors: [SortDescriptor(\.name)])
    private var countries: FetchedSections<Country, Zone>
    var body: some View {
      List(countries) { country in
        Section(country.object?.name ?? "Elsewhere") { ForEach(country) { zone in ZoneRow(zone: zone) } }
      }
    }
  }
  // end

  // `Fixtures/Apple/SwiftUIFetchRequest` has the same view with Apple's wrapper.
  // guide
  @MainActor
  struct CountriesView: View {
    @SectionedObjectsRequest(
      by: \.country?.code, sectionSortDescriptors: [SortDescriptor(\.name)], sortDescriptors: [SortDescriptor(\.name)])
    private var countries: FetchedSections<Country, Zone>
    @State private var text = ""

    var body: some View {
      List(countries) { country in
        Section(country.object?.name ?? "Elsewhere") {
          ForEach(country) { zone in ZoneRow(zone: zone) }
        }
      }
      .searchable(text: $text)
      .onChange(of: text) { text in
        countries.nsPredicate = text.isEmpty ? nil : NSPredicate(format: "name CONTAINS[cd] %@", text)
      }
    }
  }
  // end

  // guide
  @MainActor
  struct OrderedView: View {
    @SectionedObjectsRequest(
      by: \.country, identifiedBy: \.code, sectionSortDescriptors: [SortDescriptor(\.name)],
      sortDescriptors: [SortDescriptor(\.name)], animation: .default)
    private var countries: FetchedSections<Country, Zone>

    var body: some View {
      List(countries) { country in
        Section(country.object?.name ?? "Elsewhere") {
          ForEach(country) { zone in ZoneRow(zone: zone) }
        }
      }
      .overlay {
        if let error = countries.error { Text(error.localizedDescription) }
      }
      .toolbar {
        Button("Used") { countries.showsEmptySections.toggle() }
        Button("Z–A") { countries.sortDescriptors = [SortDescriptor(\.name, order: .reverse)] }
      }
    }
  }
  // end

  // guide
  @MainActor
  struct EditedView: View {
    @Environment(\.managedObjectContext) private var context
    @SectionedObjectsRequest(
      by: \.country?.code, sectionSortDescriptors: [SortDescriptor(\.name)], sortDescriptors: [SortDescriptor(\.name)])
    private var countries: FetchedSections<Country, Zone>
    @State private var text = ""

    var body: some View {
      List {
        ForEach(countries) { country in
          Section("\(country.object?.name ?? "Elsewhere") (\(country.count))") {
            ForEach(country) { zone in ZoneRow(zone: zone) }
              .onDelete { offsets in offsets.map { country[$0] }.forEach(context.delete) }
          }
        }
      }
      .searchable(text: Binding(get: { text }, set: { search($0) }))
    }

    private func search(_ text: String) {
      self.text = text
      countries.nsPredicate = text.isEmpty ? nil : NSPredicate(format: "name CONTAINS[cd] %@", text)
      countries.showsEmptySections = text.isEmpty
    }
  }
  // end

  /// Other ways to create the wrapper and to change its requests.
  @MainActor
  struct OtherWaysView: View {
    @SectionedObjectsRequest(
      sections: Requests.countries, items: Requests.zones, by: "country.code", animation: .default)
    private var byText: FetchedSections<Country, Zone>
    @SectionedObjectsRequest(sections: Requests.countries, items: Requests.zones, by: \.country?.code)
    private var byRequests: FetchedSections<Country, Zone>
    @SectionedObjectsRequest(
      sections: Requests.countries, items: Requests.zones, by: \.country, identifiedBy: \.code,
      transaction: Transaction(animation: .default))
    private var byTransaction: FetchedSections<Country, Zone>
    @SectionedObjectsRequest(
      by: \Zone.country, sectionSortDescriptors: [NSSortDescriptor(key: "name", ascending: true)],
      sectionPredicate: NSPredicate(format: "name != nil"),
      sortDescriptors: [NSSortDescriptor(key: "name", ascending: true)], predicate: NSPredicate(format: "name != nil"),
      showsEmptySections: false, unmatchedItems: .hidden, animation: .default)
    private var byDescriptors: FetchedSections<Country, Zone>

    var body: some View {
      List {
        ForEach(byText) { country in
          Section(country.object?.name ?? "Elsewhere") {
            ForEach(country.items, id: \.objectID) { zone in ZoneRow(zone: zone) }
          }
        }
      }
      .onAppear {
        $byRequests.wrappedValue.nsPredicate = byTransaction.nsPredicate
        byDescriptors.nsSortDescriptors = byTransaction.nsSortDescriptors.reversed()
        byDescriptors.sectionSortDescriptors = []
        byDescriptors.sectionPredicate = nil
        if _byDescriptors.error != nil { byDescriptors.sortDescriptors = byText.sortDescriptors }
      }
    }
  }
#endif
