import SystemBase
import TestSupport
import Testing

@Suite struct RegularFileTests {
  private let folder: TemporaryFolder
  private let path: FilePath
  private let content: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 1)
    content = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    path = try folder.write(content, to: "a")
  }

  @Test func keptBlocksHaveTheBytesOfTheFile() throws {
    let file = try RegularFile(path, keepsBlocks: true)
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let offset = Int.random(in: 0..<content.count, using: &generator)
      let count = Int.random(in: 1...10_000, using: &generator)
      #expect(try file.read(at: offset, count: count) == Array(content[offset...].prefix(count)))
    }
    #expect(try file.read(at: content.count, count: 1).isEmpty)
  }

  @Test func bytesAreKeptOnlyIfThatIsAskedFor() throws {
    let keeping = try RegularFile(path, keepsBlocks: true)
    let plain = try RegularFile(path)
    let first = try keeping.read(at: 100, count: 10)
    #expect(try plain.read(at: 100, count: 10) == first)
    let changed = [UInt8](repeating: 7, count: content.count)
    try FileBytes.write(changed, to: path)
    #expect(try keeping.read(at: 105, count: 10) == Array(content[105..<115]))
    #expect(try keeping.read(at: 105, count: 9_000) == Array(changed[105..<9_105]), "long reads are not kept")
    #expect(try plain.read(at: 100, count: 10) == Array(changed[100..<110]))
  }
}
