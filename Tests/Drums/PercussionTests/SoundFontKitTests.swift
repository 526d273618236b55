import AudioBase
import AudioFiles
import Glibc
import Instruments
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Debian's package timgm6mb-soundfont.
private let font = FilePath("/usr/share/sounds/sf2/TimGM6mb.sf2")

/// The drums of a SoundFont as a kit.
@Suite(.enabled(if: font.exists || Tool.isCI)) struct SoundFontKitTests {
  /// One cache for all tests, since each kit is rendered once.
  private static let cache = Result { try TemporaryFolder() }

  private func read(_ path: FilePath = font) throws -> Kit {
    try KitReader.read(path, unpackingInto: Self.cache.get().path).kit
  }

  private func load(_ kit: Kit) -> (program: [PadProgram.Pad], warnings: [KitLoader.Warning]) {
    KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()).load(kit, rate: .standard)
  }

  @Test func keysWithASoundArePadsWithTheirNotes() throws {
    let kit = try read()
    #expect(kit.format == .soundFont && kit.path == font && kit.name.hasSuffix("(TimGM6mb)"))
    #expect(Set(kit.pads.compactMap(\.midiNote)) == Set(27...87))
    #expect(kit.pads.prefix(8).map(\.midiNote) == [38, 36, 54, 70, 42, 46, 39, 56])
    #expect(kit.pads.map(\.number) == Array(1...61))
    #expect(kit.pads.suffix(14).map(\.midiNote) == [27, 28, 29, 30, 31, 32, 33, 34, 82, 83, 84, 85, 86, 87])
    let hats = kit.pads.filter { [42, 44, 46].contains($0.midiNote) }
    #expect(Set(hats.map { $0.choke?.group }) == [1] && kit.pads[0].choke == nil)
  }

  @Test func everyPadIsHeardAtEveryVelocity() throws {
    let kit = try read()
    let (program, warnings) = load(kit)
    #expect(warnings.isEmpty)
    for pad in kit.pads {
      let layers = program[pad.number - 1].layers
      #expect(layers.first?.velocities.lowerBound == 1 && layers.last?.velocities.upperBound == 127)
      for layer in layers {
        let level = layer.samples[0].frames.reduce(0) { max($0, abs($1.x), abs($1.y)) }
        #expect(level > 0.02 && level < 1, "\(pad.name): \(level)")
      }
    }
  }

  @Test func kitIsRenderedOnce() throws {
    let first = try read().pads[0].layers[0].samples[0]
    var isRenderedAgain = false
    let folder = try KitCache.folder(of: font, as: "drum keys ", in: Self.cache.get().path) { _ in
      isRenderedAgain = true
    }
    #expect(folder == first.directory && !isRenderedAgain)
  }

  @Test func eachDrumPresetIsListedAndFoundByName() throws {
    let folder = try TemporaryFolder()
    let link = folder.file("TimGM6mb.sf2")
    try #require(symlink(font.shown, link.shown) == 0)
    let catalog = KitCatalog(
      [], soundFonts: SoundFontCatalog([folder.path]), unpackingInto: try Self.cache.get().path)
    let entries = catalog.entries()
    #expect(entries.count == (try SoundFont(font)).presets.count { $0.bank == SoundFont.drums })
    #expect(entries.allSatisfy { $0.format == .soundFont && $0.pads > 60 && $0.error == nil })
    let last = try #require(entries.last)
    #expect(catalog.path(of: FilePath(last.name)) == last.path && catalog.names.contains(last.name))
    let kit = try catalog.read(FilePath(last.name)).kit
    #expect(kit.path == last.path && kit.name == last.name && kit.pads.count == last.pads)
  }

  @Test func importMakesAKitOfItsOwn() throws {
    let folder = try TemporaryFolder()
    let made = try KitImport(into: folder.path, name: FilePath("drums"), isCancelled: { false }).run(
      font)
    let kit = try KitReader.read(made).kit
    #expect(made == folder.file("drums") && kit.format == .native && kit.pads.count == 61)
    #expect(kit.pads.allSatisfy { $0.layers.allSatisfy { $0.samples.allSatisfy(\.exists) } })
  }

  @Test func soundFontWithoutDrumsIsRefusedWithTheReason() throws {
    let folder = try TemporaryFolder()
    func error(_ path: FilePath) -> FileError? {
      do throws(FileError) {
        _ = try KitReader.read(path, unpackingInto: folder.file("cache"))
        return nil
      } catch { return error }
    }
    #expect(error(folder.file("gone.sf2"))?.code == .notFound)
    try FileBytes.write(Array("RIFF, but no more".utf8), to: folder.file("text.sf2"))
    #expect(error(folder.file("text.sf2"))?.detail == "it is not a SoundFont")
    let whole = try FileBytes.read(font, limit: 8 << 20)
    try FileBytes.write(Array(whole[..<3_000_000]), to: folder.file("short.sf2"))
    #expect(error(folder.file("short.sf2"))?.code == .endsEarly)
    let other = SoundFontKit.path(font, program: 99)
    #expect(error(other)?.detail == "it has no drums 99 in bank 128")
    #expect(try FolderReader(folder.path).names().count { $0 == FilePath("cache") } <= 1)
  }
}
