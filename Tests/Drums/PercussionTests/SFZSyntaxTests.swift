import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// The text of SFZ files: headers, comments, values, directives, and what is said of the rest.
@Suite struct SFZSyntaxTests {
  @Test func headersInheritFromEnclosingHeaders() throws {
    let pads = try TestSFZ(
      """
      <global> volume=-1 sample=g.wav <master> pan=50 <group> key=40 <region> <group> key=41 volume=-2 <region> tune=100
      <master> <group> key=42 <region> sample=r.wav <global> <region> key=43 sample=s.wav
      """
    ).read().kit.pads
    #expect(pads.map(\.gain.value) == [-1, -2, -1, 0] && pads.map(\.pan) == [0.5, 0.5, 0, 0])
    #expect(pads.map(\.tune) == [0, 1, 0, 0] && pads.map(\.name) == ["g", "g", "r", "s"])
  }

  @Test func commentsAndBlanksAreLeftOut() throws {
    let kit = try TestSFZ(
      "// <region> key=1 sample=no.wav\r\n/* <region>\n key=2 */ <region>sample=a b.wav // c\r key = 40\n\tvolume=-3/*x*/pan=100<region> key=41 sample=b.wav/* open"
    )
    let pads = try kit.read().kit.pads
    #expect(pads.map(\.name) == ["a b", "b"] && pads.map(\.midiNote) == [40, 41])
    #expect(pads[0].gain.value == -3 && pads[0].pan == 1)
  }

  @Test func valuesMayHoldSpaces() throws {
    let kit = try TestSFZ("<region> sample=My Drums (1)/kick #1 =x.wav key=40 region_label=Big  Kick\n")
    let pad = try kit.pad()
    #expect(pad.name == "Big  Kick")
    #expect(pad.layers[0].samples == [kit.file("My Drums (1)/kick #1 =x.wav")])
  }

