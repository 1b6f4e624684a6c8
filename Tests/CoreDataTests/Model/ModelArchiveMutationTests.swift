import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Every mutated archive must give an error or a model. A crash or a hang fails the run.
@Suite("A damaged archive gives an error or a model, never a crash")
struct ModelArchiveMutationTests {
  /// The seed of a run. Set `MODEL_MUTATION_SEED` to repeat it.
  private static let seed =
    ProcessInfo.processInfo.environment["MODEL_MUTATION_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0 ... .max)

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private static func read(archive: Data) -> Bool {
    do {
      let model = NSManagedObjectModel()
      try ArchiveModelReader.draft(archive: archive).fill(model)
      // What is read must also be usable.
      let compiled = model.compile()
      _ = try? NewStoreSchema(compiled, entities: Set(compiled.layout.entities.indices))
      return true
    } catch {
      return false
    }
  }

  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func changedBytesAndCuts() throws {
    print("MODEL_MUTATION_SEED=\(Self.seed)")
    var generator = Generator(state: Self.seed)
    var (answers, errors) = (0, 0)
    for store in ModelSamples.storesWithModel {
      let cache = try ModelSamples.modelCache(of: store)
      let archive = try RawDeflate.inflate(cache, limit: 1 << 26)
      #expect(Self.read(archive: archive))
      for _ in 0..<40 {
        var mutant = archive
        mutant[Int.random(in: 0..<mutant.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        if Self.read(archive: mutant) { answers += 1 } else { errors += 1 }
      }
      for _ in 0..<5 {
        #expect(!Self.read(archive: archive.prefix(Int.random(in: 0..<archive.count, using: &generator))))
      }
      for _ in 0..<10 {
        var mutant = cache
        mutant[Int.random(in: 0..<mutant.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        _ = try? NSManagedObjectModel(modelCache: mutant)
        let cut = cache.prefix(Int.random(in: 0..<cache.count, using: &generator))
        #expect(throws: ModelReadingError.self) { try NSManagedObjectModel(modelCache: cut) }
      }
    }
    // Both must occur. Otherwise the mutants would prove nothing.
    #expect(answers > 100)
    #expect(errors > 100)
  }

  /// Exchanged references keep their types and bounds, but make wrong object graphs of all kinds.
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason))
  func exchangedReferences() throws {
    print("MODEL_MUTATION_SEED=\(Self.seed)")
    var generator = Generator(state: Self.seed)
    for store in ModelSamples.storesWithModel {
      let archive = try RawDeflate.inflate(ModelSamples.modelCache(of: store), limit: 1 << 26)
      // A one-byte reference is 0x80 followed by its number.
      let places = archive.indices.dropLast().filter { archive[$0] == 0x80 }.map { $0 + 1 }
      for _ in 0..<20 {
        var mutant = archive
        for _ in 0..<3 {
          guard let place = places.randomElement(using: &generator), let other = places.randomElement(using: &generator)
          else { continue }
          mutant[place] = archive[other]
        }
        _ = Self.read(archive: mutant)
      }
    }
  }

  private func error(_ archive: Data) -> String? {
    do {
      _ = try ArchiveModelReader.draft(archive: archive)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test
  func limitsAreKept() throws {
    // 65 MiB of zeros, compressed to a few bytes.
    let bomb = try RawDeflate.deflate(Data(count: 65 << 20))
    let error = #expect(throws: ModelReadingError.self) { try NSManagedObjectModel(modelCache: bomb) }
    #expect(error?.reason == "the compressed model inflates to more than 67108864 bytes")

    // More objects than are read.
    typealias Node = BinaryPropertyListWriter.Node
    let many = BinaryPropertyListWriter.data(.array(Array(repeating: Node.bool(true), count: 200_000)))
    #expect(self.error(many) == "the property list has more than 200000 objects")

    // Many arrays in the same bytes: fifty thousand arrays of a hundred references each.
    var overlapping = Array(BinaryPropertyList.magic)
    let start = overlapping.count
    overlapping += [0xAF, 0x10, 100] + Array(repeating: 0, count: 200)
    let table = overlapping.count
    for _ in 0..<50_000 { overlapping += [UInt8(start)] }
    overlapping += [0, 0, 0, 0, 0, 0, 1, 2]
    for number in [50_000, 0, table] { overlapping += withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } }
    #expect(self.error(Data(overlapping)) == "the property list has more than 4000000 references")
  }

  @Test
  func otherFilesAreRefused() {
    #expect(error(Data()) == "the model is no binary property list")
    #expect(error(Data("momv2$srsr".utf8)) == "the model is no binary property list")
    #expect(
      error(BinaryPropertyListWriter.data(.array([.string("a")])))
        == "the archive has a value where an object should be"
    )
    #expect(
      error(BinaryPropertyListWriter.data(.dictionary([(key: "a", value: .bool(true))])))
        == "the property list is no keyed archive: it has no $objects"
    )
  }
}
