import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Kits copied into the folder of kits.
@Suite struct KitImportTests {
  private let kits: FilePath
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    kits = folder.file("kits")
  }

  private func write(_ text: String, to name: String) throws {
    try FileBytes.makeFolder(folder.file(name).directory)
    try folder.write(text, to: name)
  }

  private func writeKit(_ name: String, samples: String...) throws {
    let paths = samples.map { "\"\($0)\"" }.joined(separator: ",")
    try write(
      #"{"format":"drumdub-kit","version":1,"name":"K","pads":[{"number":1,"name":"a","layers":[{"samples":[\#(paths)]}]}]}"#,
      to: "\(name)/kit.json")
  }

  private func copy(_ name: String, as new: String? = nil) throws -> FilePath {
    try KitImport(into: kits, name: new.map { FilePath($0) }, isCancelled: { false }).run(folder.file(name))
  }

  private func text(_ path: FilePath) throws -> String {
    String(decoding: try FileBytes.read(path, limit: 1000), as: UTF8.self)
  }

  /// The names in the folder of kits, hidden ones included.
  private var names: [String] {
    var names: [String] = []
    let reader = try? FolderReader(kits)
    try? reader?.forEach { name, _ in names.append(FilePath(bytes: name).shown) }
    return names.sorted()
  }

  @Test func aFolderIsCopiedWithAllItsFiles() throws {
    try writeKit("mine", samples: "sub/a.wav", "gone.wav")
    try write("sound", to: "mine/sub/a.wav")
    try write("words", to: "mine/LICENSE")
    let copied = try copy("mine/kit.json")
    #expect(copied == kits.appending("mine") && names == ["mine"])
    #expect(
      try text(copied.appending("sub/a.wav")) == "sound" && text(copied.appending("LICENSE")) == "words")
    #expect(try KitReader.read(copied).kit.pads[0].layers[0].samples[0] == copied.appending("sub/a.wav"))
  }

  @Test func aNameThatExistsIsRefused() throws {
    try writeKit("mine")
    _ = try copy("mine")
    #expect { try copy("mine") } throws: { ($0 as? FileError).map(KitImport.isNameTaken) == true }
    #expect(try copy("mine", as: "other") == kits.appending("other"))
    #expect(names == ["mine", "other"])
  }

  @Test func failedOrInterruptedImportLeavesNothing() throws {
    try write("sound", to: "a.wav")
    try writeKit("outside", samples: "../a.wav")
    #expect { try copy("outside") } throws: {
      ($0 as? FileError)?.detail == "a sample outside the folder of its kit"
    }
    try write("{", to: "broken/kit.json")
    #expect { try copy("broken") } throws: { ($0 as? FileError)?.code == .damaged }
    try writeKit("mine", samples: "a.wav")
    try write("sound", to: "mine/a.wav")
    var calls = 0
    let importer = KitImport(into: kits, name: nil) {
      calls += 1
      return calls > 1
    }
    #expect { try importer.run(folder.file("mine")) } throws: { ($0 as? FileError)?.detail == "interrupted" }
    #expect(names.isEmpty)
  }

  @Test func interruptedUnpackingLeavesNothing() throws {
    try TarFile([.file("k/drumkit.xml", "<drumkit_info/>")]).write(to: folder.file("a.h2drumkit"))
    let importer = KitImport(into: kits, name: nil, isCancelled: { true })
    #expect { try importer.run(folder.file("a.h2drumkit")) } throws: {
      ($0 as? FileError)?.detail == "interrupted"
    }
    #expect(names.isEmpty)
  }

  @Test func errorsNameFilesOfTheKitAndNoneOfTheTemporaryFolder() throws {
    func subject(_ name: String, as new: String? = nil, isCancelled: Bool = false) -> String? {
      let importer = KitImport(
        into: kits, name: new.map { FilePath($0) }, isCancelled: { isCancelled })
      do throws(FileError) {
        _ = try importer.run(folder.file(name))
        return nil
      } catch {
        return error.subject
      }
    }
    try TarFile([.file("k/kit.json", "{")]).write(to: folder.file("a.h2drumkit"))
    #expect(subject("a.h2drumkit")?.hasSuffix("/a.h2drumkit/k/kit.json") == true)
    let pad = #"{"number":1,"name":"a","layers":[]}"#
    try write(
      #"{"format":"drumdub-kit","version":1,"name":"K","pads":[\#(pad),\#(pad)]}"#, to: "twice/kit.json")
    let twice = subject("twice", as: "new") ?? ""
    #expect(twice.hasSuffix("/twice/kit.json") && !twice.hasPrefix(kits.shown))
    // What cannot be written is named as it would have become.
    try writeKit("mine")
    #expect(subject("mine", isCancelled: true) == kits.appending("mine/kit.json").shown)
  }

  @Test func sfzFileIsCopiedWithItsIncludesAndSamples() throws {
    try write(
      "<control> default_path=../samples/\n#include \"more.sfz\"\n<region> key=36 sample=a.wav\n",
      to: "lib/programs/Kit One.sfz")
    try write("<region> key=38 sample=b.wav\n<region> key=40 sample=gone.wav\n", to: "lib/programs/more.sfz")
    for name in ["a", "b", "unused"] { try write("sound \(name)", to: "lib/samples/\(name).wav") }
    let copied = try copy("lib/programs/Kit One.sfz", as: "new")
    let kit = try KitReader.read(copied).kit
    #expect(kit.name == "new" && kit.format == .sfz && kit.pads.count == 3)
    #expect(
      try kit.pads.prefix(2).map { try text($0.layers[0].samples[0]) }.sorted() == ["sound a", "sound b"])
    #expect(!copied.appending("samples/unused.wav").exists)
    #expect(kit.pads.allSatisfy { $0.layers[0].samples[0].bytes.starts(with: copied.bytes) })
  }

  @Test func sfzFileIsCopiedWithWhatLiesTwoFoldersAbove() throws {
    try write(
      "<control> default_path=../../samples/\n#include \"../../maps/map.sfz\"\n",
      to: "lib/programs/more/Kit.sfz")
    try write("<region> key=36 sample=a.wav\n", to: "lib/maps/map.sfz")
    try write("sound", to: "lib/samples/a.wav")
    let copied = try copy("lib/programs/more/Kit.sfz")
    let kit = try KitReader.read(copied).kit
    #expect(kit.pads.flatMap(\.layers).flatMap(\.samples) == [copied.appending("samples/a.wav")])
    #expect(try text(copied.appending("samples/a.wav")) == "sound")
  }

  @Test func importedArchiveIsNamedAfterItsFolder() throws {
    try writeKit("pack/Inner", samples: "a.wav")
    try write("sound", to: "pack/Inner/a.wav")
    let archive = folder.file("Outer.h2drumkit")
    try Tool.run("tar", ["-czf", archive.shown, "-C", folder.file("pack").shown, "Inner"])
    #expect(try copy("Outer.h2drumkit") == kits.appending("Inner"))
    #expect { try copy("Outer.h2drumkit") } throws: { ($0 as? FileError).map(KitImport.isNameTaken) == true }
    #expect(try copy("Outer.h2drumkit", as: "third") == kits.appending("third"))
    try Tool.run("tar", ["-czf", archive.shown, "-C", folder.file("pack/Inner").shown, "."])
    #expect(try copy("Outer.h2drumkit") == kits.appending("Outer"))
    #expect(names == ["Inner", "Outer", "third"])
  }

  @Test func archiveOfSoundFilesBecomesAKitOfItsName() throws {
    for name in ["SNR", "HHopen"] { try write("sound \(name)", to: "loose/\(name).wav") }
    let archive = folder.file("Loose Ones.tar.gz").shown
    try Tool.run("tar", ["-czf", archive, "-C", folder.file("loose").shown, "SNR.wav", "HHopen.wav"])
    let copied = try copy("Loose Ones.tar.gz")
    let kit = try KitReader.read(copied).kit
    #expect(copied == kits.appending("Loose Ones") && kit.format == .native && kit.name == "Loose Ones")
    #expect(kit.pads.map(\.name) == ["SNR", "HHopen"] && kit.pads.map(\.midiNote) == [38, 46])
    #expect(try text(copied.appending("SNR.wav")) == "sound SNR")
    #expect(try KitReader.read(copy("Loose Ones.tar.gz", as: "Mine")).kit.name == "Mine")
  }

  @Test func filesThatCannotBeOpenedAreLeftOutAndReported() throws {
    try write("sound", to: "sounds/kick.wav")
    for name in ["snare", "tom"] { #expect(symlink("gone", folder.file("sounds/\(name).wav").shown) == 0) }
    #expect { try copy("sounds") } throws: { ($0 as? FileError)?.code == .notFound }
    var errors: [FileError] = []
    func copyRest() throws -> FilePath {
      try KitImport(into: kits, name: nil, onUnreadable: { errors.append($0) }, isCancelled: { false })
        .run(folder.file("sounds"))
    }
    #expect(try KitReader.read(copyRest()).kit.pads.map(\.name) == ["kick"] && names == ["sounds"])
    #expect(errors.map { FilePath($0.subject).lastComponent.shown } == ["snare.wav", "tom.wav"])
    #expect(errors.map(\.code) == [.notFound, .notFound])
    FileBytes.removeFolder(kits.appending("sounds"))
    FileBytes.remove(folder.file("sounds/kick.wav"))
    #expect { try copyRest() } throws: { ($0 as? FileError)?.code == .notFound }
  }

  /// A broken file that tells a drum would have the key of this drum.
  @Test func soundFilesThatCannotBeDecodedAreLeftOutAndReported() throws {
    for name in ["crash", "crash 2", "Kicks/01"] { try write("sound", to: "sounds/\(name).wav") }
    var errors: [FileError] = []
    func copy(_ new: String, without isBroken: @escaping (FilePath) -> Bool) throws -> FilePath {
      try KitImport(
        into: kits, name: FilePath(new), onUnreadable: { errors.append($0) },
        findErrors: { content in
          let samples = content.kit.pads.flatMap { $0.layers.flatMap(\.samples) }
          return samples.filter(isBroken).map { FileError(.notAudio, $0.shown) }
        }, isCancelled: { false }
      ).run(folder.file("sounds"))
    }
    let copied = try copy("new") { $0.lastComponent == FilePath("crash.wav") }
    let kit = try KitReader.read(copied).kit
    #expect(kit.pads.map(\.name) == ["crash 2", "Kicks 01"] && kit.pads.map(\.midiNote) == [49, 36])
    #expect(copied.appending("Kicks/01.wav").exists && !copied.appending("crash.wav").exists)
    #expect(errors.map(\.code) == [.notAudio] && errors[0].subject.hasSuffix("/sounds/crash.wav"))
    #expect { try copy("other") { _ in true } } throws: { ($0 as? FileError)?.code == .notAudio }
    #expect(names == ["new"])
  }

  @Test func layersOfAllPartsAreKept() throws {
    let layers = (0...2).map { #"{"samples":["\#($0).wav"],"part":\#($0)}"# }.joined(separator: ",")
    try write(
      #"{"format":"drumdub-kit","version":1,"name":"K","pads":[{"number":1,"name":"a","layers":[\#(layers)]}]}"#,
      to: "mine/kit.json")
    for part in 0...2 { try write("sound", to: "mine/\(part).wav") }
    let kit = try KitReader.read(copy("mine")).kit
    let saved = try KitSaver.save(kit, in: folder.file("saved"), current: FilePath("/"))
    for layers in [kit, saved, try KitReader.read(folder.file("saved")).kit].map(\.pads[0].layers) {
      #expect(layers.map(\.part) == [0, 1, 2])
      #expect(layers.flatMap(\.samples).map(\.lastComponent.shown) == ["0.wav", "1.wav", "2.wav"])
    }
  }

  @Test func givenNameIsTheNameOfTheKitInEveryFormat() throws {
    try writeKit("mine", samples: "a.wav")
    try write("sound", to: "mine/a.wav")
    let native = try copy("mine", as: "Big Kit")
    #expect(native.lastComponent.shown == "Big Kit")
    #expect(try KitReader.read(native).kit.name == "Big Kit")
    #expect(try KitReader.read(native).kit.pads[0].layers[0].samples == [native.appending("a.wav")])
    #expect(try KitReader.read(copy("mine")).kit.name == "K", "a copy without a name keeps that of the kit")
    try write(
      "<drumkit_info><name>Old</name><instrumentList><instrument><id>0</id><name>kick</name>"
        + "</instrument></instrumentList></drumkit_info>", to: "h2/drumkit.xml")
    let hydrogen = try KitReader.read(copy("h2", as: "Größe & <co>")).kit
    #expect(hydrogen.name == "Größe & <co>" && hydrogen.pads.map(\.name) == ["kick"])
    try write(
      "<drumkit_info><instrumentList><instrument><id>0</id><name>kick</name></instrument></instrumentList></drumkit_info>",
      to: "nameless/drumkit.xml")
    let nameless = try KitReader.read(copy("nameless", as: "new")).kit
    #expect(nameless.name == "new" && nameless.pads.map(\.name) == ["kick"])
  }

  @Test func leftoversOfProgramsThatEndedAreRemoved() throws {
    try writeKit("mine")
    // No process has this number, which is above the kernel's limit of 2^22.
    try write("", to: "kits/.import-99999999/kit/a.wav")
    try write("", to: "kits/.import-1/kit/a.wav")
    _ = try copy("mine")
    #expect(names == [".import-1", "mine"])
  }

  @Test func linksToFilesAreCopiedAsFilesAndFolderLinksOmitted() throws {
    try writeKit("mine", samples: "a.wav")
    try write("sound", to: "elsewhere/b.wav")
    for (target, link) in [("../elsewhere/b.wav", "a.wav"), ("../elsewhere", "all"), ("..", "loop")] {
      #expect(symlink(target, folder.file("mine/\(link)").shown) == 0)
    }
    let copied = try copy("mine")
    var status = stat()
    #expect(
      copied.appending("a.wav").withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG)
    #expect(!copied.appending("all").exists && !copied.appending("loop").exists)
  }

  // MARK: Hostile kits

  @Test func samplesOutsideTheFolderOfAKitAreRefused() throws {
    for sample in ["/etc/passwd", "../../../../../../../../../etc/passwd", "sub/../../gone.wav"] {
      try writeKit("mine", samples: sample)
      #expect { try copy("mine") } throws: {
        ($0 as? FileError)?.detail == "a sample outside the folder of its kit"
      }
    }
    // Two folders above that of an SFZ file belong to the kit, but only their sounds.
    try write("secret", to: "a/b/secret.key")
    try write("<region> key=36 sample=../secret.key\n", to: "a/b/c/hostile.sfz")
    #expect { try copy("a/b/c/hostile.sfz") } throws: {
      ($0 as? FileError)?.detail == "a sample outside the folder of its kit"
    }
    #expect(names.isEmpty)
  }

  @Test func samplesFarOutsideTheFolderOfAnSFZFileAreNotCopied() throws {
    try write("sound", to: "private.wav")
    try write("sound", to: "a/b/c/own.wav")
    for sample in [folder.file("private.wav").shown, "../../../private.wav", "../../../../private.wav"] {
      try write("<region> key=36 sample=own.wav\n<region> key=38 sample=\(sample)\n", to: "a/b/c/kit.sfz")
      let copied = try copy("a/b/c/kit.sfz", as: "copy")
      let content = try KitReader.read(copied)
      #expect(content.kit.pads.flatMap { $0.layers.flatMap(\.samples) } == [copied.appending("own.wav")])
      #expect(content.problems.count == 1)
      #expect(try FolderReader(copied).names().map(\.shown).sorted() == ["copy.sfz", "own.wav"])
      FileBytes.removeFolder(copied)
    }
  }

  @Test func copyNeverHasANameOfTheKitsOfTheProgram() throws {
    func copy(_ name: FilePath?) throws -> FilePath {
      try KitImport(into: kits, name: name, reserved: ["k", "shipped"], isCancelled: { false })
        .run(folder.file("Shipped"))
    }
    try writeKit("Shipped")
    for name in [nil, FilePath("shipped"), FilePath("SHIPPED"), FilePath("K")] {
      #expect { try copy(name) } throws: { ($0 as? FileError).map(KitImport.isNameTaken) == true }
    }
    #expect(names.isEmpty)
    #expect(try KitReader.read(copy(FilePath("other"))).kit.name == "other" && names == ["other"])
  }
}
