import Testing

/// The attacks of the kit with overheads and a room against those of recorded drums.
@Suite struct StudioOnsetTests {
  /// What the hardest strokes of recorded drums have, measured like `HeardOnset`.
  ///
  /// Of The Black Pearl 1.0 they are the samples Hardest and Hard, of its ghost snare Soft and Softest; of
  /// ColomboAcousticDrumkit all samples of the drum but the softest of bass drum and closed hat. Both are kits of
  /// Hydrogen. Of drums that ColomboAcousticDrumkit has not, those of FluidR3 GM (fluid-soundfont-gm), AVL Drumkits
  /// (avldrums.lv2-soundfont: tambourine) and TimGM6mb (maraca) count, too.
  struct Figures: Sendable, CustomTestStringConvertible {
    let pad: String
    /// In dB.
    let crest: ClosedRange<Double>
    let flux: ClosedRange<Double>

    var testDescription: String { pad }
  }

  static let recorded = [
    Figures(pad: "snare", crest: 6.2...12.1, flux: 0.195...0.230),
    Figures(pad: "rim shot", crest: 9.2...12.0, flux: 0.194...0.229),
    Figures(pad: "ghost snare", crest: 11.1...12.8, flux: 0.217...0.265),
    Figures(pad: "bass", crest: 7.0...11.4, flux: 0.142...0.207),
    Figures(pad: "closed hat", crest: 11.7...13.6, flux: 0.253...0.265),
    Figures(pad: "half-open hat", crest: 11.5...12.8, flux: 0.259...0.275),
    Figures(pad: "open hat", crest: 11.1...11.8, flux: 0.251...0.323),
    Figures(pad: "pedal hat", crest: 11.5...13.7, flux: 0.301...0.388),
    Figures(pad: "high tom", crest: 6.0...8.7, flux: 0.179...0.214),
    Figures(pad: "mid tom", crest: 7.6...12.0, flux: 0.145...0.231),
    Figures(pad: "low tom", crest: 9.5...12.8, flux: 0.177...0.265),
    Figures(pad: "floor tom", crest: 9.5...12.8, flux: 0.177...0.265),
    Figures(pad: "crash", crest: 11.4...12.7, flux: 0.276...0.316),
    Figures(pad: "crash 2", crest: 11.1...12.3, flux: 0.276...0.297),
    Figures(pad: "ride", crest: 15.0...19.5, flux: 0.158...0.248),
    Figures(pad: "ride bell", crest: 13.2...18.5, flux: 0.103...0.234),
    Figures(pad: "ride edge", crest: 13.5...16.7, flux: 0.191...0.210),
    Figures(pad: "splash", crest: 11.0...12.6, flux: 0.285...0.307),
    Figures(pad: "cross stick", crest: 14.8...16.7, flux: 0.209...0.233),
    Figures(pad: "cowbell", crest: 9.8...13.6, flux: 0.084...0.095),
    Figures(pad: "clap", crest: 12.4...13.9, flux: 0.291...0.436),
    Figures(pad: "tambourine", crest: 11.7...13.1, flux: 0.241...0.254),
    Figures(pad: "maraca", crest: 15.1...16.9, flux: 0.302...0.326),
    Figures(pad: "china", crest: 10.2...10.2, flux: 0.255...0.255),
    Figures(pad: "closed hat edge", crest: 11.7...13.6, flux: 0.253...0.265),
  ]

  /// The strokes of the hardest layer are on average no further from the recorded drums than the same drums of the
  /// two kits are from each other: 2.0 dB and a factor of 1.26, as root mean squares of 16 drums.
  @Test(arguments: recorded)
  func attackIsNearToRecordedOnes(_ figures: Figures) throws {
    let kit = try CommittedKit(CommittedKit.studio)
    let pad = try #require(kit.pads.first { $0.name == figures.pad })
    let onsets = try (0..<4).map { HeardOnset(try HeardStroke(pad, of: kit, stroke: $0)) }
    let crest = onsets.reduce(0) { $0 + $1.crest } / 4
    let flux = onsets.reduce(0) { $0 + $1.flux } / 4
    #expect((figures.crest.lowerBound - 2...figures.crest.upperBound + 2).contains(crest), "crest: \(crest)")
    #expect((figures.flux.lowerBound / 1.3...figures.flux.upperBound * 1.3).contains(flux), "flux: \(flux)")
  }
}
