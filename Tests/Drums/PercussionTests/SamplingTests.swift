import AudioBase
import AudioFiles
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Percussion

/// Sounds that become pads of kits of one's own, and pieces of them.
@Suite struct SamplingTests {
  private let folder: TemporaryFolder
  private let kits: OwnKits
  private let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())

  /// The frames of `song` on which bursts begin, 3,000 frames long.
  private static let onsets = [0, 12_000, 24_007, 36_000]

  /// A second of decaying bursts at 48 kHz, with silence between them.
  private static let song: PCMBuffer = {
    var random = SeededGenerator(seed: 3)
    var frames = [Frame](repeating: .zero, count: 48_000)
    for onset in onsets {
      for index in 0..<3_000 {
        let level = Float.random(in: 0.2...0.5, using: &random) * (1 - Float(index) / 3_000)
        let sign: Float = Bool.random(using: &random) ? 1 : -1
        frames[onset + index] = Frame(sign * level, sign * level / 2)
      }
    }
    return PCMBuffer(frames: frames, sampleRate: .standard)
  }()

  init() throws {
    folder = try TemporaryFolder()
    kits = OwnKits(folder: folder.file("kits"), current: folder.path)
  }

  private func sampling(_ writers: any AudioWriterMaking = AudioEncoderMaker()) -> KitSampling {
    KitSampling(
      kits,
      SampleWriter(
        decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), writers: writers,
        stretchers: TimeStretcherMaker()))
  }

  /// Writes a kit with sounds on some pads.
  private func kit(_ name: String = "kits/Mine", pads: ClosedRange<Int> = 1...3) throws -> Kit {
    let path = folder.file(name)
    try FileBytes.makeFolder(path)
    let file = try sampling().writer.write(
      PCMBuffer(frames: [Frame(0.5, 0.25)], sampleRate: .standard), named: "hit", in: path)
    let kit = Kit(
      name: path.lastComponent.shown, path: path,
      pads: pads.map { Pad(number: $0, name: "hit \($0)", layers: [SampleLayer(samples: [file])]) })
    try KitFile.write(kit, to: path, current: folder.path)
    return kit
  }

  private func sample(beats: [Int] = [0, 12_000, 24_000, 36_000, 48_000]) -> KitSampling.Sample {
    KitSampling.Sample(name: "Song bar 2", song: "Song by Band, 0:02.000 to 0:03.000, /s.flac", beats: beats)
  }

  /// Returns the frames that some pads of a saved kit play, one pad after another.
  private func played(_ kit: Kit, _ pads: ClosedRange<Int>) throws -> [Frame] {
    let (program, warnings) = loader.load(try KitReader.read(kit.path).kit, rate: .standard)
    #expect(warnings.isEmpty)
    return pads.flatMap { program[$0 - 1].layers.flatMap(\.samples).flatMap(\.frames) }
  }

  // MARK: Samples

  @Test func aSampleGoesToTheNextFreePadAndSoundsTheSameFromItsFile() throws {
    let changed = try sampling().add(sample(), Self.song, to: nil, of: try kit())
    #expect(changed.value == 4...4 && changed.kit.path == folder.file("kits/Mine"))
    #expect(try played(changed.kit, 4...4) == Self.song.frames)
    let pad = try #require(try KitReader.read(changed.kit.path).kit.pads.last)
    #expect(pad.name == "Song bar 2" && pad.layers[0].beats == sample().beats)
    #expect(pad.layers[0].samples == [folder.file("kits/Mine/Song bar 2.wav")])
    // The next one has a name of its own, and both are in the licence file.
    _ = try sampling().add(sample(), Self.song, to: 9, of: changed.kit)
    let licence = try FileBytes.read(folder.file("kits/Mine/LICENCE.txt"), limit: 10_000)
    let lines = String(decoding: licence, as: UTF8.self).split(separator: "\n").suffix(2)
    #expect(
      lines == [
        "Song bar 2.wav: Song by Band, 0:02.000 to 0:03.000, /s.flac",
        "Song bar 2 2.wav: Song by Band, 0:02.000 to 0:03.000, /s.flac",
      ])
  }

  @Test func kitOfAnotherAuthorIsCopiedWithItsLicence() throws {
    let shipped = try kit("shipped/Rock")
    try folder.write("free", to: "shipped/Rock/LICENSE")
    let changed = try sampling().add(sample(), Self.song, to: nil, of: shipped)
    #expect(changed.kit.name == "Rock samples" && changed.kit.path == folder.file("kits/Rock samples"))
    #expect(folder.file("kits/Rock samples/LICENSE").exists)
    #expect(try played(changed.kit, 1...1) == [Frame(0.5, 0.25)])
    #expect(try KitReader.read(shipped.path).kit == shipped)
    let second = try sampling().add(sample(), Self.song, to: 1, of: shipped)
    #expect(second.kit.name == "Rock samples 2" && second.value == 1...1)
  }

  @Test func aChangeIsUndoneAndRedoneByTheFormerPads() throws {
    let before = try kit()
    let changed = try sampling().add(sample(), Self.song, to: 2, of: before)
    let undone = try kits.replace(changed.former, of: changed.kit)
    #expect(try KitReader.read(before.path).kit == before)
    let redone = try kits.replace(undone.former, of: undone.kit)
    #expect(redone.kit.pads == changed.kit.pads && redone.former == changed.former)
    #expect(try played(redone.kit, 2...2) == Self.song.frames)
  }

  @Test func aFullKitAndAFullDiskChangeNothing() throws {
    let full = try kit(pads: 1...128)
    #expect(throws: SamplingError.kitIsFull(kit: "Mine", needed: 1)) {
      try sampling().add(sample(), Self.song, to: nil, of: full)
    }
    let error = FileError(.noSpace, folder.file("kits/Mine/Song bar 2.wav").shown, detail: "full")
    #expect(throws: SamplingError.file(error)) {
      try sampling(FullDisk()).add(sample(), Self.song, to: 1, of: full)
    }
    #expect(try KitReader.read(full.path).kit == full)
    #expect(try FolderReader(full.path).names().count == 2)
    // No copy of another kit stays either.
    let shipped = try kit("shipped/Rock")
    #expect(throws: SamplingError.self) {
      try sampling(FullDisk()).add(sample(), Self.song, to: nil, of: shipped)
    }
    #expect(!folder.file("kits/Rock samples").exists)
  }

  // MARK: Pieces

  @Test(arguments: [
    (SampleCut.beats, 8, 9...12), (.steps, 8, 9...16), (.steps, 16, 9...24), (.onsets, 8, 9...12),
  ]) func piecesTogetherAreTheSample(cut: SampleCut, count: Int, pads: ClosedRange<Int>) throws {
    let added = try sampling().add(sample(), Self.song, to: nil, of: try kit())
    let chopped = try sampling().chop(4, cut, into: count, of: added.kit)
    #expect(chopped.value == pads)
    #expect(try played(chopped.kit, pads) == Self.song.frames)
    #expect(chopped.kit.pads.last?.name == "Song bar 2 \(pads.count)")
    #expect(Set(chopped.former.keys) == Set(pads))
  }

  @Test func piecesBeginWithTheOnsetsOfTheSample() throws {
    let added = try sampling().add(sample(beats: []), Self.song, to: nil, of: try kit())
    let chopped = try sampling().chop(4, .onsets, into: 8, of: added.kit)
    #expect(chopped.kit.pads.suffix(4).map(\.layers[0].start) == Self.onsets)
    for (number, onset) in zip(9..., Self.onsets) {
      #expect(try played(chopped.kit, number...number).first == Self.song.frames[onset])
    }
    #expect(throws: SamplingError.beatsUnknown(pad: 4)) {
      try sampling().chop(4, .beats, into: 8, of: chopped.kit)
    }
    #expect(throws: SamplingError.notOneSample(pad: 100)) {
      try sampling().chop(100, .onsets, into: 8, of: chopped.kit)
    }
    #expect(throws: SamplingError.nothingToCut(pad: 1, .onsets)) {
      try sampling().chop(1, .onsets, into: 8, of: chopped.kit)
    }
  }

  @Test func aReversedSampleIsPlayedBackwardsAndCutIntoPiecesBackwards() throws {
    let added = try sampling().add(sample(), Self.song, to: 4, of: try kit())
    var pad = try #require(added.kit.pads.last)
    (pad.layers[0].isReversed, pad.layers[0].start, pad.layers[0].end) = (true, 1_000, 47_001)
    let reversed = try kits.replace([4: pad], of: added.kit)
    let expected = Array(Self.song.frames[1_000..<47_001].reversed())
    #expect(try played(reversed.kit, 4...4) == expected)
    let chopped = try sampling().chop(4, .beats, into: 8, of: reversed.kit)
    #expect(try played(chopped.kit, chopped.value) == expected)
    #expect(reversed.kit.contentHash() != added.kit.contentHash())
  }

  @Test func piecesHaveTheGainAndTheTuneOfTheSampleInTheFileOfTheKit() throws {
    let added = try sampling().add(sample(), Self.song, to: 4, of: try kit())
    var pad = try #require(added.kit.pads.last)
    (pad.gain, pad.tune) = (Decibels(-6), 2)
    let changed = try kits.replace([4: pad], of: added.kit)
    let chopped = try sampling().chop(4, .beats, into: 8, of: changed.kit)
    let pieces = try KitReader.read(chopped.kit.path).kit.pads.suffix(4)
    #expect(pieces.map(\.number) == Array(chopped.value))
    #expect(pieces.allSatisfy { $0.gain == Decibels(-6) && $0.tune == 2 })
  }

  @Test func moreThanAMinuteIsNotSampled() throws {
    let path = try #require(try kit().pads.first?.layers.first?.samples.first)
    #expect(throws: FileError.self) {
      try sampling().writer.read(0..<61 * 48_000, of: TrackLocation(path: path))
    }
  }

  @Test func ofManyStepsNeighboursStayTogetherAndOfManyOnsetsTheStrongestCount() {
    let sound = SampleSound(Self.song)
    let steps = SampleCut.steps.pieces(of: 0..<48_000, in: sound, beats: [0, 24_000, 48_000], most: 4)
    #expect(steps == [0..<12_000, 12_000..<24_000, 24_000..<36_000, 36_000..<48_000])
    let onsets = SampleCut.onsets.pieces(of: 0..<48_000, in: sound, beats: [], most: 3)
    #expect(onsets?.count == 3 && onsets?.last?.upperBound == 48_000)
    #expect(SampleCut.beats.pieces(of: 0..<48_000, in: sound, beats: [0], most: 8) == nil)
  }

  // MARK: Start, end and tempo

  @Test func boundsMoveFromOneZeroCrossingToTheNext() {
    let levels: [Float] = [1, 1, -1, -1, 1]
    let frames = levels.map { Frame(repeating: $0) }
    let sound = SampleSound(PCMBuffer(frames: frames, sampleRate: SampleRate(1_000)))
    #expect([0, 2, 4, 5].map { sound.crossing(from: $0, 1) } == [2, 4, 5, 5])
    #expect([5, 4, 2, 0].map { sound.crossing(from: $0, -1) } == [4, 2, 0, 0])
    #expect(sound.crossing(from: 0, 1, distance: 0.003) == 4)
  }

  @Test func aSampleIsStretchedToATempoAsANewFile() throws {
    let added = try sampling().add(sample(), Self.song, to: 4, of: try kit())
    // Four beats in a second are 240 a minute.
    let stretched = try sampling().stretch(4, to: 160, of: added.kit)
    let layer = try #require(stretched.kit.pads.last?.layers.first)
    #expect(layer.samples[0] == folder.file("kits/Mine/Song bar 2 160 BPM.wav"))
    #expect(layer.beats == [0, 18_000, 36_000, 54_000, 72_000])
    #expect(try played(stretched.kit, 4...4).count == 72_000)
    #expect(throws: SamplingError.tooFar(pad: 4, speed: 0.125)) {
      try sampling().stretch(4, to: 20, of: stretched.kit)
    }
    let undone = try kits.replace(stretched.former, of: stretched.kit)
    #expect(try played(undone.kit, 4...4) == Self.song.frames)
  }

  @Test func beatsThatDoNotAscendAreAnErrorOfTheKit() throws {
    let test = try TestKit(
      pads: #"{"number":1,"name":"a","layers":[{"samples":["a.wav"],"beats":[0,5,5]}]}"#)
    let content = try KitReader.read(test.folder.path)
    #expect(content.kit.pads.isEmpty && content.problems.first?.code == .damaged)
  }
}

/// A disk without space for a sound.
private struct FullDisk: AudioWriterMaking {
  func makeWriter(
    _ path: FilePath, _ encoding: AudioEncoding, rate: SampleRate, length: FrameCount?, texts: FileTexts
  ) throws(FileError) -> any AudioFileWriter {
    throw FileError(.noSpace, path.shown, detail: "full")
  }
}
