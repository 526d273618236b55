import AudioBase
import Effects
import Plugins
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

  /// One catalog for all tests, since a scan takes seconds.
  static let bench = Result { try PluginBench(folders: [folder]) }
}

@Suite(.enabled(if: InstalledPlugins.areInstalled || Tool.isCI)) struct InstalledPluginTests {
  private func catalog() throws -> PluginCatalog { try InstalledPlugins.bench.get().catalog }

  @Test func allAreListedWithNamesClassesAndPresets() throws {
    let units = try catalog().list().units
    #expect(units.count > 250)
    let reverb = try #require(units.first { $0.name == "lv2:http://calf.sourceforge.net/plugins/Reverb" })
    #expect(reverb.title == "Calf Reverb" && reverb.category == "Reverb" && reverb.presets.count >= 5)
    #expect(reverb.parameters.contains { $0.isChoice } && reverb.refusal == nil)
  }

  @Test(arguments: InstalledPlugins.steady) func plugInPassesItsTrialAndSoundsTheSameInAnExport(uri: String)
    throws
  {
    let unit = try catalog().usable("lv2:\(uri)", nil)
    var setup = UnitSetup(rate: .standard, values: [])
    let heard = try unit.makeUnit(setup)
    setup.isRealtime = false
    let exported = try unit.makeUnit(setup)
    let input = noise(48_000)
    let (one, other) = (heard.render(input), exported.render(input))
    #expect(one == other && one.suffix(4800).contains { $0 != .zero })
    #expect((heard as? PluginUnit)?.failure == nil)
  }
}
