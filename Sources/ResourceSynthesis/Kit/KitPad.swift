/// A pad of the default kit: what it plays and how it stands in `kit.json`.
struct KitPad: Sendable {
  let number: Int
  let name: String
  let file: String
  /// `#RRGGBB`.
  let colour: String
  /// dB; all samples peak at -3 dBFS, this makes them equally loud to the ear, or as loud as the music wants.
  let gain: String
  /// -1 to 1.
  let pan: String
  /// The key that General MIDI gives the instrument.
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
