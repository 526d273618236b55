import Configuration
import Effects
import Instruments
import Studio
import SystemBase
import TestSupport
import Testing

@testable import Subcommands

/// The output of `drumdub mixer`.
@Suite struct MixerReportTests {
  private func report() throws -> MixerReport {
    let folder = try TemporaryFolder()
    _ = try folder.write("{}", to: "damaged.json")
    try AtomicFile.replace(folder.file("mine.json"), with: MixFile.encode(MixGraph()))
    return MixerReport(
      presets: MixCatalog(userFolder: folder.path, shippedFolder: nil).presets(),
      units: EffectKind.all + InstrumentKind.all)
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

  @Test func argumentIsRefused() {
    #expect(throws: UsageError.self) { try MixerCommand([FilePath("dub")]) }
  }
}
