import CoreData
import Foundation
import SectionedTerminal

extension BrowseModel {
  func showHelp() {
    let columns = [TerminalColumn(.fixed(15)), TerminalColumn(.flexible(weight: 3))]
    let keys = BrowseKey.all.filter { applies($0.condition) || [.inAList, .onAValue].contains($0.condition) }
    show(
      MenuPane("Keys", columns: columns) {
        keys.map { PaneRow(id: $0.name, texts: [$0.name, $0.text]) }
      } choose: { [weak self] name in
        // Show the full text, because a narrow terminal cuts it off in the row.
        if let key = keys.first(where: { $0.name == name }) { self?.status = .note("\(name): \(key.text)") }
      })
  }

  /// Makes the menu of entities with their object counts. They are counted once, because counting a large table takes a
  /// while.
  func entityMenu() -> MenuPane {
    let store = store
    return MenuPane("Entities", revision: { 0 }) { [weak self] in
      store.store.model.entities.compactMap { entity -> PaneRow? in
        guard let name = entity.name else { return nil }
        do {
          let count = try EntityCount(of: entity, in: store.context).text("object")
          return PaneRow(id: name, texts: [name.printable, count + (entity.isAbstract ? ", abstract" : "")])
        } catch {
          self?.status = .error(error)
          return PaneRow(id: name, texts: [name.printable, "cannot be read"], style: .failed)
        }
      }.sorted { $0.id < $1.id }
    } choose: { [weak self] name in
      self?.showEntity(name)
    }
  }

  private func showEntity(_ name: String) {
    attempt {
      let entity = try store.store.entity(name, for: "items")
      var options = ListOptions()
      if name == self.options.items { options = self.options }
      (options.store, options.items) = (self.options.store, name)
      panes = [try objects(BrowseQuery(options, entity: entity))]
      status = nil
      noteLeftOut()
    }
  }

  func showSectionsMenu() {
    guard let pane = objectsPane else { return }
    let first = pane.query.entity.name == options.items ? options : ListOptions()
    let choices = BrowseGrouping.choices(of: pane.query.entity, and: [pane.query.options.by, first.by])
    show(
      MenuPane("Sections of \(pane.query.entity.name ?? "")") {
        choices.map { choice in
          let isChosen = pane.query.options.by == choice.path
          return PaneRow(
            id: choice.path, texts: [Self.mark(isChosen) + (choice.path.isEmpty ? "none" : choice.path), choice.text])
        }
      } choose: { [weak self] path in
        self?.leaveMenu {
          try pane.change { query in
            guard query.options.by != path else { return }
            // Options about the previous sections do not apply to these.
            query.options.takeSections(of: path == first.by ? first : ListOptions())
            query.options.by = path
          }
        }
        if self?.status == nil { self?.noteLeftOut() }
      })
  }

  func showOrderMenu() {
    guard let pane = objectsPane else { return }
    showOrder("Order of \(pane.query.entity.name ?? "")", of: pane.query.entity, pane, \.options.sort)
  }

  func showSectionOrderMenu() {
    guard let pane = objectsPane else { return }
    guard case .related(let path)? = try? pane.query.grouping() else {
      return status = .note("Only sections that are objects have an order of their own.")
    }
    showOrder("Order of the sections", of: path.sectionEntity, pane, \.options.sectionSort)
  }

  private func showOrder(
    _ title: String, of entity: NSEntityDescription, _ pane: ObjectsPane,
    _ keys: WritableKeyPath<BrowseQuery, [ListOptions.SortKey]>
  ) {
    let names = entity.attributesByName.values.filter(BrowseGrouping.canGroup).map(\.name).sorted()
    show(
      MenuPane(title) {
        let first = pane.query[keyPath: keys].first
        return [PaneRow(id: "", texts: [Self.mark(first == nil) + "none", "as the objects were made"])]
          + names.map { name in
            let direction = first?.key == name ? (first?.ascending == true ? "ascending" : "descending") : ""
            return PaneRow(id: name, texts: [Self.mark(first?.key == name) + name.printable, direction])
          }
      } choose: { [weak self] name in
        self?.leaveMenu {
          try pane.change { query in
            let isReversed = query[keyPath: keys].first.map { $0.key == name && $0.ascending } ?? false
            query[keyPath: keys] = name.isEmpty ? [] : [.init(key: name, ascending: !isReversed)]
          }
        }
      })
  }

  func showColumnsMenu() {
    guard let pane = objectsPane else { return }
    let entity = pane.query.entity
    let relationships = entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
    let usual = BrowseQuery.usualColumns(of: entity)
    func shown() -> [String] { pane.query.options.show ?? usual }
    var names = entity.attributesByName.keys.sorted() + relationships.sorted()
    // Also offer key paths that the option `--show` names, even if their columns were removed.
    let given = entity.name == options.items ? options.show ?? [] : []
    for path in shown() + given where !names.contains(path) { names.append(path) }
    show(
      MenuPane("Columns of \(entity.name ?? "")") {
        names.map { name in
          let place = shown().firstIndex(of: name).map { "column \($0 + 1)" }
          return PaneRow(id: name, texts: [Self.mark(place != nil) + name.printable, place ?? ""])
        }
      } choose: { [weak self] name in
        self?.attempt {
          try pane.change { query in
            query.options.show = shown().contains(name) ? shown().filter { $0 != name } : shown() + [name]
          }
        }
      })
  }

  private static func mark(_ isChosen: Bool) -> String { isChosen ? "● " : "  " }

  /// Closes a menu and changes the list beneath it.
  private func leaveMenu(_ change: () throws -> Void) {
    back()
    attempt(change)
  }
}

extension BrowseModel {
  func showDetails(of object: NSManagedObject) {
    show(
      DetailsPane(object, revision: { [store] in store.revision }) { [weak self] pane in
        self?.choose(in: pane)
      })
  }

  private func choose(in pane: DetailsPane) {
    if let relationship = pane.relationship { return follow(relationship, of: pane.object) }
    guard let attribute = pane.attribute else { return }
    if store.canEdit { edit(attribute, of: pane.object) } else { showValue() }
  }

  private func follow(_ relationship: NSRelationshipDescription, of object: NSManagedObject) {
    attempt {
      let value = try object.shownValue(relationship.name)
      if relationship.isToMany, let entity = relationship.destinationEntity {
        var query = BrowseQuery(ListOptions(), entity: entity)
        query.followed = .init(owner: object, relationship: relationship)
        show(try objects(query))
      } else if let other = value as? NSManagedObject {
        showDetails(of: other)
      } else {
        status = .note("\(relationship.name) leads to nothing.")
      }
    }
  }
}
