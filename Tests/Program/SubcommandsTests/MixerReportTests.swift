import Configuration
import Effects
import Instruments
import Plugins
import Studio
import SystemBase
import TestSupport
import Testing

@testable import Subcommands

/// The output of `drumdub mixer`.
@Suite struct MixerReportTests {
  private let plugin = UnitDescription(
    name: "lv2:urn:room", title: "Room", kind: .lv2,
    parameters: [EffectParameter("t60", .seconds, 0...10, initial: 2, title: "Decay")], author: "An Author",
    category: "Reverb", presets: [UnitPreset(name: "Hall", values: [5])], refusal: UnitRefusal("it is broken")
  ) { _ throws(UnitRefusal) in throw UnitRefusal("it is broken") }

  private func report(problems: [PluginScan.Problem] = []) throws -> MixerReport {
    let folder = try TemporaryFolder()
    _ = try folder.write("{}", to: "damaged.json")
    try AtomicFile.replace(folder.file("mine.json"), with: MixFile.encode(MixGraph()))
    return MixerReport(
      presets: MixCatalog(userFolder: folder.path, shippedFolder: nil).presets(),
      units: EffectKind.all + InstrumentKind.all,
      plugins: .success(PluginList(units: [plugin], problems: problems)))
  }

  @Test func objectNamesMixersAndTheParametersOfEachEffect() throws {
    let report = try report()
    let text = JSONReport.text(report)
    #expect(text.contains("\"name\":\"mine\"") && text.contains("\"shipped\":false"))
    for kind in EffectKind.allCases {
      #expect(text.contains("{\"kind\":\"effect\",\"name\":\"\(kind.rawValue)\",\"parameters\":["))
    }
    let members = "{\"default\":1000,\"maximum\":20000,\"minimum\":20,\"name\":\"cutoff\",\"unit\":\"Hz\"}"
    #expect(text.contains(members))
    #expect(text.contains("\"name\":\"mode\",\"unit\":\"low-pass|high-pass|band-pass\""))
  }

  @Test func instrumentsAreListedWithTheirParameters() throws {
    let report = try report()
    let text = JSONReport.text(report)
    for kind in InstrumentKind.allCases {
      #expect(text.contains("{\"kind\":\"instrument\",\"name\":\"\(kind.rawValue)\",\"parameters\":["))
      for parameter in kind.parameters {
        #expect(text.contains("\"name\":\"\(parameter.name)\""))
        #expect(report.text.contains("    \(parameter.name)  "))
      }
    }
  }

  @Test func damagedMixerIsListedAndReported() throws {
    let report = try report()
    #expect(report.presets.map(\.name) == ["damaged", "mine"])
    #expect(report.errors.count == 1 && report.text.contains("  mine  "))
  }

  @Test func plugInIsListedWithItsURIAndTheReasonOfItsRefusal() throws {
    let report = try report(problems: [PluginScan.Problem(bundle: FilePath("/b.lv2"), reason: "syntax")])
    let text = JSONReport.text(report)
    #expect(text.contains("\"kind\":\"lv2\"") && text.contains("\"uri\":\"urn:room\""))
    #expect(text.contains("\"presets\":[\"Hall\"]") && text.contains("\"refused\":\"it is broken\""))
    #expect(
      report.text.contains(
        "Reverb  Room by An Author, 1 parameter, 1 preset  lv2:urn:room  refused: it is broken"))
    #expect(report.errors.contains("the plug-ins in /b.lv2 cannot be read: syntax"))
  }

  @Test func argumentIsRefused() {
    #expect(throws: UsageError.self) { try MixerCommand(try Subcommand.mixer.scan([FilePath("dub")])) }
  }
}
