import Foundation
import PackagePlugin

/// Wraps `@objc` in `#if canImport(ObjectiveC)`, so that classes compile without Objective-C. Prints the changes;
/// `--write` applies them.
@main struct AdoptCoreData: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let writes = extractor.extractFlag(named: "write") > 0
    guard extractor.remainingArguments.isEmpty else {
      return Diagnostics.error("\(extractor.remainingArguments[0]) is not known: there are --target NAME and --write")
    }
    let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let files = targets.compactMap { $0 as? any SourceModuleTarget }.flatMap { $0.sourceFiles(withSuffix: "swift") }
    let process = Process()
    process.executableURL = try context.tool(named: "CoreDataModelTool").url
    process.arguments = ["adopt"] + (writes ? ["--write"] : []) + Set(files.map(\.url.path)).sorted()
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("The sources could not be read or written.") }
  }
}