  @Test func theDefaultPathPrecedesSamples() throws {
    let kit = try TestSFZ(
      "<control> default_path=Kicks\\k_ <region> key=40 sample=1.wav <control> <region> key=41 sample=2.wav <control> default_path=../S/ <region> key=42 sample=3.wav"
    )
    let samples = try kit.read().kit.pads.flatMap(\.layers).flatMap(\.samples)
    #expect(
      samples == [
        kit.file("Kicks/k_1.wav"), kit.file("2.wav"), kit.path.directory.directory.appending("S/3.wav"),
      ])
  }

  @Test func blanksAtTheEndOfTheDefaultPathBelongToTheNamesOfSamples() throws {
    let kit = try TestSFZ(
      "<control> default_path=S/hat \n<region> key=40 sample=open.wav\n<control> default_path=S/ \n<region> key=41 sample=kick.wav"
    )
    try FileBytes.makeFolder(kit.file("S"))
    for name in ["S/hat open.wav", "S/kick.wav"] { try kit.write("", to: name) }
    let samples = try kit.read().kit.pads.flatMap(\.layers).flatMap(\.samples)
    #expect(samples == ["S/hat open.wav", "S/kick.wav"].map(kit.file))
  }

  @Test func mappingsAndSamplesLieUpToTwoFoldersAboveTheProgram() throws {
    let kit = try TestSFZ("")
    let (root, program) = (kit.path.directory.directory, kit.file("more/up.sfz"))
    for folder in ["Programs/more", "Mappings/hats"] { try FileBytes.makeFolder(root.appending(folder)) }
    try kit.write(
      "<control> default_path=..\\..\\Samples\\\n#include \"../../Mappings/map.sfz\"\n<region> key=36 sample=kick.wav",
      to: "more/up.sfz")
    // An included file names others from its own folder, too.
    try kit.write("#include \"hats/hats.sfz\"\n", to: "../Mappings/map.sfz")
    try kit.write("<region> key=42 sample=hat.wav\n", to: "../Mappings/hats/hats.sfz")
    let content = try KitReader.read(program)
    #expect(content.problems.isEmpty && content.kit.pads.map(\.midiNote) == [36, 42])
    #expect(
      content.kit.pads.flatMap(\.layers).flatMap(\.samples)
        == ["Samples/kick.wav", "Samples/hat.wav"].map(root.appending))
    #expect(
      content.files == [program] + ["Mappings/map.sfz", "Mappings/hats/hats.sfz"].map(root.appending))
  }

  @Test func onlyTextsOfSFZAreIncludedFromOutsideTheFolder() throws {
    let kit = try TestSFZ("#include \"../secret.key\"\n<region> key=40 sample=a.wav")
    try kit.write("<region> key=41 sample=b.wav", to: "../secret.key")
    let content = try kit.read()
    let reason = "line 1: #include \"../secret.key\": it is outside the kit's folder"
    #expect(content.problems.map(\.detail) == [reason] && content.kit.pads.map(\.midiNote) == [40])
  }

  @Test func aMissingSampleIsFoundInAnotherFormat() throws {
    let kit = try TestSFZ("<region> key=40 sample=S\\kick.wav <region> key=41 sample=S/gone.wav")
    try FileBytes.makeFolder(kit.file("S"))
    for name in ["S/Kick.flac", "S/kick.txt", "S/gone.txt"] { try kit.write("", to: name) }
    let samples = try kit.read().kit.pads.flatMap(\.layers).flatMap(\.samples)
    #expect(samples == ["S/Kick.flac", "S/gone.wav"].map(kit.file))
  }

  @Test func samplesAreFoundInAnyCase() throws {
    let kit = try TestSFZ("<region> key=40 sample=samples\\KICK.WAV")
    try FileBytes.makeFolder(kit.file("Samples"))
    try FileBytes.write([], to: kit.file("Samples/Kick.wav"))
    #expect(try kit.pad().layers[0].samples == [kit.file("Samples/Kick.wav")])
  }

  @Test(arguments: ["/etc/a.wav", "C:\\a.wav", "../../../a.wav", "x/../../../../a.wav"])
  func aSampleOutsideOfTheKitIsRefused(_ name: String) throws {
    let kit = try TestSFZ("<group> key=40\n<region> sample=\(name)\n<region> sample=b.wav")
    let content = try kit.read()
    #expect(content.kit.pads[0].layers.flatMap(\.samples).map(\.stem) == ["b"])
    let reason = "line 2: sample \"\(name)\": it is outside the kit's folder"
    #expect(content.problems == [FileError(.damaged, kit.path.shown, detail: reason)])
  }

  @Test func variablesAreReplaced() throws {
    let kit = try TestSFZ(
      """
      #define $KEY 40 #define $KEYS 41
      #define $DIR Sub #define $N oise
      #define $FULL $DIR/n$N
      <region> key=$KEYS sample=$FULL.wav <region> key=$KEY lo$VEL=3 sample=a$.wav
      #define $KEY 42
      <region> key=$KEY sample=b.wav
      """)
    let content = try kit.read()
    #expect(content.kit.pads.map(\.midiNote) == [40, 41, 42])
    #expect(
      content.kit.pads.flatMap(\.layers).flatMap(\.samples)
        == ["a$.wav", "Sub/noise.wav", "b.wav"].map(kit.file))
    #expect(content.ignored == ["opcode lo$vel"])
  }

  @Test func variablesDoNotGrowWithoutEnd() throws {
    let doubling = (1...40).map { "#define $V\($0) $V\($0 - 1)$V\($0 - 1)" }.joined(separator: "\n")
    let content = try TestSFZ("#define $V0 xxxxxxxx\n\(doubling)\n<region> key=40 sample=$V40.wav").read()
    #expect(content.kit.pads[0].layers.flatMap(\.samples).allSatisfy { $0.bytes.count < 10_000 })
  }

  @Test func filesAreIncluded() throws {
    let kit = try TestSFZ("<group> volume=-3 #include \"maps\\a.sfz\"\n<region> key=43 sample=d.wav")
    try FileBytes.makeFolder(kit.file("maps"))
    // A path begins in the folder of the first file, or in that of the including one.
    try kit.write(
      "#define $K 41\n<region> key=40 sample=a.wav\n#include \"maps/b.txt\"\n#include \"c.txt\"",
      to: "maps/a.sfz")
    try kit.write("<region> key=$K sample=b.wav", to: "maps/b.txt")
    try kit.write("<region> key=42 sample=c.wav", to: "maps/c.txt")
    let content = try kit.read()
    #expect(content.kit.pads.map(\.midiNote) == [40, 41, 42, 43] && content.ignored.isEmpty)
    #expect(content.kit.pads.map(\.gain.value) == [-3, -3, -3, -3])
    #expect(
      content.kit.pads.flatMap(\.layers).flatMap(\.samples)
        == ["a.wav", "b.wav", "c.wav", "d.wav"].map(kit.file))
  }

  @Test func failedIncludesAreReportedWithTheReason() throws {
    let kit = try TestSFZ(
      """
      #include "kit.sfz"
      #include "gone.sfz"
      #include "../../../other.sfz"
      #include "/etc/passwd"
      #include "a.sfz"
      <region> key=40 sample=a.wav
      """)
    try kit.write("\n#include \"kit.sfz\"", to: "a.sfz")
    let content = try kit.read()
    #expect(content.kit.pads.count == 1)
    let reasons = [
      "line 1: #include \"kit.sfz\": the file includes itself",
      "line 2: #include \"gone.sfz\": there is no such file",
      "line 3: #include \"../../../other.sfz\": it is outside the kit's folder",
      "line 4: #include \"/etc/passwd\": it is outside the kit's folder",
      "line 2: #include \"kit.sfz\": the file includes itself",
    ]
    #expect(content.problems.map(\.detail) == reasons)
    #expect(
      content.problems.map(\.subject)
        == (Array(repeating: kit.path, count: 4) + [kit.file("a.sfz")]).map(\.shown))
  }

  @Test func includesAreBounded() throws {
    let kit = try TestSFZ("<region> key=40 sample=a.wav\n#include \"0.sfz\"\n#include \"wide.sfz\"")
    for index in 0..<40 { try kit.write("#include \"\(index + 1).sfz\"", to: "\(index).sfz") }
    try kit.write(String(repeating: "#include \"leaf.sfz\"\n", count: 5_000), to: "wide.sfz")
    try kit.write("", to: "leaf.sfz")
    let problems = try kit.read().problems
    let reason = "line 1: #include \"32.sfz\": more than 32 nested files"
    #expect(problems.first == FileError(.damaged, kit.file("31.sfz").shown, detail: reason))
    #expect(problems.last?.detail?.hasSuffix("the included files are too many or too large") == true)
  }

  @Test func unknownOpcodesAreReportedOnceWithTheirNumber() throws {
    let content = try TestSFZ(
      """
      <control> hint_x=1 label_cc4=Pedal foo=1
      <curve> curve_index=7 v000=0 <effect> bus=main
      <region> key=40 sample=a.wav cutoff=100 fil_type=lpf_2p amplitude_oncc30=1 amplitude_oncc31=1 group_label=x
      <region> key=41 sample=b.wav cutoff=200 eq1_freq=3
      """
    ).read()
    #expect(
      content.ignored == [
        "opcode foo", "header <curve>", "header <effect>", "opcode cutoff, 2 times", "opcode fil_type",
        "opcode amplitude_onccN, 2 times", "opcode eqN_freq",
      ])
  }

  @Test func unreadableTextIsReportedWithItsLine() throws {
    let content = try TestSFZ(
      """
      hello
      <region> key=40 sample=a.wav
      volume=loud key=h9 loop_mode=x
      <region key=41 #define $x
      <region> sample=*sine key=42 <region> key=43
      """
    ).read()
    #expect(
      content.ignored == [
        "\"hello\" on line 1 of kit.sfz", "value \"loud\" of volume on line 3 of kit.sfz",
        "value \"h9\" of key on line 3 of kit.sfz", "value \"x\" of loop_mode on line 3 of kit.sfz",
        "\"<region\" on line 4 of kit.sfz", "\"#define\" on line 4 of kit.sfz",
        "\"$x\" on line 4 of kit.sfz",
        "region without a sample on line 5 of kit.sfz", "sample *sine, which is no file",
      ])
  }

  @Test(arguments: [
    ("", "it has no regions"), ("// nothing", "it has no regions"), ("<group> key=40", "it has no regions"),
    ("hello", "it has no regions; not understood: \"hello\" on line 1 of kit.sfz"),
    ("#include \"x\"", "line 1: #include \"x\": there is no such file"),
  ])
  func aFileWithoutRegionsIsRefused(_ text: String, _ reason: String) throws {
    let kit = try TestSFZ(text)
    #expect { try kit.read() } throws: {
      $0 as? FileError == FileError(.damaged, kit.path.shown, detail: reason)
    }
  }

  // MARK: Size

  /// One line of 200 kB. If the end of the line were searched for each word, this would take minutes.
  @Test(.timeLimit(.minutes(1)), arguments: ["word ", "#include ", "a= ", "<global>a=b<group>"])
  func lineOfManyWordsIsReadInOnePass(word: String) throws {
    let line = String(repeating: word, count: 200_000 / word.utf8.count)
    let kit = try TestSFZ("<region> key=40 sample=a.wav\n<control>\n\(line)\n<region> key=41 sample=b.wav")
    #expect(try kit.read().kit.pads.map(\.midiNote).first == 40)
  }

  /// Opcodes of outer headers are applied once; for each region it would be 40 million times.
  @Test(.timeLimit(.minutes(1)))
  func manyInheritedOpcodesOfManyRegionsAreAppliedOnce() throws {
    let opcodes = (0..<4_000).map { "volume=\($0 % 7)" }.joined(separator: " ")
    let regions = String(repeating: "<region>", count: 10_000)
    let pad = try TestSFZ("<global> key=40 sample=a.wav \(opcodes)\n\(regions)").pad()
    #expect(pad.midiNote == 40 && pad.gain.value == Double(3_999 % 7))
  }

  @Test func regionIsShiftedByTheOffsetInForceAtItsEnd() throws {
    let kit = try TestSFZ(
      """
      <group> lokey=40 hikey=41 sample=a.wav
      <control> note_offset=2
      <region> <region> key=50
      """)
    #expect(try kit.read().kit.pads.map(\.midiNote) == [42, 43, 52])
  }

  @Test func sampleNameBelowAMissingFolderIsKept() throws {
    let kit = try TestSFZ("<region> key=40 sample=No\\such/folder/a.wav")
    #expect(try kit.pad().layers.first?.samples == [kit.file("No/such/folder/a.wav")])
  }

  @Test func latinTextIsRead() throws {
    let kit = try TestSFZ("")
    try FileBytes.write(Array("<region> key=40 sample=Caf".utf8) + [0xE9] + Array(".wav".utf8), to: kit.path)
    #expect(try kit.pad().name == "Café")
  }

  @Test func aDamagedFileIsReadOrRefused() throws {
    let kit = try TestSFZ("")
    let whole = """
      <control> default_path=S/ set_cc4=3 #define $K 40
      <global> loop_mode=one_shot <group> key=$K group=1 off_by=1 seq_length=3 <region> sample=a.wav seq_position=2
      <region> sample=b.wav lovel=3 hivel=64 lorand=0.5 hirand=1 volume=-3 pan=10 tune=20 ampeg_release=0.5
      <region> lokey=10 hikey=20 sample=c.wav transpose=3 pitch_keycenter=15 note_polyphony=2
      """
    var read = 0
    for bytes in DamagedBytes.variants(of: Array(whole.utf8), count: 400) {
      try FileBytes.write(bytes, to: kit.path)
      guard let content = try? kit.read() else { continue }
      read += 1
      #expect(content.kit.pads.map(\.number) == Array(1...content.kit.pads.count))
    }
    #expect(read > 250)
  }
}
