extension ShippedKit {
  /// An acoustic drum set in a room, with two channels: overheads, and the room as a second layer.
  ///
  /// The first 17 pads are those of the default kit, so that what is played on one of them sounds alike on the other. The
  /// energies of octaves and the decays were measured on Hydrogen's kits The Black Pearl 1.0 and ColomboAcousticDrumkit; those
  /// of tambourine, maraca, clap, cowbell and china on The Black Pearl and on the SoundFonts FluidR3 GM, TimGM6mb and AVL
  /// Drumkits.
  ///
  /// The kit has 12 MB: the drums that are struck most have six layers of four strokes. With as many strokes of each pad it
  /// would have more than 35 MB, most of them for cymbals and open hats, which sound for seconds. Fewer have: toms, rim shot,
  /// ghost snare and the edge of the closed hat (six of two), half-open hat and rims of toms (four of two), open hat, hand
  /// percussion and cymbals (three of two), and the edges of the open hat, the ride and the crashes (three of one).
  static let studio = ShippedKit(
    name: "Studio", folder: "Studio", seed: 0x57D1_0000_0000, room: "-4", layerGain: 24,
    pads: (drums + rims + hats + cymbals).sorted { $0.number < $1.number })

  private static let drums = [
    KitPad(1, "snare", "#E8673C", gain: "6.5", note: 38, .sixOfFour, Membrane.snare),
    KitPad(2, "bass", "#C2413B", gain: "6.5", note: 36, .sixOfFour, Membrane.bass),
    // Without the hand on the head, which the recorded ones do not have.
    KitPad(
      3, "tambourine", "#F2B33D", gain: "8.5", pan: "0.2", note: 54, .some,
      Overheads(sound: Tambourine(), lowest: 3400)),
    KitPad(
      4, "maraca", "#B8C24A", gain: "7.5", pan: "-0.25", note: 70, .some,
      Overheads(sound: Maraca(pitch: 1.8, tail: 0.3))
    ).withRoom(0.8),
    KitPad(
      7, "clap", "#8C6BC4", gain: "8.5", pan: "-0.1", note: 39, .some,
      Overheads(sound: Clap(reverb: 0.14), air: Octaves(levels: [-24, -23, -22], decays: [0.2, 0.15, 0.1]))),
    KitPad(8, "cowbell", "#C464A0", gain: "6", pan: "-0.2", note: 56, .some, Overheads(sound: Cowbell.large)),
    KitPad(9, "high tom", "#E08A4A", gain: "3.5", pan: "-0.2", note: 50, .sixOfTwo, Membrane.highTom),
    KitPad(10, "mid tom", "#D0744A", gain: "6.5", pan: "0.05", note: 47, .sixOfTwo, Membrane.midTom),
    KitPad(11, "low tom", "#B85C44", gain: "5.5", pan: "0.25", note: 43, .sixOfTwo, Membrane.lowTom),
    KitPad(16, "cross stick", "#D98A6A", gain: "7", note: 37, .sixOfFour, Membrane.sideStick),
    KitPad(18, "floor tom", "#A04C40", gain: "6.5", pan: "0.35", note: 41, .sixOfTwo, Membrane.floorTom),
    KitPad(19, "rim shot", "#F07E50", gain: "6.5", note: 40, .sixOfTwo, Membrane.rimShot),
    KitPad(20, "ghost snare", "#C87858", gain: "6.5", note: 25, .sixOfTwo, Membrane.ghost),
  ].map { $0.inRoom() }

  /// General MIDI has no rims of toms and no edges of crashes: their notes are above its last one.
  private static let rims = [
    KitPad(27, "high tom rim", "#F0A468", gain: "5", pan: "-0.2", note: 88, .fourOfTwo, Membrane.highTomRim),
    KitPad(28, "mid tom rim", "#E08C66", gain: "5", pan: "0.05", note: 89, .fourOfTwo, Membrane.midTomRim),
    KitPad(29, "low tom rim", "#CC7460", gain: "5", pan: "0.25", note: 90, .fourOfTwo, Membrane.lowTomRim),
    KitPad(
      30, "floor tom rim", "#B4645A", gain: "5", pan: "0.35", note: 91, .fourOfTwo, Membrane.floorTomRim),
  ].map { $0.inRoom() }

  private static let hats = [
    KitPad(5, "closed hat", "#4FB8A8", gain: "6.5", pan: "0.15", note: 42, .sixOfFour, Plate.closedBow)
      .pedal(closed),
    KitPad(6, "open hat", "#4A90C8", gain: "2", pan: "0.15", note: 46, .some, Plate.openHat)
      .pedal(open),
    KitPad(15, "pedal hat", "#3F9C94", gain: "8", pan: "0.15", note: 44, .sixOfFour, Plate.pedalHat),
    KitPad(17, "half-open hat", "#4CA4B8", gain: "5.5", pan: "0.15", note: 23, .fourOfTwo, Plate.halfOpen)
      .pedal(halfOpen),
    KitPad(21, "closed hat edge", "#6CC8B8", gain: "6.5", pan: "0.15", note: 22, .sixOfTwo, Plate.closedEdge)
      .pedal(closed),
    KitPad(22, "open hat edge", "#6AA8D8", gain: "4", pan: "0.15", note: 26, .few, Plate.openEdge)
      .pedal(open),
  ].map { $0.choking().inRoom() }

  private static let cymbals = [
    KitPad(12, "crash", "#E6C75A", gain: "2", pan: "-0.3", note: 49, .some, Plate.crash),
    KitPad(13, "ride", "#C9B458", gain: "7", pan: "0.35", note: 51, .some, Plate.rideBow),
    KitPad(14, "ride bell", "#A8B060", gain: "6.5", pan: "0.35", note: 53, .some, Plate.rideBell),
    KitPad(23, "crash 2", "#F0D878", gain: "2", pan: "0.3", note: 57, .some, Plate.crash2),
    KitPad(24, "ride edge", "#B8A848", gain: "5.5", pan: "0.35", note: 59, .few, Plate.rideEdge),
    KitPad(25, "splash", "#F4E49C", gain: "2", pan: "-0.15", note: 55, .some, Plate.splash),
    KitPad(26, "china", "#D8B848", gain: "3.5", pan: "-0.4", note: 52, .some, Plate.china),
    KitPad(31, "crash edge", "#F2D060", gain: "3.5", pan: "-0.3", note: 92, .few, Plate.crashEdge),
    KitPad(32, "crash 2 edge", "#FCE890", gain: "3.5", pan: "0.3", note: 93, .few, Plate.crash2Edge),
  ].map { $0.overlapping().inRoom(layers: 1) }
}
