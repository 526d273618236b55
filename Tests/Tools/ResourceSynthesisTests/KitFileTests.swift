import Testing

@Suite struct KitFileTests {
  @Test func theDefaultKitHasTwoFullBanksAndKeepsThePlacesOfTheFirst() throws {
    let kit = try CommittedKit("DrumDub")
    #expect(kit.name == "DrumDub")
    #expect(
      kit.pads.map(\.name) == [
        "snare", "bass", "tambourine", "maraca", "closed hat", "open hat", "clap", "cowbell", "high tom",
        "mid tom", "low tom", "crash", "ride", "ride bell", "pedal hat", "cross stick", "half-open hat",
      ])
    #expect(
      kit.pads.map(\.midiNote) == [38, 36, 54, 70, 42, 46, 39, 56, 50, 47, 43, 49, 51, 53, 44, 37, 23])
    #expect(
      kit.pads.prefix(8).map(\.colour) == [
        "#E8673C", "#C2413B", "#F2B33D", "#B8C24A", "#4FB8A8", "#4A90C8", "#8C6BC4", "#C464A0",
      ])
    #expect(kit.pads.allSatisfy { $0.mode == "oneShot" })
  }

  @Test func theElectronicKitHasHeldPads() throws {
    let kit = try CommittedKit("Electronic")
    #expect(kit.name == "Electronic")
    let held = kit.pads.filter { $0.mode != "oneShot" }
    #expect(held.map(\.name) == ["drone", "riser", "pulse"])
    #expect(held.map(\.mode) == ["gate", "gate", "toggle"])
    #expect(held.allSatisfy { ($0.envelope?.release ?? 0) >= 0.05 })
  }

  @Test(arguments: CommittedKit.folders)
  func everyPadHasItsOwnColourNoteAndSamples(folder: String) throws {
    let kit = try CommittedKit(folder)
    #expect(kit.format == "drumdub-kit" && kit.version == 1)
    #expect(kit.pads.map(\.number) == Array(1...17))
    for pad in kit.pads {
      #expect((-3...13).contains(pad.gain) && (-0.5...0.5).contains(pad.pan))
      #expect(pad.colour.count == 7 && Int(pad.colour.dropFirst(), radix: 16) != nil)
    }
    #expect(Set(kit.pads.map(\.colour)).count == 17 && Set(kit.pads.map(\.midiNote)).count == 17)
    #expect(Set(kit.samples).count == kit.samples.count)
  }

  @Test(arguments: CommittedKit.folders)
  func theLayersCoverAllVelocitiesAndPlainKeysAreNoAccents(folder: String) throws {
    for pad in try CommittedKit(folder).pads {
      let starts = pad.layers.map { $0.velocity[0] }
      let ends = pad.layers.map { $0.velocity[1] }
      #expect(starts == [1] + ends.dropLast().map { $0 + 1 } && ends.last == 127, "\(pad.name)")
      guard pad.hasLayers else { continue }
      let layers = [64, 100, 127].map { pad.layer(at: $0) }
      #expect(Set(layers).count == 3, "\(pad.name): ghost notes, plain keys and accents")
    }
  }

  @Test func drumsOfTheDefaultKitHaveFourLayersOfThreeStrokes() throws {
    let drums: Set = [
      "snare", "bass", "closed hat", "open hat", "pedal hat", "high tom", "mid tom",
      "low tom",
      "cross stick",
    ]
    for pad in try CommittedKit("DrumDub").pads {
      let (layers, strokes) = drums.contains(pad.name) ? (4, 3) : (3, 2)
      #expect(
        pad.layers.count == layers && pad.layers.allSatisfy { $0.samples.count == strokes }, "\(pad.name)")
    }
  }

  @Test(arguments: [("DrumDub", [12, 13, 14]), ("Electronic", [12])])
  func onlyCymbalPadsOverlapTheirStrokes(folder: String, pads: [Int]) throws {
    let kit = try CommittedKit(folder)
    #expect(kit.pads.filter { $0.retrigger == "overlap" }.map(\.number) == pads)
    #expect(kit.pads.compactMap(\.polyphony) == pads.map { _ in 12 })
  }

  @Test(arguments: [("DrumDub", [5, 6, 15, 17]), ("Electronic", [5, 6, 17])])
  func onlyHatPadsShareAChokeGroup(folder: String, pads: [Int]) throws {
    let kit = try CommittedKit(folder)
    #expect(kit.pads.compactMap { $0.choke == nil ? nil : $0.number } == pads)
    #expect(kit.pads.compactMap(\.choke).allSatisfy { $0 == .init(group: 1, fade: 0.03) })
  }
}
