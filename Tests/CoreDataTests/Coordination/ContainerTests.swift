import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@Suite("Containers")
struct ContainerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func container(_ descriptions: NSPersistentStoreDescription...) -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Music", managedObjectModel: MusicModel.make())
    container.persistentStoreDescriptions = descriptions
    return container
  }

  @Test("A container begins with one SQLite store named like it, in the program's folder")
  func defaults() throws {
    let container = NSPersistentContainer(name: "Music", managedObjectModel: MusicModel.make())
    #expect(container.name == "Music")
    #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
    #expect(container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
    #expect(container.managedObjectModel === container.persistentStoreCoordinator.managedObjectModel)
    let url = try #require(container.persistentStoreDescriptions.first?.url)
    #expect(url == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Music.sqlite"))
    #expect(url.deletingLastPathComponent().lastPathComponent == ProcessInfo.processInfo.processName)
    #expect(container.persistentStoreDescriptions.count == 1)
  }

  /// A program that keeps its stores elsewhere overrides one method.
  private final class ElsewhereContainer: NSPersistentContainer, @unchecked Sendable {
    override class func defaultDirectoryURL() -> URL { URL(fileURLWithPath: "/elsewhere") }
  }

  @Test("A subclass says where stores are")
  func subclass() {
    let container = ElsewhereContainer(name: "Music", managedObjectModel: MusicModel.make())
    #expect(container.persistentStoreDescriptions.first?.url?.path == "/elsewhere/Music.sqlite")
  }

  @Test("Loading makes the folders, opens every store and reports each in its order")
  func loading() throws {
    let music = NSPersistentStoreDescription(url: folder.file("new/folder/music.sqlite"))
    music.configuration = "Music"
    let folders = NSPersistentStoreDescription(url: folder.file("folders"))
    folders.type = NSInMemoryStoreType
    folders.configuration = "Folders"
    let container = container(music, folders)
    var reported: [String] = []
    container.loadPersistentStores { description, error in
      reported.append("\(description.configuration ?? "nil") \(error?.localizedDescription ?? "loaded")")
    }
    #expect(reported == ["Music loaded", "Folders loaded"])
    #expect(
      container.persistentStoreCoordinator.persistentStores.map(\.type) == [NSSQLiteStoreType, NSInMemoryStoreType])
    #expect(FileManager.default.fileExists(atPath: music.url?.path ?? "?"))
  }

  @Test("A store that cannot be opened is reported, and the remaining stores are opened")
  func failing() throws {
    let file = folder.file("text.sqlite")
    try Data("This is no store, whatever its name says.".utf8).write(to: file)
    let broken = NSPersistentStoreDescription(url: file)
    broken.configuration = "Music"
    let folders = NSPersistentStoreDescription(url: folder.file("folders.sqlite"))
    folders.configuration = "Folders"
    let container = container(broken, folders)
    var errors: [NSError?] = []
    container.loadPersistentStores { errors.append($1.map { $0 as NSError }) }
    #expect(errors.count == 2)
    #expect(errors.first??.domain == NSCocoaErrorDomain)
    #expect(errors.first??.localizedDescription.contains("text.sqlite") == true)
    #expect(errors.last == .some(nil))
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test("A folder that cannot be created is an error with its path, and with what is in the way")
  func folderInTheWay() throws {
    let file = folder.file("file")
    try Data().write(to: file)
    for (place, obstacle) in [
      (file.path, "\(file.path) is a file and no folder"),
      (file.path + "/a/b", "\(file.path) is a file and no folder"),
      ("/proc/nowhere/b", "the folder /proc may not be written"),
    ] {
      let container = container(NSPersistentStoreDescription(url: URL(fileURLWithPath: place + "/store.sqlite")))
      var errors: [(any Error)?] = []
      container.loadPersistentStores { errors.append($1) }
      try #require(errors.count == 1)
      let error = try #require(errors[0] as NSError?)
      #expect(error.domain == NSCocoaErrorDomain)
      #expect(error.userInfo[NSFilePathErrorKey] as? String == place)
      #expect(
        error.localizedDescription
          == "The folder \(place) of store.sqlite cannot be created: \(obstacle). Choose a folder that the program may "
          + "write.")
    }
  }

  @Test("A coordinator creates no folder: the error names the missing one, and what to do")
  func missingFolder() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    func text(_ url: URL) throws -> String {
      try #require(throws: NSError.self) {
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
      }.localizedDescription
    }
    #expect(
      try text(folder.file("none/store.sqlite"))
        == "store.sqlite cannot be created: there is no folder \(folder.file("none").path). Create the folder first, "
        + "or load the store by an NSPersistentContainer, which creates it.")
    #expect(
      try text(URL(fileURLWithPath: "/proc/store.sqlite"))
        == "store.sqlite cannot be opened: the folder /proc may not be written.")
  }

  @Test("A store that replaces another is prepared beside it: a folder that is missing there is named")
  func missingFolderOfACopy() throws {
    let store = folder.file("store.sqlite")
    let container = container(NSPersistentStoreDescription(url: store))
    container.loadPersistentStores { #expect($1 == nil) }
    let coordinator = container.persistentStoreCoordinator
    for opened in coordinator.persistentStores { try coordinator.remove(opened) }
    let error = try #require(throws: NSError.self) {
      try coordinator.replacePersistentStore(
        at: folder.file("none/copy.sqlite"), destinationOptions: nil, withPersistentStoreFrom: store,
        sourceOptions: nil, ofType: NSSQLiteStoreType)
    }
    #expect(
      error.localizedDescription
        == "copy.sqlite cannot be written: there is no folder \(folder.file("none").path). Choose a folder that the "
        + "program may write.")
  }

  @Test("A store that is added asynchronously is reported later")
  func asynchronous() async {
    let description = NSPersistentStoreDescription(url: folder.file("later.sqlite"))
    description.shouldAddStoreAsynchronously = true
    let container = container(description)
    let error = await withCheckedContinuation { continuation in
      container.loadPersistentStores { continuation.resume(returning: $1?.localizedDescription) }
    }
    #expect(error == nil)
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test("A background context is on a queue of its own")
  func backgroundContext() {
    let container = container(NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null")))
    let context = container.newBackgroundContext()
    #expect(context.concurrencyType == .privateQueueConcurrencyType)
    #expect(context.persistentStoreCoordinator === container.persistentStoreCoordinator)
    #expect(context !== container.newBackgroundContext())
  }

  @Test("A program without the model stops and says where it was looked for", .startsProcesses)
  func missingModel() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSPersistentContainer(name: "NoSuchModel")
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("There is no model named NoSuchModel.momd, .mom, .xcdatamodeld or .xcdatamodel in "))
    #expect(message.contains("resources: [.copy(\"NoSuchModel.xcdatamodeld\")]"))
    #expect(message.contains("init(name:managedObjectModel:)"))
  }
}
