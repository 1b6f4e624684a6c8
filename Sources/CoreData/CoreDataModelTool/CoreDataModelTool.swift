import CoreDataModel
import Foundation
import ModelClasses

/// The tool that the plugins run. It reports problems in the format of compiler diagnostics.
@main struct CoreDataModelTool {
  static func main() {
    do {
      let words = CommandLine.arguments.dropFirst()
      let arguments = try Arguments(Array(words.dropFirst()))
      switch words.first {
      case "generate": try generate(arguments)
      case "adopt": try adopt(arguments)
      default: throw Arguments.Failure(text: "the commands are generate and adopt")
      }
    } catch let failure as Arguments.Failure {
      fail("error: CoreDataModelTool: \(failure.text)")
    } catch let problem as Problem {
      fail(problem.description)
    } catch {
      fail("error: \(error)")
    }
  }

  private static func generate(_ arguments: Arguments) throws {
    var reading = ModelReading()
    let folders = arguments.models.map { ModelFolder(url: URL(fileURLWithPath: $0)) }
    for folder in folders { reading.read(folder) }
    for problem in reading.problems { report(problem.description) }
    // Stops here, because without the model's classes further errors would be wrong.
    if reading.problems.contains(where: \.isError) { exit(1) }
    let imports = Dictionary(grouping: arguments.imports, by: \.module).sorted { $0.key < $1.key }
    let target = TargetSources(
      module: arguments.module, sources: try arguments.sources.map(source),
      imported: try imports.map { ($0.key, try $0.value.map { try source($0.file) }) }, models: reading.models)
    let (text, problems) = target.generated()
    for problem in problems { report(problem.description) }
    if problems.contains(where: \.isError) { exit(1) }
    for model in arguments.excluded {
      let reason =
        "the model is not among the files of \(arguments.module), so that no class is generated of it: take it out of "
        + "exclude in the manifest"
      report(Problem(reason, file: model, line: 0, isError: false).description)
    }
    if arguments.excluded.isEmpty, !target.hasManagedObjects {
      report(
        "warning: no .xcdatamodeld is among the files of \(arguments.module), and none of its classes is a managed object, "
          + "so that CoreDataModelPlugin has nothing to do: is the model in another folder?")
    }
    try OutputFolder.write(text, to: URL(fileURLWithPath: arguments.output))
    for folder in folders { try OutputFolder.write(folder, into: URL(fileURLWithPath: arguments.modelFolder)) }
  }

  private static func adopt(_ arguments: Arguments) throws {
    var changed = 0
    for file in arguments.sources {
      let source = try source(file)
      let adopted = ObjectiveCWrapping.adopted(source)
      for problem in adopted.problems { report(problem.description) }
      guard adopted.text != source.text else { continue }
      changed += 1
      print(LineDifference.text(from: source.text, to: adopted.text, file: file), terminator: "")
      if arguments.writes { try Data(adopted.text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic) }
    }
    let files = changed == 1 ? "1 file" : "\(changed) files"
    if changed == 0 {
      print("Nothing is to be changed.")
    } else if arguments.writes {
      print("\(files) changed.")
    } else {
      print("\(files) would be changed: run it again with --write.")
    }
  }

  private static func source(_ file: String) throws -> TargetSources.Source {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    if let offset = UTF8Check.firstInvalid(in: bytes) {
      let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw Problem("the byte 0x\(byte) at offset \(offset) is no text in UTF-8", file: file, line: line)
    }
    return TargetSources.Source(file: file, text: String(decoding: bytes, as: UTF8.self))
  }

  private static func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

  private static func fail(_ line: String) -> Never {
    report(line)
    exit(1)
  }
}
