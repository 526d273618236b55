import AudioBase
import Effects
import MixEngine
import PlayerTestSupport
import Plugins
import Studio
import SystemBase
import Testing

@testable import Application

/// Effects and sends that are added, moved and removed by address, and the list of all values.
@MainActor @Suite struct MixChangeTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
  private let mixer: MixerController

  init() {
    application = Application(model: bench.model)
    let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
    mixer = MixerController(owner: MixOwner(engine.control, catalog) { _, _ in }, model: bench.model)
    application.mixer = mixer
  }

  private func units(_ bus: MixGraph.Bus) -> [String] { mixer.graph[bus].inserts.map(\.unit) }

  private func edited(_ name: String, _ edit: MixEdit) -> Outcome { .notice(.mixer(.edited(name, edit))) }

  private func refused(_ error: MixAddressError) -> Outcome { .notice(.mixer(.badAddress(error))) }

  @Test func effectsAreAddedMovedAndRemoved() {
    #expect(application.mix("music add delay") == edited("music/delay", .added))
    #expect(application.mix("music add filter at 1") == edited("music/filter", .added))
    #expect(application.mix("music add Delay") == edited("music/delay 2", .added))
    #expect(units(.music) == ["filter", "delay", "delay"])
    _ = application.mix("music/delay 2/feedback 70")
    #expect(application.mix("music/delay 2 move 1") == edited("music/delay", .moved(to: 1)))
    #expect(units(.music) == ["delay", "filter", "delay"])
    #expect(application.mixValue(of: "music/delay/feedback") == "70 %")
    #expect(application.mix("music/delay move 1") == edited("music/delay", .stays(at: 1)))
    #expect(application.mix("music/delay remove") == edited("music/delay", .removed))
    #expect(units(.music) == ["filter", "delay"])
    #expect(application.mix("pad 3 add filter") == edited("pad 3/filter", .added))
    #expect(application.mix("return 1 add reverb") == edited("return 1/reverb", .added))
  }

  @Test func sendsAreAddedSetAndRemoved() {
    #expect(application.mix("music/send 2 -6") == edited("music/send 2", .sends("−6.0 dB")))
    let send = MixGraph.Address(.music, .send(2))
    #expect(application.mix("music/send/2 -3 dB") == .notice(.mixer(.value(send, "−3.0 dB"))))
    #expect(application.mix("pad 3/send/1 0") == edited("pad 3/send 1", .sends("0.0 dB")))
    #expect(mixer.graph[.music].sends == [MixGraph.Send(to: 2, Decibels(-3))])
    #expect(application.mixValue(of: "music/send/2") == "−3.0 dB")
    #expect(application.mix("music/send/2 remove") == edited("music/send 2", .removed))
    #expect(mixer.graph[.music].sends.isEmpty && mixer.graph[.pad(3)].sends.count == 1)
    #expect(application.mix("master/send 1 0") == refused(.cannotSend(.master)))
    #expect(
      application.mix("music/send 1 40")
        == refused(
          .badValue(MixGraph.Address(.music, .send(1)), "40", lowest: "−60.0 dB", highest: "12.0 dB")))
    #expect(application.mix("music/send 2 remove") == refused(.noUnit("music/send 2", known: [])))
  }

  @Test func changesThatAreImpossibleNameTheReason() {
    let effects = EffectKind.all.map(\.name)
    #expect(application.mix("music add nothing") == refused(.unknownUnit("nothing", known: effects)))
    #expect(application.mix("music add") == refused(.unknownUnit("", known: effects)))
    #expect(application.mix("music/delay remove") == refused(.noUnit("music/delay", known: [])))
    #expect(
      application.mix("strings add delay")
        == refused(.unknown("strings", known: ["pads/", "music/", "click/", "master/"])))
    _ = application.mix("music add filter")
    #expect(application.mix("music/delay move 1") == refused(.noUnit("music/delay", known: ["music/filter"])))
    #expect(application.mix("music/filter move 2") == refused(.badPlace("2", .music, last: 1)))
    #expect(application.mix("music add delay at 3") == refused(.badPlace("3", .music, last: 2)))
    for _ in units(.music).count..<MixGraph.mostInserts { _ = application.mix("music add filter") }
    #expect(application.mix("music add delay") == refused(.full(.music)))
    #expect(units(.music).count == MixGraph.mostInserts)
  }

  @Test func eachChangeIsUndoneAlone() {
    let texts = [
      "music add delay", "music add compressor", "music/compressor move 1",
      "music/compressor/source pad 3", "music/send 2 -6", "music/send/2 remove", "music/delay remove",
      "instrument set guitar", "instrument/guitar remove",
    ]
    var graphs: [MixGraph] = []
    for text in texts {
      graphs.append(mixer.graph)
      _ = application.mix(text)
      #expect(mixer.graph != graphs.last, "\(text)")
    }
    for (text, graph) in zip(texts, graphs).reversed() {
      #expect(mixer.owner.turn(.undo) && mixer.graph == graph, "\(text)")
    }
    let notices: [MixEdit] = [.added, .removed, .moved(to: 1), .sends("0.0 dB")]
    #expect(notices.allSatisfy { Notice.mixer(.edited("music/delay", $0)).isUndoable })
    #expect(!Notice.mixer(.edited("music/delay", .stays(at: 1))).isUndoable)
  }

  @Test func allValuesAreListedByAddress() throws {
    for text in ["music add compressor", "music/compressor/source pad 3", "music/send/2 -6"] {
      _ = application.mix(text)
    }
    guard case .notice(let notice) = application.mix("list"), case .mixer(.values(let values)) = notice else {
      Issue.record("nothing is listed")
      return
    }
    let texts = Dictionary(uniqueKeysWithValues: values.map { ($0.address.text, $0.text) })
    #expect(texts["music/compressor/source"] == "pad 3" && texts["music/compressor/bypass"] == "off")
    #expect(texts["music/send 2"] == "−6.0 dB" && texts["return 2/gain"] == "0.0 dB")
    #expect(texts["pads/pan"] == "0 %" && texts["master/mute"] == "off" && texts["move/stutter"] == "off")
    #expect(notice.each.count == values.count)
    mixer.owner.hold(Throw(.music, to: 2), true)
    guard case .notice(.mixer(.values(let thrown))) = application.mix("list") else {
      Issue.record("nothing is listed")
      return
    }
    #expect(thrown.last == MixReading(Throw(.music, to: 2).address, "on") && thrown.count == values.count + 1)
    mixer.owner.hold(Throw(.music, to: 2), false)
    // What is listed can be typed again.
    for value in values where value.address.bus != .master && value.address.part != .gain {
      _ = application.mix("\(value.address.text) \(value.text)")
      #expect(application.mixValue(of: value.address.text) == value.text, "\(value.address.text)")
    }
    #expect(try Command.parse("mix") == .request(Command.Request.mix("list")))
  }

  // MARK: Plug-ins

  private static func unit(_ title: String) -> UnitDescription {
    UnitDescription(name: "lv2:urn:\(title)", title: title, kind: .lv2, parameters: []) {
      setup throws(UnitRefusal) in EffectKind.filter.makeUnit(setup)
    }
  }

  @Test func titleOfAPlugInWaitsForTheList() throws {
    var requests = 0
    mixer.listPlugins = { requests += 1 }
    #expect(application.mix("music add big hall") == Outcome.value.awaits(.notice))
    #expect(application.mix("pads add no hall at 1") == Outcome.value.awaits(.notice))
    #expect(application.mix("music add delay") == edited("music/delay", .added))
    #expect(requests == 1 && units(.music) == ["delay"])
    application.receive(.success(PluginList(units: [MixChangeTests.unit("Big Hall")], problems: [])))
    #expect(units(.music) == ["delay", "lv2:urn:Big Hall"] && units(.pads).isEmpty)
    let notices = application.state.notices.entries.map(\.notice)
    #expect(notices.contains(.mixer(.edited("music/lv2:urn:Big Hall", .added))))
    let effects = EffectKind.all.map(\.name)
    #expect(notices.contains(.mixer(.badAddress(.unknownUnit("no hall", known: effects)))))
    #expect(application.mix("pads add no hall") == refused(.unknownUnit("no hall", known: effects)))
    #expect(application.mix("pads add Big Hall") == edited("pads/lv2:urn:Big Hall", .added))
    #expect(application.mix("pads/big hall remove") == edited("pads/lv2:urn:Big Hall", .removed))
  }

  @Test func changesThatWaitAreAnsweredIfPlugInsCannotBeListed() {
    mixer.listPlugins = {}
    _ = application.mix("music add hall")
    application.receive(.failure(FileError(.damaged, "plug-ins")))
    let last = application.state.notices.entries.last?.notice
    #expect(last == .mixer(.badAddress(.unknownUnit("hall", known: EffectKind.all.map(\.name)))))
  }

  @Test func plugInIsAddedByItsURIAtOnce() {
    mixer.listPlugins = { Issue.record("a URI needs no list") }
    #expect(application.mix("music add http://x/a") == edited("music/lv2:http://x/a", .added))
    #expect(application.mix("music add lv2:http://x/b at 1") == edited("music/lv2:http://x/b", .added))
    #expect(application.mix("music/lv2:http://x/a remove") == edited("music/lv2:http://x/a", .removed))
    #expect(units(.music) == ["lv2:http://x/b"])
  }
}
