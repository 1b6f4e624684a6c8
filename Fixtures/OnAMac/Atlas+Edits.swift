// The numbered edits.
#if canImport(SwiftUI) && canImport(Observation)
  import CoreData

  extension Atlas {
    var edits: [Edit] {
      [
        Edit(name: "1 rename a zone") { try $0.zone("Manaus").setValue("Manaos", forKey: "name") },
        Edit(name: "2 rename it to the front") { try $0.zone("Recife").setValue("Acre", forKey: "name") },
        Edit(name: "3 move a zone") { try $0.zone("Belem").setValue($0.country("TD"), forKey: "country") },
        Edit(name: "4 move one to an empty country") {
          try $0.zone("Ndjamena").setValue($0.country("BV"), forKey: "country")
        },
        Edit(name: "5 add a zone") { $0.add(zone: "Noronha", to: try $0.country("BR")) },
        Edit(name: "6 delete a zone") { $0.context.delete(try $0.zone("Noronha")) },
        Edit(name: "7 give UTC a country") { try $0.zone("UTC").setValue($0.country("AD"), forKey: "country") },
        Edit(name: "8 add a country") { $0.add(country: "Albania", "AL") },
        Edit(name: "9 rename a country") { try $0.country("BR").setValue("Brasil", forKey: "name") },
        Edit(name: "10 rename one to the end") { try $0.country("AD").setValue("Zandorra", forKey: "name") },
        Edit(name: "11 change a code") { try $0.country("TD").setValue("TCD", forKey: "code") },
        Edit(name: "12 save") { try $0.context.save() },
        Edit(name: "13 all in one") {
          $0.context.delete(try $0.country("AL"))
          $0.add(zone: "Durres", to: try $0.country("AD"))
          try $0.country("AD").setValue("Andorra", forKey: "name")
          try $0.zone("UTC").setValue($0.country("BR"), forKey: "country")
          try $0.zone("Acre").setValue("Zacre", forKey: "name")
        },
        Edit(name: "14 undo") { $0.context.undo() },
        Edit(name: "15 redo") { $0.context.redo() },
        Edit(name: "16 roll back") { $0.context.rollback() },
        Edit(name: "17 save elsewhere") {
          try $0.elsewhere { context in
            for zone in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Zone")) {
              zone.setValue("\(zone.value(forKey: "name") as? String ?? "")!", forKey: "name")
            }
          }
        },
        Edit(name: "18 delete a country elsewhere") {
          try $0.elsewhere { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Country")
            request.predicate = NSPredicate(format: "code == 'BR'")
            for country in try context.fetch(request) { context.delete(country) }
          }
        },
        Edit(name: "19 a batch deletion") {
          let request = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Zone"))
          request.resultType = .resultTypeObjectIDs
          let result = try $0.context.execute(request) as? NSBatchDeleteResult
          let ids = result?.result as? [NSManagedObjectID] ?? []
          NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [$0.context])
        },
        Edit(name: "20 reset") { $0.context.reset() },
      ]
    }

    @discardableResult
    func add(country name: String, _ code: String) -> NSManagedObject {
      let country = NSEntityDescription.insertNewObject(forEntityName: "Country", into: context)
      country.setValue(name, forKey: "name")
      country.setValue(code, forKey: "code")
      return country
    }

    func add(zone name: String, to country: NSManagedObject?) {
      let zone = NSEntityDescription.insertNewObject(forEntityName: "Zone", into: context)
      zone.setValue(name, forKey: "name")
      zone.setValue(country, forKey: "country")
    }

    /// The objects of an entity that match a predicate, by name.
    func fetch(_ entity: String, _ format: String? = nil, _ argument: Any...) throws -> [NSManagedObject] {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.predicate = format.map { NSPredicate(format: $0, argumentArray: argument) }
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return try context.fetch(request)
    }

    private struct Missing: Error {
      let name: String
    }

    /// Returns the zone whose name begins with a text. Edit 17 appends a mark to each name, so the initial name still
    /// finds it.
    private func zone(_ name: String) throws -> NSManagedObject {
      guard let zone = try fetch("Zone", "name BEGINSWITH %@", name).first else { throw Missing(name: name) }
      return zone
    }

    private func country(_ code: String) throws -> NSManagedObject {
      guard let country = try fetch("Country", "code == %@", code).first else { throw Missing(name: code) }
      return country
    }

    /// Edits and saves in a background context. The main context merges the save.
    private func elsewhere(_ body: (NSManagedObjectContext) throws -> Void) throws {
      let other = container.newBackgroundContext()
      try other.performAndWait {
        try body(other)
        try other.save()
      }
    }
  }
#endif
