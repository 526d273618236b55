/// A pad of the default kit: its instrument and its entry in `kit.json`.
struct KitPad: Sendable {
  let number: Int
  let name: String
  let file: String
  /// The colour as `#RRGGBB`.
  let colour: String
  /// The gain in dB. All samples peak at -3 dBFS.
  ///
  /// At the default level of the pads, -6 dB, four hits a second with the velocity of a plain key have a loudness of
  /// -18 to -23 LUFS, measured after EBU R 128: music at the ReplayGain reference has -18 LUFS. No plain hit peaks above
  /// 0.5 and no accent above 0.8, so that the pads alone never reach the limiter, whose ceiling is 0.89.
  let gain: String
  /// The pan from -1 to 1.
  let pan: String
  /// The percussion key of General MIDI.
  let midiNote: Int
  let chokes: Bool
  let sound: any DrumSound

  init(
    _ number: Int, _ name: String, file: String, colour: String, gain: String, pan: String, midiNote: Int,
    chokes: Bool = false, _ sound: any DrumSound
  ) {
    self.number = number
    self.name = name
    self.file = file
    self.colour = colour
    self.gain = gain
    self.pan = pan
    self.midiNote = midiNote
    self.chokes = chokes
    self.sound = sound
  }

  /// The pad as a line of `kit.json`.
  var json: String {
    let choke = chokes ? #""choke":{"group":1,"fade":0.03},"# : ""
    return """
      {"number":\(number),"name":"\(name)","colour":"\(colour)","gain":\(gain),"pan":\(pan),\
      "mode":"oneShot",\(choke)"midiNote":\(midiNote),\
      "layers":[{"velocity":[1,127],"samples":["\(file)"]}]}
      """
  }
}
