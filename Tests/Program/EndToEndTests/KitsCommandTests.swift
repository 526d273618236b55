import AudioBase
import AudioFiles
import Glibc
import SystemBase
import TestSupport
import Testing

/// `drumdub kits`: the list, the check and the import.
@Suite(.together) struct KitsCommandTests {
  private static let debian = FilePath("/usr/share/hydrogen/data/drumkits")
  /// The kits of Debian's packages hydrogen-drumkits and hydrogen-data.
  private static let debianKits = [
    "Audiophob", "BJA_Pacific", "ColomboAcousticDrumkit", "ElectricEmpireKit", "ForzeeStereo",
    "Gimme A Hand 1.0",
    "HardElectro1", "Millo-Drums_v.1", "Millo_MultiLayered2", "Millo_MultiLayered3", "The Black Pearl 1.0",
    "VariBreaks", "circAfrique v4", "rumpf_kit_z01_h2", "GMRockKit", "TR808EmulationKit",
  ]

  /// Samples that a kit names and its package does not have.
  private static let absent: [String: Set<String>] = [
    "Millo_MultiLayered2": ["misc_Cowbell.flac"]
  ]

  private func object(_ text: String) throws -> JSONMembers {
    try JSONMembers(Array(text.utf8), subject: "output")
  }

  private func writeKit(in sandbox: Sandbox, _ folder: String, samples: String...) throws {
    let paths = samples.map { "\"\($0)\"" }.joined(separator: ",")
    let json =
      #"{"format":"drumdub-kit","version":1,"name":"Mine","maker":1,"pads":[{"number":2,"name":"tom","layers":["#
      + #"{"samples":[\#(paths)]}]}]}"#
    try sandbox.write(json.utf8, to: "\(folder)/kit.json")
    let writer = try SndfileWriter(
      path: sandbox.file("\(folder)/a.wav"), sampleRate: .standard, encoding: .wavFloat)
    try [Frame](repeating: Frame(0.5, 0.5), count: 100).withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
  }

  @Test func kitsCommandListsOwnShippedAndBrokenKits() throws {
    let sandbox = try Sandbox()
    try writeKit(in: sandbox, "data/drumdub/kits/mine", samples: "a.wav")
    try sandbox.write("{".utf8, to: "data/drumdub/kits/broken/kit.json")
    let result = try sandbox.run(["kits", "--json"])
    #expect(result.status == 0 && result.errorLines.isEmpty)
    var report = try object(result.text)
    var kits: [String: JSONMembers] = [:]
    for var kit in try report.objects("kits") { kits[try kit.text("path")] = kit }
    var mine = try #require(kits[sandbox.file("data/drumdub/kits/mine").shown])
    #expect(try mine.text("name") == "Mine" && mine.text("format") == "native" && mine.integer("pads") == 1)
    #expect(try mine.bool("shipped") == false && mine.rest.members.isEmpty)
    var broken = try #require(kits[sandbox.file("data/drumdub/kits/broken").shown])
    #expect(try broken.text("error").contains("damaged"))
    var shipped = try #require(kits.values.first { $0.rest["shipped"] == .bool(true) })
    #expect(try shipped.integer("pads") >= 8)
    let lines = try sandbox.run(["kits"]).text.split(separator: "\n")
    #expect(lines.count == kits.count && lines.contains { $0.hasPrefix("Mine  native  1 pad  /") })
  }

  @Test(arguments: ["DrumDub", "Electronic", "Studio"])
  func shippedKitIsCompleteAndAllOfItIsUsed(name: String) throws {
    let sandbox = try Sandbox()
    let check = try sandbox.run(["kits", "check", name])
    #expect(check.status == 0 && check.errorLines.isEmpty)
    #expect(check.text.hasPrefix("\(name)  native  ") && !check.text.contains("not used"))
  }

