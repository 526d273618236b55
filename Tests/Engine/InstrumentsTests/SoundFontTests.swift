import AudioBase
import Effects
import Glibc
import Instruments
import MixEngine
import SystemBase
import TestSupport
import Testing

/// Debian's package timgm6mb-soundfont, played by FluidSynth.
enum TestSoundFont {
  static let path = FilePath("/usr/share/sounds/sf2/TimGM6mb.sf2")
  static let isInstalled = path.exists
  /// A program with a steady sound.
  static let organ = 16

  static func unit(
    _ program: Int, bank: Int = 0, rate: SampleRate = .standard, values: [Double] = []
  ) throws -> any InstrumentUnit {
    let name = try #require(SoundFontPreset(path, bank: bank, program: program).unit)
    let made = try SoundFontCatalog([]).load(name, rate: rate).makeUnit(UnitSetup(rate: rate, values: values))
    return try #require(made as? any InstrumentUnit)
  }

  static func bench(
    _ program: Int = organ, bank: Int = 0, rate: SampleRate = .standard, values: [Double] = []
  ) throws -> InstrumentBench {
    InstrumentBench(try unit(program, bank: bank, rate: rate, values: values), rate: rate)
  }
}

@Suite(.enabled(if: TestSoundFont.isInstalled || Tool.isCI)) struct SoundFontTests {
  private static func hertz(_ key: Double) -> Double { 440 * exp2((key - 69) / 12) }

  private static func cents(_ out: [Frame], key: Double, rate: SampleRate = .standard) -> Double {
    1200 * log2(out.frequency(near: hertz(key), rate: rate) / hertz(key))
  }

  // MARK: Pitch and level

  @Test(arguments: [44_100, 48_000, 96_000]) func notesAreInTuneWithinFiveCents(hertz: Int) throws {
    let rate = SampleRate(hertz)
    for key in [48, 60, 69, 81] {
      let bench = try TestSoundFont.bench(rate: rate)
      bench.pluck(key)
      _ = bench.render(seconds: 0.2)
      let cents = Self.cents(bench.render(seconds: 0.5), key: Double(key), rate: rate)
      #expect(abs(cents) < 5, "key \(key): \(cents) cents")
    }
  }

  @Test func bendMovesThePitchBySemitones() throws {
    for bend in [-12, -2, 0.5, 12] {
      let bench = try TestSoundFont.bench()
      bench.pluck(69)
      bench.send(.bend, value: Float(bend))
      _ = bench.render(seconds: 0.2)
      let cents = Self.cents(bench.render(seconds: 0.5), key: 69 + bend)
      #expect(abs(cents) < 5, "\(bend): \(cents) cents")
    }
  }

  @Test func tuneMovesThePitchOfA() throws {
    let bench = try TestSoundFont.bench(values: [0, 450])
    bench.pluck(69)
    _ = bench.render(seconds: 0.2)
    let found = bench.render(seconds: 0.5).frequency(near: 450, rate: .standard)
    #expect(abs(1200 * log2(found / 450)) < 5)
  }

  @Test func harderNotesAreLouder() throws {
    let levels = try [20, 60, 127].map { velocity in
      let bench = try TestSoundFont.bench()
      bench.pluck(60, velocity: Float(velocity))
      return bench.render(seconds: 0.5).level(from: 9600, count: 9600)
    }
    #expect(levels[1] - levels[0] > 6 && levels[2] - levels[1] > 6, "\(levels)")
  }

  @Test(arguments: [(-12.0, 0.251_19), (6.0, 1.995_26)])
  func gainOfAPlannedNoteAndTheLevelScaleTheSound(decibels: Double, gain: Double) throws {
    func level(_ gain: Double, _ values: [Double] = []) throws -> Double {
      let bench = try TestSoundFont.bench(values: values)
      bench.send(.on, key: 60, value: 100, gain: Float(gain))
      return bench.render(seconds: 0.5).level(from: 9600, count: 9600)
    }
    let usual = try level(1)
    #expect(abs(try level(gain) - usual - decibels) < 0.3)
    #expect(abs(try level(1, [decibels]) - usual - decibels) < 0.1)
  }

  @Test func presetsSoundDifferent() throws {
    let sounds = try [0, 24, 73].map { program in
      let bench = try TestSoundFont.bench(program)
      bench.pluck(60)
      return bench.render(4800)
    }
    #expect(Set(sounds).count == 3 && sounds.allSatisfy { $0.peak > 0.01 })
  }

  // MARK: Time

  @Test func chordFromSilenceBeginsOnItsFrame() throws {
    func sound(at offset: Int) throws -> [Frame] {
      let bench = try TestSoundFont.bench()
      for key in [60, 64, 67] { bench.pluck(key, at: offset) }
      return bench.render(2048, block: 2048)
    }
    let first = try sound(at: 0)
    for offset in [1, 63, 100, 999] {
      let later = try sound(at: offset)
      #expect(later[..<offset].allSatisfy { $0 == .zero })
      #expect(later[offset...].elementsEqual(first[..<(2048 - offset)]))
    }
  }

  @Test func soundDoesNotDependOnTheBlocks() throws {
    func sound(block: Int) throws -> [Frame] {
      let bench = try TestSoundFont.bench()
      bench.pluck(60, held: 3000)
      return bench.render(9600, block: block)
    }
    let (one, other) = (try sound(block: 64), try sound(block: 960))
    #expect(zip(one, other).allSatisfy { ($0 - $1).x.magnitude < 0.000_01 })
  }

  @Test func plannedNoteIsReleasedAfterItsLength() throws {
    let bench = try TestSoundFont.bench()
    bench.pluck(60, held: 24_000)
    #expect(bench.render(23_000).suffix(4800).peak > 0.01)
    _ = bench.render(seconds: 3)
    #expect(bench.reportsSilence)
  }

  @Test func pedalHoldsReleasedNotes() throws {
    let bench = try TestSoundFont.bench()
    bench.pluck(60)
    bench.send(.control, key: NoteEvent.hold, value: 127)
    bench.send(.off, key: 60, at: 200)
    #expect(bench.render(seconds: 3).suffix(4800).peak > 0.01)
    bench.send(.control, key: NoteEvent.hold, value: 0)
    _ = bench.render(seconds: 3)
    #expect(bench.reportsSilence)
  }

  @Test func manyNotesSoundAndEnd() throws {
    let bench = try TestSoundFont.bench()
    for key in 30..<94 { bench.pluck(key) }
    let chord = bench.render(seconds: 0.5)
    for key in [36, 60, 90] {
      let partial = chord.suffix(16_384).spectrum(at: Self.hertz(Double(key)), rate: .standard).magnitude
      #expect(partial > 20, "key \(key): \(partial)")
    }
    for _ in 0..<1000 { bench.pluck(.random(in: 0...127)) }
    #expect(bench.render(seconds: 0.5).allSatisfy { $0.x.isFinite && $0.x.magnitude < 16 })
    bench.send(.control, key: NoteEvent.notesOff)
    _ = bench.render(seconds: 5)
    #expect(bench.reportsSilence)
  }

  @Test func allSoundFadesOutWithoutAClick() throws {
    let bench = try TestSoundFont.bench()
    bench.send(.control, key: NoteEvent.hold, value: 127)
    bench.pluck(60)
    let steady = bench.render(seconds: 0.5).suffix(9600)
    bench.send(.control, key: NoteEvent.soundOff)
    let end = bench.render(seconds: 0.1)
    #expect(end.largestBend < 1.5 * steady.largestBend && end.suffix(1200).peak < 0.001)
    // The pedal is still down.
    bench.pluck(60)
    bench.send(.off, key: 60, at: 200)
    #expect(bench.render(seconds: 3).suffix(4800).peak > 0.01)
  }

  @Test func bypassFadesOutAndBeginsNoNotes() throws {
    let bench = try TestSoundFont.bench()
    bench.pluck(60)
    _ = bench.render(seconds: 0.5)
    bench.unit.bypass(true)
    #expect(bench.render(seconds: 0.1).suffix(480).peak < 0.000_1)
    _ = bench.render(512)
    #expect(bench.reportsSilence)
    bench.pluck(60)
    #expect(bench.render(4800).peak == 0)
    bench.unit.bypass(false)
    bench.pluck(60)
    #expect(bench.render(4800).peak > 0.01)
  }

  @Test func anyMessagesKeepTheSoundFinite() throws {
    var random = SeededGenerator(seed: 4)
    let bench = try TestSoundFont.bench(0, bank: 128)
    let kinds: [NoteEvent.Kind] = [.on, .off, .bend, .control]
    for _ in 0..<200 {
      for _ in 0..<40 {
        let values: [Float] = [.nan, .infinity, -1, 64, 1000]
        bench.send(
          kinds.randomElement(using: &random) ?? .on, key: .random(in: -200...400, using: &random),
          value: values.randomElement(using: &random) ?? 0, gain: values.randomElement(using: &random) ?? 1,
          held: .random(in: -5...500, using: &random))
      }
      #expect(bench.render(300).allSatisfy { $0.x.magnitude < 16 && $0.y.magnitude < 16 })
    }
  }

  // MARK: Files

  @Test func presetsAreListedByName() throws {
    let font = try SoundFont(TestSoundFont.path)
    #expect(font.presets.count > 128 && font.name == "TimGM6mb")
    #expect(font.presets.first?.name == "Piano 1" && font.presets.first?.bank == 0)
    #expect(font.presets.contains { $0.bank == SoundFont.drums })
    let units = SoundFontCatalog([TestSoundFont.path.directory, FilePath("/missing")]).list()
    // The folder has links to the file as well.
    #expect(units.count { $0.category == "SoundFont TimGM6mb" } == font.presets.count)
    #expect(Set(units.map(\.name)).count == units.count)
  }

  @Test func nameOfAUnitHasPathBankAndProgram() {
    let preset = SoundFontPreset(FilePath("/a #1/b c.sf2"), bank: 128, program: 7)
    #expect(preset.unit == "soundfont:/a #1/b c.sf2#128:7")
    #expect(SoundFontPreset(unit: "soundfont:/a #1/b c.sf2#128:7") == preset)
    for unit in ["guitar", "soundfont:", "soundfont:/a.sf2", "soundfont:/a.sf2#1", "soundfont:/a.sf2#1:x"] {
      #expect(SoundFontPreset(unit: unit) == nil, "\(unit)")
    }
  }

  @Test func missingAndBrokenFilesAreRefusedWithTheReason() throws {
    let folder = try TemporaryFolder()
    let whole = try FileBytes.read(TestSoundFont.path, limit: 8 << 20)
    func refusal(_ name: String, _ bytes: [UInt8]?, program: Int = 0) throws -> String? {
      let path = folder.file(name)
      if let bytes { try FileBytes.write(bytes, to: path) }
      let unit = try #require(SoundFontPreset(path, bank: 0, program: program).unit)
      do throws(UnitRefusal) {
        _ = try SoundFontCatalog([]).load(unit, rate: .standard)
        return nil
      } catch { return error.reason.replacing(folder.path.shown, with: "") }
    }
    #expect(try refusal("missing.sf2", nil) == "/missing.sf2 is missing")
    #expect(try refusal("empty.sf2", []) == "/empty.sf2 cannot be read: it is not a SoundFont")
    #expect(
      try refusal("text.sf2", Array("Hello, this is no sound".utf8))
        == "/text.sf2 cannot be read: it is not a SoundFont")
    #expect(try refusal("short.sf2", Array(whole[..<4_000_000])) == "/short.sf2 ends before its end")
    #expect(try refusal("header.sf2", Array(whole[..<12])) == "/header.sf2 ends before its end")
    #expect(try refusal("whole.sf2", whole) == nil)
    #expect(try refusal("whole.sf2", whole, program: 200) == "/whole.sf2 has no preset 0:200")
  }

  @Test func filesWithWrongBytesAreReadOrRefused() throws {
    let folder = try TemporaryFolder()
    let whole = try FileBytes.read(TestSoundFont.path, limit: 8 << 20)
    let lists = whole.count - 205_000
    var random = SeededGenerator(seed: 9)
    var refused = 0
    for round in 0..<20 {
      var bytes = whole
      for _ in 0..<(1 + round) {
        bytes[.random(in: lists..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      try FileBytes.write(bytes, to: folder.file("wrong.sf2"))
      let unit = try #require(SoundFontPreset(folder.file("wrong.sf2"), bank: 0, program: 0).unit)
      do throws(UnitRefusal) { _ = try SoundFontCatalog([]).load(unit, rate: .standard) } catch {
        refused += 1
        #expect(!error.reason.isEmpty)
      }
    }
    #expect(refused > 0)
  }

  @Test func rateAboveThatOfFluidSynthIsRefused() throws {
    let name = try #require(SoundFontPreset(TestSoundFont.path, bank: 0, program: 0).unit)
    #expect(throws: UnitRefusal("FluidSynth plays at 96000 Hz at most: choose another output")) {
      try SoundFontCatalog([]).load(name, rate: SampleRate(192_000))
    }
  }

  @Test func unitOfAUsedSynthesizerBeginsAsANewOne() throws {
    let name = try #require(SoundFontPreset(TestSoundFont.path, bank: 0, program: TestSoundFont.organ).unit)
    let description = try SoundFontCatalog([]).load(name, rate: .standard)
    func sound(leaving change: (InstrumentBench) -> Void) throws -> [Frame] {
      let unit = try description.makeUnit(UnitSetup(rate: .standard, values: []))
      let bench = InstrumentBench(try #require(unit as? any InstrumentUnit), rate: .standard)
      _ = bench.render(100)
      bench.pluck(69)
      defer { change(bench) }
      return bench.render(4800, block: 4800)
    }
    let first = try sound { bench in
      bench.send(.bend, value: 7)
      bench.send(.control, key: NoteEvent.hold, value: 127)
      bench.unit.set(1, to: 450)
      bench.pluck(60)
      _ = bench.render(777)
    }
    let second = try sound { _ in }
    // FluidSynth begins with another ramp within the first 64 frames of a voice that was used before.
    #expect(first.peak > 0.01)
    #expect(zip(first, second).dropFirst(64).allSatisfy { ($0 - $1).x.magnitude < 0.000_1 })
  }

  // MARK: Threads

  @Test func synthesizersMayBeOpenedPlayedAndClosedOnSeveralThreadsAtOnce() async throws {
    // FluidSynth without a lock ends the process.
    await #expect(processExitsWith: .success) {
      let threads = (0..<4).map { thread in
        WorkerThread(name: "test") {
          for round in 0..<20 {
            let preset = SoundFontPreset(TestSoundFont.path, bank: 0, program: (thread * 3 + round) % 5)
            #expect(throws: Never.self) {
              let renderer = try SoundFontRenderer(preset, rate: .standard)
              _ = renderer.render(key: 60, velocity: 100, gain: 1, longest: 2_048)
            }
          }
        }
      }
      threads.forEach { $0.join() }
    }
  }
}
