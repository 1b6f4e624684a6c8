import Foundation

/// `sections`: lists made of sections, from any Core Data store, on the command line.
@main
struct SectionsTool {
  static func main() async {
    do {
      let command = try Command(arguments: Array(CommandLine.arguments.dropFirst()))
      try await command.run()
    } catch let error as ToolError {
      error.report()
      exit(error.status)
    } catch {
      let error = ToolError.data(describe(error))
      error.report()
      exit(error.status)
    }
  }
}
