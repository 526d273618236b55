extension ShippedKit {
  /// An acoustic drum set in a room, with two channels: overheads, and the room as a second layer.
  ///
  /// The first 17 pads are those of the default kit, so that what is played on one of them sounds alike on the other. The
  /// energies of octaves and the decays were measured on Hydrogen's kits The Black Pearl 1.0 and ColomboAcousticDrumkit.
  ///
  /// The kit has 12 MB: the drums that are struck most have six layers of four strokes. With as many strokes of each pad it
  /// would have 39 MB, 30 MB of them for cymbals and open hats, which sound for seconds.
  static let studio = ShippedKit(
    name: "Studio", folder: "Studio", seed: 0x57D1_0000_0000, room: "-4", totalGain: 26,
    pads: (drums + hats + cymbals).sorted { $0.number < $1.number })

  private static let drums = [
    KitPad(1, "snare", "#E8673C", gain: "6.5", note: 38, .sixOfFour, Membrane.snare),
    KitPad(2, "bass", "#C2413B", gain: "6.5", note: 36, .sixOfFour, Membrane.bass),
    KitPad(
      3, "tambourine", "#F2B33D", gain: "8.5", pan: "0.2", note: 54, .some, Overheads(sound: Tambourine())),
    KitPad(4, "maraca", "#B8C24A", gain: "8.5", pan: "-0.25", note: 70, .some, Overheads(sound: Maraca())),
    KitPad(7, "clap", "#8C6BC4", gain: "8.5", pan: "-0.1", note: 39, .some, Overheads(sound: Clap())),
    KitPad(8, "cowbell", "#C464A0", gain: "6", pan: "-0.2", note: 56, .some, Overheads(sound: Cowbell())),
    KitPad(9, "high tom", "#E08A4A", gain: "3.5", pan: "-0.2", note: 50, .sixOfTwo, Membrane.highTom),
    KitPad(10, "mid tom", "#D0744A", gain: "6.5", pan: "0.05", note: 47, .sixOfTwo, Membrane.midTom),
    KitPad(11, "low tom", "#B85C44", gain: "5.5", pan: "0.25", note: 43, .sixOfTwo, Membrane.lowTom),
    KitPad(16, "cross stick", "#D98A6A", gain: "7", note: 37, .sixOfFour, Membrane.sideStick),
    KitPad(18, "floor tom", "#A04C40", gain: "6.5", pan: "0.35", note: 41, .sixOfTwo, Membrane.floorTom),
    KitPad(19, "rim shot", "#F07E50", gain: "6.5", note: 40, .sixOfTwo, Membrane.rimShot),
    KitPad(20, "ghost snare", "#C87858", gain: "6.5", note: 25, .some, Membrane.ghost),
  ].map { $0.inRoom() }

  private static let hats = [
    KitPad(5, "closed hat", "#4FB8A8", gain: "6.5", pan: "0.15", note: 42, .sixOfFour, Plate.closedBow)
      .pedal(closed),
    KitPad(6, "open hat", "#4A90C8", gain: "2", pan: "0.15", note: 46, .some, Plate.openHat)
      .pedal(open),
    KitPad(15, "pedal hat", "#3F9C94", gain: "8", pan: "0.15", note: 44, .fourOfTwo, Plate.pedalHat),
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
  ].map { $0.overlapping().inRoom() }
}
