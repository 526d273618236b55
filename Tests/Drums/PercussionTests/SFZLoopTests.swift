import AudioBase
import AudioFiles
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// What SFZ takes from the files of samples: the key of their pitch, and their loops.
@Suite struct SFZLoopTests {
  /// The content of a chunk `smpl`: a key, a part of a semitone in 32 bits, and loops as kind, first frame, last frame, count.
  private func note(key: Int, fraction: Int = 0, _ loops: (Int, Int, Int, Int)...) -> [UInt8] {
    let numbers =
      [0, 0, 20_833, key, fraction, 0, 0, loops.count, 0] + loops.flatMap { [0, $0.0, $0.1, $0.2, 0, $0.3] }
    return numbers.flatMap(little)
  }

  private func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(content.count) + content + (content.count % 2 == 0 ? [] : [0])
  }

  /// A file with one sound of three bytes in front of the note.
  private func wav(_ note: [UInt8]) -> [UInt8] {
    let chunks = chunk("fmt ", [1, 0, 1, 0] + little(48_000) + little(48_000) + [1, 0, 8, 0])
    let content = Array("WAVE".utf8) + chunks + chunk("data", [128, 128, 128]) + chunk("smpl", note)
    return Array("RIFF".utf8) + little(content.count) + content
  }

  /// The kit of a region with a sample a.wav.
  private func read(_ region: String, _ note: [UInt8]?) throws -> KitFileContent {
    let kit = try TestSFZ("<region> key=40 sample=a.wav \(region)")
    if let note { try FileBytes.write(wav(note), to: kit.file("a.wav")) }
    return try kit.read()
  }

  @Test func theKeyOfTheSampleIsItsPitch() throws {
    let content = try read("pitch_keycenter=sample loop_mode=one_shot", note(key: 38, fraction: 1 << 31))
    #expect(content.kit.pads[0].tune == 1.5 && content.ignored.isEmpty)
    #expect(try read("loop_mode=one_shot", note(key: 38)).kit.pads[0].tune == 0)
    #expect(try read("pitch_keycenter=sample pitch_keycenter=39", note(key: 38)).kit.pads[0].tune == 1)
    let none = try read("pitch_keycenter=sample", nil)
    #expect(none.kit.pads[0].tune == 0)
    #expect(none.ignored == ["opcode pitch_keycenter of sample \"a.wav\", which states no key"])
  }

  @Test(arguments: [
    ("", SampleLayer.Loop?.some(.continuous), 100, Int?.some(200)),
    ("loop_mode=loop_sustain", .sustain, 100, 200),
    ("loop_mode=loop_continuous loop_start=9", .continuous, 9, 200),
    ("loop_mode=loop_sustain loopstart=9 loopend=19", .sustain, 9, 20), ("loop_mode=no_loop", nil, 0, nil),
    ("loop_mode=one_shot loop_start=5", nil, 0, nil),
  ])
  func loopsOfRegionsAndFiles(
    _ opcodes: String, _ loop: SampleLayer.Loop?, _ start: Int, _ end: Int?
  ) throws {
    let content = try read(opcodes, note(key: 60, (0, 100, 199, 0), (0, 1, 2, 0)))
    let layer = content.kit.pads[0].layers[0]
    #expect(layer.loop == loop && layer.loopStart == start && layer.loopEnd == end)
    #expect(content.ignored.isEmpty)
  }

  @Test func sampleWithoutALoopRepeatsAsAWholeIfTheRegionSaysSo() throws {
    let notes: [[UInt8]?] = [note(key: 60), nil]
    for bytes in notes {
      let plain = try read("", bytes).kit.pads[0].layers[0]
      #expect(plain.loop == nil && plain.loopFrames == nil)
      let looped = try read("loop_mode=loop_continuous", bytes).kit.pads[0].layers[0]
      #expect(looped.loop == .continuous && looped.loopFrames == nil)
    }
  }

  @Test func loopsThatAreNotPlayedAreNamed() throws {
    for kind in [(1, 100, 199, 0), (0, 100, 199, 3)] {
      let content = try read("", note(key: 60, kind))
      #expect(content.kit.pads[0].layers[0].loop == nil)
      #expect(content.ignored == ["loop of sample \"a.wav\", which is not forward without end"])
    }
    let content = try read("loop_mode=loop_sustain loop_start=300", note(key: 60, (0, 100, 199, 0)))
    #expect(content.kit.pads[0].layers[0].loop == .sustain && content.kit.pads[0].layers[0].loopFrames == nil)
    #expect(content.ignored == ["loop points of sample \"a.wav\", which end before they start"])
  }

  @Test func damagedFilesHaveNoNote() throws {
    let folder = try TemporaryFolder()
    let whole = wav(note(key: 60, (0, 100, 199, 0)))
    for length in 0..<whole.count {
      try folder.write(Array(whole[..<length]), to: "a.wav")
      let note = SampleNote(folder.file("a.wav"))
      #expect(note?.loop == nil)
    }
    try folder.write(whole, to: "a.wav")
    #expect(SampleNote(folder.file("a.wav"))?.loop == 100..<200)
    try folder.write(whole, to: "a.flac")
    #expect(SampleNote(folder.file("a.flac")) == nil)
  }

  // MARK: The frames that repeat

  private func decoder(_ rate: Int) -> SampleDecoder {
    SampleDecoder(
      decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), rate: SampleRate(rate),
      streamsLongSamples: true)
  }

  @Test func loopPointsAreConvertedToTheRateOfTheEngine() throws {
    let kit = try TestKit("")
    try kit.write("a.wav", frames: 100)
    let path = kit.folder.file("a.wav")
    let loops: [(SampleFile, Int)] = [
      (SampleFile(path: path, tune: 0, loop: 10..<20), 48_000),
      (SampleFile(path: path, tune: 0, start: 4, loop: 10..<20), 48_000),
      (SampleFile(path: path, tune: 0, end: 15, loop: 10..<20), 48_000),
      (SampleFile(path: path, tune: 0, loop: 10..<20), 96_000),
      (SampleFile(path: path, tune: 12, loop: 10..<20), 96_000),
      (SampleFile(path: path, tune: 0, loop: 200..<300), 48_000),
    ]
    let found = try loops.map { try decoder($0.1).decode($0.0).loop }
    #expect(found == [10..<20, 6..<16, 10..<15, 20..<40, 10..<20, nil])
  }

  @Test func sampleWithLoopPointsIsKeptWholeUpToAMinute() throws {
    let kit = try TestKit("")
    try kit.write("a.wav", frames: 88_000, rate: 8_000)
    try kit.write("b.wav", frames: 488_000, rate: 8_000)
    let (short, long) = (kit.folder.file("a.wav"), kit.folder.file("b.wav"))
    let decoder = decoder(8_000)
    #expect(try decoder.decode(SampleFile(path: short, tune: 0)).isStreamed)
    let looped = try decoder.decode(SampleFile(path: short, tune: 0, loop: 5..<50))
    #expect(!looped.isStreamed && looped.loop == 5..<50)
    #expect(try decoder.decode(SampleFile(path: long, tune: 0, loop: 5..<50)).isStreamed)
    var layers = [SampleLayer(samples: [short]), SampleLayer(samples: [long])]
    for index in 0..<2 { (layers[index].loop, layers[index].loopStart) = (.continuous, 5) }
    let check = KitCheck(
      KitFileContent(
        kit: Kit(name: "k", path: kit.folder.path, pads: [Pad(number: 1, name: "", layers: layers)])),
      decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    #expect(check.failures.isEmpty && check.problems.isEmpty)
    #expect(
      check.ignored == ["loop points of sample \"b.wav\", which is longer than 60 s: all of it repeats"])
  }

  @Test func sampleThatEndsBeforeItsStartIsNamed() throws {
    let kit = try TestKit("")
    try kit.write("a.wav", frames: 100)
    let file = kit.folder.file("a.wav")
    var layers = [SampleLayer(samples: [file]), SampleLayer(samples: [file])]
    (layers[0].start, layers[1].start) = (99, 100)
    let check = KitCheck(
      KitFileContent(
        kit: Kit(name: "k", path: kit.folder.path, pads: [Pad(number: 1, name: "", layers: layers)])),
      decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    #expect(check.failures.isEmpty && check.problems.isEmpty)
    #expect(check.ignored == ["sample \"a.wav\", which ends before frame 100, where it is to start"])
  }
}
