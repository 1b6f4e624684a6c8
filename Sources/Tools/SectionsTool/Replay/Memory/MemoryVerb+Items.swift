import SectionedChanges
import SectionedDataSources

extension MemoryVerb {
  /// The verbs for named or placed items.
  static let items = [
    MemoryVerb("append", "section") { value, members in
      let items = try ScriptElement.items(value, "\"append\"")
      let section = try members.required("section").index("\"section\"")
      return { list in
        if case .array = value.content {
          try list.append(contentsOf: items, toSection: section)
        } else {
          for item in items { try list.append(item, toSection: section) }
        }
      }
    },
    MemoryVerb("insert", "at") { value, members in
      let items = try ScriptElement.items(value, "\"insert\"")
      let target = try members.required("at")
      guard case .array(let parts) = target.content, case .array? = parts.first?.content else {
        let place = try ItemPlace(target, "\"at\"")
        if case .array = value.content { return { try $0.insert(contentsOf: items, at: place) } }
        return { list in for item in items { try list.insert(item, at: place) } }
      }
      let places = try ItemPlace.places(target, "\"at\"")
      return { try $0.insert(items, at: places) }
    },
    MemoryVerb("remove") { value, _ in
      switch try ItemTarget(value, "\"remove\"") {
      case .name(let name): return { list in _ = try name.isFirst ? list.remove(name.id) : list.remove(name.listed) }
      case .place(let place): return { list in try list.remove(at: place) }
      case .ids(let ids): return { list in list.remove(contentsOf: ids) }
      case .places(let places): return { list in list.remove(at: places) }
      }
    },
    MemoryVerb("move", "to") { value, members in
      let place = try ItemPlace(members.required("to"), "\"to\"")
      switch try ItemTarget(value, "\"move\"") {
      case .name(let name): return { try name.isFirst ? $0.move(name.id, to: place) : $0.move(name.listed, to: place) }
      case .place(let old): return { try $0.move(from: old, to: place) }
      case .ids, .places: throw value.unexpected("\"move\"", "one item, by its identifier or its place")
      }
    },
    MemoryVerb("replace", "with") { value, members in
      let name = ElementName(try value.text("\"replace\""))
      let item = try ScriptElement(members.required("with"), "\"with\"")
      return { try name.isFirst ? $0.replace(name.id, with: item) : $0.replace(name.listed, with: item) }
    },
    MemoryVerb("update") { value, _ in
      let item = try ScriptElement(value, "\"update\"")
      return { try $0.update(item) }
    },
    MemoryVerb("reload") { value, _ in
      let name = ElementName(try value.text("\"reload\""))
      return { try name.isFirst ? $0.reload(name.id) : $0.reload(name.listed) }
    },
  ]

  /// The verbs for many items at once.
  static let itemsAtOnce = [
    MemoryVerb("removeItems") { value, _ in
      let members = try ScriptMembers(value, "\"removeItems\"", known: ["prefix", "section"])
      switch (members["prefix"], members["section"]) {
      case (let prefix?, nil):
        let text = try prefix.text("\"prefix\"")
        return { list in list.removeItems { ($0.title ?? $0.id).hasPrefix(text) } }
      case (nil, let section?):
        let index = try section.index("\"section\"")
        return { try $0.removeItems(inSection: index) }
      default: throw LocatedProblem(offset: value.offset, message: "\"removeItems\" has a \"prefix\" or a \"section\"")
      }
    },
    MemoryVerb("removeAllItems") { value, _ in
      try value.requireTrue("\"removeAllItems\"")
      return { $0.removeAllItems() }
    },
    MemoryVerb("setItems", "section") { value, members in
      let items = try ScriptElement.items(value, "\"setItems\"")
      let section = try members.required("section").index("\"section\"")
      return { try $0.setItems(items, inSection: section) }
    },
  ]
}