  @Test func kitsCheckReportsMissingSamplesAndUnusedMembers() throws {
    let sandbox = try Sandbox()
    try writeKit(in: sandbox, "mine", samples: "a.wav", "a.wav")
    let whole = try sandbox.run(["kits", "check", "mine/kit.json"])
    #expect(whole.status == 0 && whole.errorLines.isEmpty)
    #expect(
      whole.text.split(separator: "\n") == [
        "Mine  native  1 pad, 2 samples", "2  tom  1 layer, 2 samples", #"not used: member "maker""#,
      ])
    try writeKit(in: sandbox, "data/drumdub/kits/part", samples: "a.wav", "gone.wav", "kit.json")
    let part = try sandbox.run(["kits", "check", "--json", "part"])
    #expect(part.status == 1 && part.errorLines.count == 2)
    var report = try object(part.text)
    var pads = try report.objects("pads")
    #expect(try pads[0].integer("samples") == 3 && pads[0].integer("missing") == 2)
    #expect(
      try pads[0].integer("number") == 2 && pads[0].text("name") == "tom" && pads[0].integer("layers") == 1)
    #expect(try report.texts("ignored") == [#"member "maker""#] && report.text("format") == "native")
    #expect(try report.objects("errors").count == 2)
    let none = try sandbox.run(["kits", "check", "nothing"])
    #expect(none.status == 1 && none.errorLines == ["drumdub: cannot read nothing: no such file"])
  }

  @Test func secondImportOfAKitIsRefusedWithoutANewName() throws {
    let sandbox = try Sandbox()
    try writeKit(in: sandbox, "mine", samples: "a.wav")
    let kits = sandbox.file("data/drumdub/kits")
    let first = try sandbox.run(["kits", "import", "mine"])
    #expect(first.status == 0)
    #expect(first.text == "imported \(kits.appending("mine").shown); drumdub --kit Mine plays it\n")
    let second = try sandbox.run(["kits", "import", "mine"])
    #expect(second.status == 1)
    #expect(
      second.errorLines == [
        "drumdub: cannot import: there is a kit \(kits.appending("mine").shown) already; choose another name by "
          + "--name"
      ])
    #expect(try sandbox.run(["kits", "import", "--name", "new", "mine"]).status == 0)
    #expect(try sandbox.run(["kits", "check", "new"]).status == 0)
  }

  @Test func importNamesTheSamplesThatAreMissing() throws {
    let sandbox = try Sandbox()
    try writeKit(in: sandbox, "part", samples: "a.wav", "gone.wav", "lost.wav")
    let result = try sandbox.run(["kits", "import", "--name", "new", "part"])
    let kit = sandbox.file("data/drumdub/kits/new")
    #expect(result.status == 0)
    #expect(
      result.errorLines
        == ["gone.wav", "lost.wav"].map {
          "drumdub: cannot load \(kit.appending($0).shown): no such file"
        })
  }

  /// Ten files that are no sound, one that is empty and two good ones, as a folder and as an archive, whose names tell drums.
  @Test(arguments: ["sounds", "sounds.tar.gz"])
  func importNamesAllSamplesThatAreBroken(source: String) throws {
    let sandbox = try Sandbox()
    try writeKit(in: sandbox, "noisy", samples: "a.wav")
    try FileBytes.makeFolder(sandbox.file("sounds"))
    var broken = (0...9).map { "noise \($0).wav" }
    for name in broken { try sandbox.write("no sound".utf8, to: "sounds/\(name)") }
    try sandbox.write([UInt8](), to: "sounds/empty.wav")
    broken.append("empty.wav")
    let sound = try FileBytes.read(sandbox.file("noisy/a.wav"), limit: 1 << 20)
    for name in ["SNR", "grosse caisse"] { try sandbox.write(sound, to: "sounds/\(name).wav") }
    try Tool.run("tar", ["-czf", sandbox.file("sounds.tar.gz").shown, "-C", sandbox.path.shown, "sounds"])
    let result = try sandbox.run(["kits", "import", source])
    let kit = sandbox.file("data/drumdub/kits/sounds")
    #expect(result.status == 0 && result.text.hasPrefix("imported \(kit.shown); "))
    #expect(result.errorLines.count == broken.count, "\(result.errorLines)")
    for name in broken {
      let lines = result.errorLines.filter { $0.contains("/\(name): ") }
      #expect(lines.count == 1 && lines[0].hasPrefix("drumdub: left out: cannot read "))
      #expect(!kit.appending(name).exists)
    }
    let content = String(
      decoding: try FileBytes.read(kit.appending("kit.json"), limit: 1 << 20), as: UTF8.self)
    #expect(content.contains(#""midiNote":38"#) && content.contains(#""midiNote":36"#))
    #expect(!content.contains("noise"))
  }

  @Test func importLeavesOutWhatCannotBeOpenedAndNamesIt() throws {
    let sandbox = try Sandbox()
    try writeKit(in: sandbox, "sounds", samples: "a.wav")
    FileBytes.remove(sandbox.file("sounds/kit.json"))
    #expect(symlink("gone", sandbox.file("sounds/snare.wav").shown) == 0)
    let result = try sandbox.run(["kits", "import", "sounds"])
    #expect(result.status == 0 && result.errorLines.count == 1, "\(result.errorLines)")
    #expect(
      result.errorLines.first?.hasPrefix("drumdub: left out: cannot read ") == true
        && result.errorLines.first?.hasSuffix("sounds/snare.wav: no such file") == true)
    #expect(sandbox.file("data/drumdub/kits/sounds/a.wav").exists)
  }

  @Test(arguments: [
    ("empty.zip", "empty.zip: the file is empty"),
    ("empty.h2drumkit", "empty.h2drumkit: the file is empty"),
    ("nothing", "(a folder without kit.json, drumkit.xml, an .sfz file or sound files)"),
  ]) func importSaysWhyThereIsNoKit(source: String, reason: String) throws {
    let sandbox = try Sandbox()
    for name in ["empty.zip", "empty.h2drumkit"] { try sandbox.write([UInt8](), to: name) }
    try FileBytes.makeFolder(sandbox.file("nothing"))
    let result = try sandbox.run(["kits", "import", source])
    #expect(result.status == 1 && result.errorLines.count == 1)
    #expect(result.errorLines.first?.hasSuffix(reason) == true, "\(result.errorLines)")
  }

  @Test func kitArchiveIsCheckedAndImported() throws {
    let sandbox = try Sandbox()
    try writeKit(in: sandbox, "packed/My Kit", samples: "a.wav")
    let archive = sandbox.file("My.h2drumkit").shown
    try Tool.run("tar", ["-czf", archive, "-C", sandbox.file("packed").shown, "My Kit"])
    for _ in 0..<2 { #expect(try sandbox.run(["kits", "check", archive]).status == 0) }
    let kits = sandbox.file("data/drumdub/kits")
    #expect(!kits.exists, "it is unpacked elsewhere")
    #expect(try sandbox.run(["kits", "import", archive]).text.hasPrefix("imported \(kits.shown)/My Kit;"))
    #expect(try sandbox.run(["kits", "check", "My Kit"]).status == 0)
    #expect(try sandbox.run(["kits", "import", archive]).status == 1)
    try sandbox.write("no archive".utf8, to: "bad.h2drumkit")
    let bad = try sandbox.run(["kits", "import", "bad.h2drumkit"])
    #expect(bad.status == 1 && bad.errorLines.count == 1, "\(bad.errorLines)")
    let listed = try sandbox.run(["kits"]).text.split(separator: "\n").filter { $0.contains(kits.shown) }
    #expect(listed.count == 1)
  }

  @Test(arguments: [
    ["check"], ["import"], ["check", "a", "b"], ["nonsense"], ["--name", "a"],
    ["import", "--name", "a/b", "c"],
    ["import", "--name", ".a", "c"], ["import", "--json", "c"],
  ])
  func wrongKitsArgumentsAreUsageErrors(words: [String]) throws {
    let result = try Sandbox().run(["kits"] + words)
    #expect(result.status == 2 && result.errorLines.count == 1)
    #expect(result.errorLines.first?.hasSuffix("try 'drumdub kits --help'") == true)
  }

  @Test(
    .enabled(
      if: Tool.isCI || debian.appending("rumpf_kit_z01_h2").exists, "hydrogen-drumkits is not installed"),
    arguments: debianKits)
  func theKitsOfHydrogenLoadWithEveryPad(name: String) throws {
    let folder = KitsCommandTests.debian.appending(name)
    let result = try Sandbox().run(["kits", "check", "--json", folder.shown])
    let absent = KitsCommandTests.absent[name] ?? []
    #expect(result.status == (absent.isEmpty ? 0 : 1))
    #expect(result.errorLines.count == absent.count, "\(result.errorLines)")
    var report = try object(result.text)
    #expect(try report.text("format") == "hydrogen")
    let files = try report.objects("errors").map { error in
      var error = error
      return FilePath(try error.text("file")).lastComponent.shown
    }
    #expect(Set(files) == absent)
    let text = String(
      decoding: try FileBytes.read(folder.appending("drumkit.xml"), limit: 1 << 22), as: UTF8.self)
    let instruments = text.split(separator: "<instrument>", omittingEmptySubsequences: false).count - 1
    let pads = try report.objects("pads")
    #expect(pads.count == instruments)
    for var pad in pads {
      let (samples, missing) = (try pad.integer("samples"), try pad.integer("missing"))
      #expect(missing == 0 || (samples == 1 && !absent.isEmpty))
    }
  }
}
