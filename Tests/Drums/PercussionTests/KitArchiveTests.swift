import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Archives of kits: formats that are unpacked, and archives that are refused without a trace.
@Suite struct KitArchiveTests {
  private static let kit =
    "<drumkit_info><instrumentList><instrument><name>a</name></instrument></instrumentList></drumkit_info>"

  @Test(arguments: ["gnu", "pax"], ["", "z", "j", "J"])
  func aPackedFolderIsUnpacked(_ format: String, _ compression: String) throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    let archive = folder.file("kit.h2drumkit")
    try Tool.run(
      "tar", ["--format=\(format)", "-c\(compression)f", archive.shown, "-C", folder.path.shown, "My Kit"])
    let kit = try KitArchive.unpack(archive, into: folder.file("out"))
    #expect(kit == folder.file("out").appending("My Kit"))
    #expect(try FileBytes.read(kit.appending("Sub/é.wav"), limit: 100) == [1, 2, 3])
    #expect(try KitReader.read(kit).kit.pads.map(\.name) == ["a"])
    #expect(try names(folder) == ["My Kit", "kit.h2drumkit", "out"])
  }

  @Test func aZIPArchiveIsUnpacked() throws {
    // One file, `é/drumkit.xml`; the archive states that its name is UTF-8.
    let bytes = try #require(
      Base64.decode(
        "UEsDBBQAAAgAAAAAIQACt/OVDwAAAA8AAAAOAAAAw6kvZHJ1bWtpdC54bWw8ZHJ1bWtpdF9pbmZvLz5QSwECFAMUAAAIAAAA"
          + "ACEAArfzlQ8AAAAPAAAADgAAAAAAAAAAAAAAgAEAAAAAw6kvZHJ1bWtpdC54bWxQSwUGAAAAAAEAAQA8AAAAOwAAAAAA"))
    let folder = try TemporaryFolder()
    let archive = try folder.write(bytes, to: "a.zip")
    #expect(try KitArchive.unpack(archive, into: folder.file("out")) == folder.file("out/é"))
    #expect(try FileBytes.read(folder.file("out/é/drumkit.xml"), limit: 100) == Array("<drumkit_info/>".utf8))
  }

  @Test func anArchiveOfFilesIsUnpackedIntoAnEmptyFolder() throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    try FileBytes.makeFolder(folder.file("out"))
    let archive = folder.file("a")
    try TarFile([.file("./drumkit.xml", KitArchiveTests.kit), .file("b/c.wav", "x")]).write(to: archive)
    #expect(try KitArchive.unpack(archive, into: folder.file("out")) == folder.file("out"))
    #expect(folder.file("out/b/c.wav").exists)
    // A folder with content is left alone.
    #expect(throws: FileError.self) { try KitArchive.unpack(archive, into: folder.file("My Kit")) }
    #expect(try names(folder) == ["My Kit", "a", "out"])
  }

  @Test(arguments: [
    (TarFile.Entry.file("../a.wav", ""), "../a.wav leads out of its folder"),
    (.file("a/../../b", ""), "a/../../b leads out of its folder"),
    (.file("/tmp/a.wav", ""), "/tmp/a.wav leads out of its folder"),
    (.file("", "x"), "it has a file without a name"), (.folder(".."), "../ leads out of its folder"),
    (.link("a.wav", type: "2", to: "/etc/passwd"), "a.wav is a link, a device or a pipe"),
    (.link("a.wav", type: "1", to: "drumkit.xml"), "a.wav is a link, a device or a pipe"),
    (.link("a.wav", type: "3", to: ""), "a.wav is a link, a device or a pipe"),
    (.link("a.wav", type: "4", to: ""), "a.wav is a link, a device or a pipe"),
    (.link("a.wav", type: "6", to: ""), "a.wav is a link, a device or a pipe"),
  ])
  func aDangerousArchiveIsRefused(_ entry: TarFile.Entry, _ reason: String) throws {
    let tar = TarFile([.file("drumkit.xml", KitArchiveTests.kit), entry])
    try expectRefusal(tar.bytes, .unsupported, "the archive is refused: \(reason)")
  }

  @Test func tooManyFilesAreRefused() throws {
    let files = (0..<10_001).map { TarFile.Entry.file("\($0)", "") }
    try expectRefusal(
      TarFile(files).bytes, .unsupported, "the archive is refused: it has more than 10000 files")
  }

  @Test func tooManyBytesAreRefused() throws {
    let half = String(repeating: "x", count: 600)
    let tar = TarFile([.file("a", half), .file("b", half)])
    try expectRefusal(
      tar.bytes, .unsupported, "the archive is refused: it unpacks to more than 1 GB", mostBytes: 1_000)
  }

  @Test func tooDeepFoldersAreRefused() throws {
    let path = String(repeating: "a/", count: 40) + "b"
    try expectRefusal(
      TarFile([.file(path, "")]).bytes, .unsupported, "the archive is refused: \(path) is in too many folders"
    )
  }

  @Test func anArchiveWithoutAKitIsRefused() throws {
    try expectRefusal(
      TarFile([.file("a.txt", "x")]).bytes, .unsupported,
      "an archive without kit.json, drumkit.xml, an .sfz file or sound files")
  }

  @Test func anArchiveOfSoundFilesIsAKitWithAPadForEach() throws {
    let folder = try TemporaryFolder()
    let archives = [folder.file("Loose.tar"), folder.file("Packed.tar")]
    try TarFile([.file("readme.txt", ""), .file("SNR.wav", "x"), .file("Crash16.wav", "y")]).write(
      to: archives[0])
    try TarFile([.file("a/notes.txt", ""), .file("b/Trommeln/grosse Trommel.wav", "x")]).write(
      to: archives[1])
    let kits = try archives.map { try KitReader.read($0, unpackingInto: folder.file("cache")).kit }
    #expect(kits.map(\.name) == ["Loose", "Trommeln"] && kits.map(\.path) == archives)
    #expect(kits.map(\.format) == [.samples, .samples])
    #expect(kits[0].pads.map(\.name) == ["SNR", "Crash16"] && kits[0].pads.map(\.midiNote) == [38, 49])
    #expect(kits[1].pads.map(\.midiNote) == [36])
  }

  @Test func filesOfAnArchiveThatIsPlayedHaveItsNameAndTheirs() throws {
    let folder = try TemporaryFolder()
    let archives = [folder.file("Damaged.tar"), folder.file("Played.tar")]
    try TarFile([.file("a/Kit/kit.json", "{")]).write(to: archives[0])
    let kit =
      #"{"format":"drumdub-kit","version":1,"name":"K","pads":[{"number":0},"#
      + #"{"number":1,"name":"x","layers":[{"samples":["s/x.wav","gone.wav"]}]}]}"#
    try TarFile([.file("Kit/kit.json", kit), .file("Kit/s/x.wav", "no sound")]).write(to: archives[1])
    let cache = folder.file("cache")
    #expect { try KitReader.read(archives[0], unpackingInto: cache) } throws: {
      ($0 as? FileError)?.subject == "\(archives[0].shown): a/Kit/kit.json"
    }
    let content = try KitReader.read(archives[1], unpackingInto: cache)
    #expect(content.problems.map(\.subject) == ["\(archives[1].shown): Kit/kit.json"])
    let (decoders, converters) = (DecoderRegistry(), SampleRateConverterMaker())
    let loaded = KitLoader(decoders: decoders, converters: converters).load(content.kit, rate: .standard)
    let samples = ["\(archives[1].shown): Kit/s/x.wav", "\(archives[1].shown): Kit/gone.wav"]
    #expect(loaded.warnings.map(\.error.subject) == samples)
    let check = KitCheck(content, decoders: decoders, converters: converters)
    #expect(check.failures.map(\.subject) == samples && check.problems == content.problems)
    let copy = try KitSaver.save(content.kit, in: folder.file("copy"), current: folder.path)
    #expect(copy.unpacked == nil && content.kit.unpacked?.directory == cache)
  }

  @Test func soundFilesInSeveralFoldersOfAnArchiveAreOneKitUnlessTheyAreTooMany() throws {
    let folder = try TemporaryFolder()
    let archives = [folder.file("few.tar"), folder.file("many.tar")]
    try TarFile([.file("Pack/Kicks/01.wav", "x"), .file("Pack/Snares/01.wav", "y")]).write(to: archives[0])
    let kicks = (1...100).map { TarFile.Entry.file("Pack/Kicks/\($0).wav", "x") }
    let snares = (1...60).map { TarFile.Entry.file("Pack/Snares/\($0).wav", "x") }
    try TarFile(kicks + snares).write(to: archives[1])
    let kits = try archives.map { try KitReader.read($0, unpackingInto: folder.file("cache")).kit }
    #expect(kits.map(\.name) == ["Pack", "Kicks"] && kits.map(\.pads.count) == [2, 100])
    #expect(kits[0].pads.map(\.name) == ["Snares 01", "Kicks 01"])
  }

  @Test(
    arguments: [[], Array("no archive at all".utf8), [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]]
      as [[UInt8]])
  func fileThatIsNoArchiveIsRefusedAndLeavesNothing(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let archive = try folder.write(bytes, to: "a")
    #expect(throws: FileError.self) { try KitArchive.unpack(archive, into: folder.file("out")) }
    #expect(try names(folder) == ["a"])
  }

  @Test func emptyArchiveIsRefusedAsEmpty() throws {
    let folder = try TemporaryFolder()
    for name in ["a.zip", "a.h2drumkit"] {
      let archive = try folder.write([], to: name)
      #expect { try KitReader.read(archive, unpackingInto: folder.file("cache")) } throws: {
        $0 as? FileError == FileError(.empty, archive.shown)
      }
    }
  }

  @Test func aTruncatedArchiveLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let tar = TarFile([
      .file("drumkit.xml", KitArchiveTests.kit), .file("a", String(repeating: "x", count: 9_000)),
    ])
    let archive = try folder.write(tar.bytes.prefix(4_000), to: "a")
    #expect { try KitArchive.unpack(archive, into: folder.file("out")) } throws: {
      ($0 as? FileError)?.code == .damaged && ($0 as? FileError)?.subject == archive.shown
    }
    #expect(try names(folder) == ["a"])
  }

  @Test func archiveWithAFolderThatCannotBeWrittenLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let archive = folder.file("a")
    try TarFile([.file("drumkit.xml", KitArchiveTests.kit), .file("drumkit.xml/a", "")]).write(to: archive)
    #expect(throws: FileError.self) { try KitArchive.unpack(archive, into: folder.file("out")) }
    #expect(try names(folder) == ["a"])
  }

  private func expectRefusal(
    _ bytes: [UInt8], _ code: FileError.Code, _ detail: String, mostBytes: Int = KitArchive.mostBytes
  ) throws {
    let folder = try TemporaryFolder()
    let archive = try folder.write(bytes, to: "a")
    #expect { try KitArchive.unpack(archive, into: folder.file("out"), mostBytes: mostBytes) } throws: {
      $0 as? FileError == FileError(code, archive.shown, detail: detail)
    }
    #expect(try names(folder) == ["a"])
  }

  private func fill(_ folder: TemporaryFolder) throws {
    try FileBytes.makeFolder(folder.file("My Kit/Sub"))
    try folder.write(KitArchiveTests.kit, to: "My Kit/drumkit.xml")
    try folder.write([1, 2, 3], to: "My Kit/Sub/é.wav")
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    var names: [String] = []
    try FolderReader(folder.path).forEach { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    return names.sorted()
  }
}
