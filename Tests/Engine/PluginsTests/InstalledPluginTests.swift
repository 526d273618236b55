import AudioBase
import Effects
import MixEngine
import Plugins
import Studio
import SystemBase
import TestSupport
import Testing

/// Plug-ins of Debian's packages swh-lv2, lsp-plugins-lv2 and calf-plugins.
enum InstalledPlugins {
  static let folder = FilePath("/usr/lib/lv2")
  static let areInstalled = ["amp-swh.lv2", "lsp-plugins.lv2", "calf.lv2"].allSatisfy {
    folder.appending($0).exists
  }
  /// Without randomness: what is heard twice is the same.
  static let steady = [
    "http://plugin.org.uk/swh-plugins/amp", "http://plugin.org.uk/swh-plugins/fastLookaheadLimiter",
    "http://plugin.org.uk/swh-plugins/sc4", "http://calf.sourceforge.net/plugins/Equalizer5Band",
    "http://calf.sourceforge.net/plugins/Compressor",
    "http://lsp-plug.in/plugins/lv2/para_equalizer_x16_stereo",
    "http://lsp-plug.in/plugins/lv2/compressor_stereo",
  ]

  /// One of each kind that is usual, with its default values.
  static let usual =
    [
      "amp", "fastLookaheadLimiter", "sc4", "delay_l", "gverb", "plate", "dj_eq", "foverdrive", "flanger",
    ].map { "http://plugin.org.uk/swh-plugins/\($0)" }
    + [
      "Equalizer5Band", "Compressor", "Reverb", "VintageDelay", "Limiter", "Saturator", "TransientDesigner",
    ].map { "http://calf.sourceforge.net/plugins/\($0)" }
    + [
      "para_equalizer_x16_stereo", "compressor_stereo", "limiter_stereo", "slap_delay_stereo",
      "mb_compressor_stereo", "loud_comp_stereo",
    ].map { "http://lsp-plug.in/plugins/lv2/\($0)" }

  /// One catalog for all tests, since a scan takes seconds.
  static let bench = Result { try PluginBench(folders: [folder]) }
}

/// One at a time, since the instruments of Calf share tables that each of them fills.
@Suite(.serialized, .enabled(if: InstalledPlugins.areInstalled || Tool.isCI)) struct InstalledPluginTests {
  private func catalog() throws -> PluginCatalog { try InstalledPlugins.bench.get().catalog }

  @Test func allAreListedWithNamesClassesAndPresets() throws {
    let units = try catalog().list().units
    #expect(units.count > 250)
    let reverb = try #require(units.first { $0.name == "lv2:http://calf.sourceforge.net/plugins/Reverb" })
    #expect(reverb.title == "Calf Reverb" && reverb.category == "Reverb" && reverb.presets.count >= 5)
    #expect(reverb.parameters.contains { $0.isChoice } && reverb.refusal == nil)
  }

  /// The sound of a chord, a bend and a pedal, and the tail.
  private func play(_ unit: UnitDescription, isRealtime: Bool) throws -> [Frame] {
    var played: (frames: [Frame], failure: PluginUnit.Failure?)?
    // A unit that a busy machine makes late is stopped, and silent from then on.
    try Wait.until("a unit that is not stopped", told: { "\(played?.failure, default: "none")" }) {
      played = try playOnce(unit, isRealtime: isRealtime)
      return played?.failure == nil
    }
    return played?.frames ?? []
  }

  private func playOnce(_ unit: UnitDescription, isRealtime: Bool) throws -> (
    frames: [Frame], failure: PluginUnit.Failure?
  ) {
    var setup = UnitSetup(rate: .standard, values: [])
    setup.isRealtime = isRealtime
    let instrument = try #require(try unit.makeUnit(setup) as? PluginInstrument)
    let time = HostTime(nanoseconds: 0)
    let frames = (0..<400).flatMap { block -> [Frame] in
      func add(_ kind: NoteEvent.Kind, _ key: Int, _ value: Float = 0, at offset: Int) {
        instrument.inbox.pointee.add(
          DueNote(NoteEvent(kind, key: key, value: value, time: time), offset: offset))
      }
      switch block {
      case 10: for (index, key) in [60, 64, 67].enumerated() { add(.on, key, 100, at: 50 * index) }
      case 60: add(.control, NoteEvent.hold, 127, at: 7)
      case 100: for key in [60, 64, 67] { add(.off, key, at: 3) }
      case 120: add(.bend, -1, 1.5, at: 100)
      case 200: add(.control, NoteEvent.hold, 0, at: 7)
      default: break
      }
      var frames = [Frame](repeating: .zero, count: 256)
      let isSilent = frames.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { instrument.unit.run($0, 256, isSilent: true) } ?? true
      }
      return isSilent ? [Frame](repeating: .zero, count: 256) : frames
    }
    return (frames, instrument.failure)
  }

  // Without Calf Wavetable, which reads outside of its tables in one run of ten and ends the process.
  @Test(arguments: ["Organ", "Monosynth"])
  func instrumentPassesItsTrialAndPlaysTheSameInAnExport(name: String) throws {
    let unit = try catalog().usable("lv2:http://calf.sourceforge.net/plugins/\(name)", nil)
    #expect(unit.isInstrument)
    let heard = try play(unit, isRealtime: true)
    func peak(_ blocks: Range<Int>) -> Float {
      heard[(blocks.lowerBound * 256)..<(blocks.upperBound * 256)].reduce(0) { max($0, $1.x.magnitude) }
    }
    #expect(peak(0..<10) == 0)
    #expect(peak(10..<60) > 0.001)
    // The pedal holds the chord; the monophonic one has none.
    #expect(peak(150..<200) > 0.001 || name == "Monosynth")
    // In one run of hundreds, the first two instances of Calf Organ in a process differed; 1,500 later ones did not.
    try Wait.until("the same sound in an export") {
      try play(unit, isRealtime: false) == play(unit, isRealtime: true)
    }
  }

  @Test(arguments: InstalledPlugins.steady) func plugInPassesItsTrialAndSoundsTheSameInAnExport(uri: String)
    throws
  {
    let unit = try catalog().usable("lv2:\(uri)", nil)
    var setup = UnitSetup(rate: .standard, values: [])
    let input = noise(48_000)
    var heard: [Frame] = []
    // A unit that a busy machine makes late is stopped.
    try Wait.until("a unit that is not stopped") {
      let realtime = try unit.makeUnit(setup)
      heard = realtime.render(input)
      return (realtime as? PluginUnit)?.failure == nil
    }
    setup.isRealtime = false
    let exported = try unit.makeUnit(setup).render(input)
    #expect(heard == exported && heard.suffix(4800).contains { $0 != .zero })
  }

  @Test(arguments: InstalledPlugins.usual) func plugInIsAddedToASoundWithoutAStep(uri: String) throws {
    let unit = try catalog().usable("lv2:\(uri)", nil)
    let bench = ToneBench()
    // The longest echo comes after less than a second.
    let step = bench.step(settling: 96_000) { graph in
      graph.add(unit, to: .pads)
      graph.describe([PluginRequest(unit: unit.name, state: nil): unit])
    }
    // −60 dB of the tone.
    #expect(step < 0.001, "latency \(bench.latency)")
  }
}
