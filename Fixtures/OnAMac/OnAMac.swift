// Three samples of `Fixtures/Apple` in one app, on one store of countries and zones. The app has numbered edits, and
// compares a list with a fresh fetch after each of them. `Docs/OnAMac.md` says what to do and what to expect.
#if canImport(SwiftUI) && canImport(Observation)
  import Combine
  import CoreData
  import SectionedFetchedResults
  import SwiftUI
  import UIKit

  @main
  @MainActor
  struct OnAMac: App {
    @StateObject private var atlas = Atlas()

    var body: some Scene {
      WindowGroup {
        VStack(spacing: 0) {
          TabView {
            Hosted { UINavigationController(rootViewController: After.ZonesViewController(atlas.context)) }
              .tabItem { Label("Table", systemImage: "tablecells") }
            NavigationStack { OrderedView() }
              .tabItem { Label("SwiftUI", systemImage: "list.bullet") }
            NavigationStack { EditedView() }
              .tabItem { Label("Search", systemImage: "magnifyingglass") }
            Hosted { DiffableViewController(atlas.context) }
              .tabItem { Label("Diffable", systemImage: "square.grid.2x2") }
          }
          ScrollView(.horizontal) {
            HStack {
              ForEach(atlas.edits, id: \.name) { edit in
                Button(edit.name) { atlas.perform(edit) }.buttonStyle(.bordered)
              }
            }
            .padding(8)
          }
          Text(atlas.state).font(.footnote).padding(.horizontal, 8)
        }
        .environment(\.managedObjectContext, atlas.context)
      }
    }
  }

  /// Shows a view controller in SwiftUI.
  struct Hosted: UIViewControllerRepresentable {
    let make: () -> UIViewController

    func makeUIViewController(context: Context) -> UIViewController { make() }
    func updateUIViewController(_ controller: UIViewController, context: Context) {}
  }

  /// The screen of the sample `Diffable`.
  final class DiffableViewController: UICollectionViewController {
    private let context: NSManagedObjectContext
    private var screen: ZonesScreen?

    init(_ context: NSManagedObjectContext) {
      self.context = context
      super.init(
        collectionViewLayout: UICollectionViewCompositionalLayout.list(using: .init(appearance: .insetGrouped)))
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      do { screen = try ZonesScreen(Atlas.controller(context), in: collectionView) } catch { print(error) }
    }
  }

  /// The countries Andorra, Bouvet Island, Brazil and Chad with their zones, and a zone of no country.
  @MainActor
  final class Atlas: ObservableObject {
    struct Edit {
      let name: String
      let body: @MainActor (Atlas) throws -> Void
    }

    let container: NSPersistentContainer
    var context: NSManagedObjectContext { container.viewContext }
    /// The result of the last edit: the list after it, and whether a fresh fetch has the same list.
    @Published private(set) var state = "no edit yet"
    private let list: ZonesScreen.Controller
    private let errors = Errors()

    init() {
      func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        return attribute
      }
      let (country, zone) = (NSEntityDescription(), NSEntityDescription())
      (country.name, country.managedObjectClassName) = ("Country", NSStringFromClass(Country.self))
      (zone.name, zone.managedObjectClassName) = ("Zone", NSStringFromClass(Zone.self))
      let (zones, one) = (NSRelationshipDescription(), NSRelationshipDescription())
      (zones.name, zones.destinationEntity, zones.inverseRelationship) = ("zones", zone, one)
      (one.name, one.destinationEntity, one.inverseRelationship) = ("country", country, zones)
      (one.maxCount, zones.deleteRule, one.deleteRule) = (1, .nullifyDeleteRule, .nullifyDeleteRule)
      country.properties = [attribute("name", .stringAttributeType), attribute("code", .stringAttributeType), zones]
      zone.properties = [attribute("name", .stringAttributeType), one]
      let model = NSManagedObjectModel()
      model.entities = [country, zone]
      container = NSPersistentContainer(name: "OnAMac", managedObjectModel: model)
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".sqlite")
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
      container.loadPersistentStores { _, error in
        if let error { fatalError("\(error)") }
      }
      let context = container.viewContext
      context.automaticallyMergesChangesFromParent = true
      context.undoManager = UndoManager()
      list = Self.controller(context)
      for (code, name, zones) in [
        ("AD", "Andorra", ["Andorra"]), ("BV", "Bouvet Island", []), ("BR", "Brazil", ["Belem", "Manaus", "Recife"]),
        ("TD", "Chad", ["Ndjamena"]),
      ] {
        let country = add(country: name, code)
        for name in zones { add(zone: name, to: country) }
      }
      add(zone: "UTC", to: nil)
      do {
        try context.save()
        list.verifiesChanges = true
        list.unmatchedItems = .shownLast
        list.delegate = errors
        try list.performFetch()
      } catch { fatalError("\(error)") }
    }

    /// Makes a controller that shows the zones in sections by their countries' codes.
    static func controller(_ context: NSManagedObjectContext) -> ZonesScreen.Controller {
      func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
      }
      return ZonesScreen.Controller(
        itemFetchRequest: request("Zone"), sectionFetchRequest: request("Country"), managedObjectContext: context,
        sectionGroupingKeyPath: "country.code", cacheName: nil)
    }

    func perform(_ edit: Edit) {
      do { try edit.body(self) } catch { print("\(edit.name): \(error)") }
      context.processPendingChanges()
      // Refreshes and merges are performed in a later turn of the main queue.
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { self.check(edit.name) }
    }

    private func check(_ name: String) {
      let shown = list.allSections.map { section in
        Self.text(section.object?.value(forKey: "name") as? String, (section.items ?? []))
      }
      let fetched = (try? fetch("Country").map { country in
        Self.text(country.value(forKey: "name") as? String, try fetch("Zone", "country == %@", country))
      } + [Self.text(nil, try fetch("Zone", "country == nil"))]) ?? []
      let isRight = shown == fetched.filter { $0 != Self.text(nil, []) }
      state = "\(isRight ? "right" : "WRONG"), errors \(errors.count): \(shown.joined(separator: " | "))"
      print("\(name): \(state)" + (isRight ? "" : ", should be \(fetched.joined(separator: " | "))"))
    }

    private static func text(_ country: String?, _ zones: [NSManagedObject]) -> String {
      (country ?? "none") + ":" + zones.map { " \($0.value(forKey: "name") as? String ?? "")" }.joined()
    }
  }
#endif
