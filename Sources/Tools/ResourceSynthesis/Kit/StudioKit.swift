extension ShippedKit {
  /// An acoustic drum set in a room, with two channels: overheads, and the room as a second layer.
  ///
  /// The first 17 pads are those of the default kit, so that what is played on one of them sounds alike on the other. The
  /// energies of octaves and the decays were measured on Hydrogen's kits The Black Pearl 1.0 and ColomboAcousticDrumkit; those
  /// of tambourine, maraca, clap, cowbell and china on The Black Pearl and on the SoundFonts FluidR3 GM, TimGM6mb and AVL
  /// Drumkits.
  ///
  /// All pads have six layers of four strokes. In one piece they would have 41 MB, most of them for cymbals and open hats, which
  /// sound for seconds. So that the kit has 12 MB, the strokes of most pads fade over to tails within a quarter of a second: one
  /// for two layers each. Snare, maraca, closed hat, pedal hat, cross stick, rim shot and ghost snare are short, and in one piece.
  static let studio = ShippedKit(
    name: "Studio", folder: "Studio", seed: 0x57D1_0000_0000, room: "-4", layerGain: 24,
    pads: (drums + toms + rims + hats + cymbals).sorted { $0.number < $1.number })

  private static let drums = [
    KitPad(1, "snare", "#E8673C", gain: "6.5", note: 38, .sixOfFour, Membrane.snare),
    KitPad(2, "bass", "#C2413B", gain: "6.5", note: 36, .sixOfFour, Membrane.bass).cut(0.07...0.15),
    // Without the hand on the head, which the recorded ones do not have.
    KitPad(
      3, "tambourine", "#F2B33D", gain: "8.5", pan: "0.2", note: 54, .sixOfFour,
      Overheads(sound: Tambourine(), lowest: 3400)
    ).cut(0.04...0.12, isNoise: true),
    KitPad(
      4, "maraca", "#B8C24A", gain: "7.5", pan: "-0.25", note: 70, .sixOfFour,
      Overheads(sound: Maraca(pitch: 1.8, swing: 0.011, start: 0.1, tail: 0.45, brightening: 1.13))
    ).withRoom(0.8),
    KitPad(
      7, "clap", "#8C6BC4", gain: "8.5", pan: "-0.1", note: 39, .sixOfFour,
      Overheads(
        sound: Clap(reverb: 0.14),
        air: Octaves(
          levels: [-24, -23, -22, -18, -99, -99, -99, -99, -24],
          decays: [0.2, 0.15, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.06]))
    ).cut(0.05...0.11, isNoise: true),
    KitPad(
      8, "cowbell", "#C464A0", gain: "6", pan: "-0.2", note: 56, .sixOfFour, Overheads(sound: Cowbell.large)
    ).cut(0.04...0.12),
    KitPad(16, "cross stick", "#D98A6A", gain: "7", note: 37, .sixOfFour, Membrane.sideStick),
    KitPad(19, "rim shot", "#F07E50", gain: "6.5", note: 40, .sixOfFour, Membrane.rimShot),
    KitPad(20, "ghost snare", "#C87858", gain: "6.5", note: 25, .sixOfFour, Membrane.ghost),
  ].map { $0.inRoom() }

  private static let toms = [
    KitPad(9, "high tom", "#E08A4A", gain: "3.5", pan: "-0.2", note: 50, .sixOfFour, Membrane.highTom),
    KitPad(10, "mid tom", "#D0744A", gain: "6.5", pan: "0.05", note: 47, .sixOfFour, Membrane.midTom),
    KitPad(11, "low tom", "#B85C44", gain: "5.5", pan: "0.25", note: 43, .sixOfFour, Membrane.lowTom),
    KitPad(18, "floor tom", "#A04C40", gain: "6.5", pan: "0.35", note: 41, .sixOfFour, Membrane.floorTom),
  ].map { $0.inRoom().cut(0.12...0.2) }

  /// General MIDI has no rims of toms and no edges of crashes: their notes are above its last one.
  private static let rims = [
    KitPad(27, "high tom rim", "#F0A468", gain: "5", pan: "-0.2", note: 88, .sixOfFour, Membrane.highTomRim),
    KitPad(28, "mid tom rim", "#E08C66", gain: "5", pan: "0.05", note: 89, .sixOfFour, Membrane.midTomRim),
    KitPad(29, "low tom rim", "#CC7460", gain: "5", pan: "0.25", note: 90, .sixOfFour, Membrane.lowTomRim),
    KitPad(
      30, "floor tom rim", "#B4645A", gain: "5", pan: "0.35", note: 91, .sixOfFour, Membrane.floorTomRim),
  ].map { $0.inRoom().cut(0.07...0.14) }

  private static let hats = [
    KitPad(5, "closed hat", "#4FB8A8", gain: "6.5", pan: "0.15", note: 42, .sixOfFour, Plate.closedBow)
      .pedal(closed),
    KitPad(6, "open hat", "#4A90C8", gain: "2", pan: "0.15", note: 46, .sixOfFour, Plate.openHat)
      .pedal(open).cut(0.04...0.1),
    KitPad(15, "pedal hat", "#3F9C94", gain: "8", pan: "0.15", note: 44, .sixOfFour, Plate.pedalHat),
    KitPad(17, "half-open hat", "#4CA4B8", gain: "5.5", pan: "0.15", note: 23, .sixOfFour, Plate.halfOpen)
      .pedal(halfOpen).cut(0.04...0.1),
    KitPad(21, "closed hat edge", "#6CC8B8", gain: "6.5", pan: "0.15", note: 22, .sixOfFour, Plate.closedEdge)
      .pedal(closed).cut(0.04...0.1),
    KitPad(22, "open hat edge", "#6AA8D8", gain: "4", pan: "0.15", note: 26, .sixOfFour, Plate.openEdge)
      .pedal(open).cut(0.04...0.1),
  ].map { $0.choking().inRoom() }

  private static let cymbals = [
    KitPad(12, "crash", "#E6C75A", gain: "2", pan: "-0.3", note: 49, .sixOfFour, Plate.crash),
    KitPad(13, "ride", "#C9B458", gain: "7", pan: "0.35", note: 51, .sixOfFour, Plate.rideBow),
    KitPad(14, "ride bell", "#A8B060", gain: "6.5", pan: "0.35", note: 53, .sixOfFour, Plate.rideBell),
    KitPad(23, "crash 2", "#F0D878", gain: "2", pan: "0.3", note: 57, .sixOfFour, Plate.crash2),
    KitPad(24, "ride edge", "#B8A848", gain: "5.5", pan: "0.35", note: 59, .sixOfFour, Plate.rideEdge),
    KitPad(25, "splash", "#F4E49C", gain: "2", pan: "-0.15", note: 55, .sixOfFour, Plate.splash),
    KitPad(26, "china", "#D8B848", gain: "3.5", pan: "-0.4", note: 52, .sixOfFour, Plate.china),
    KitPad(31, "crash edge", "#F2D060", gain: "3.5", pan: "-0.3", note: 92, .sixOfFour, Plate.crashEdge),
    KitPad(32, "crash 2 edge", "#FCE890", gain: "3.5", pan: "0.3", note: 93, .sixOfFour, Plate.crash2Edge),
  ].map { $0.overlapping().inRoom(layers: 1).cut(0.05...0.1) }
}
