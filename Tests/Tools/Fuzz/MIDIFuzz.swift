import AudioBase
import Dubbing
import Percussion
import SystemBase

/// A MIDI file, and the take that it becomes.
enum MIDIFuzz {
  private static let notes = PadNotes(
    Kit(
      name: "k", path: FilePath("/k"),
      pads: (1...16).map { number in
        var pad = Pad(number: number, name: "p", layers: [])
        pad.mode = number % 3 == 0 ? .gate : .oneShot
        return pad
      }))

  static func take(_ bytes: [UInt8]) {
    guard let file = try? MIDIFileReader.read(bytes, subject: "fuzz") else { return }
    for track in file.tracks {
      let ticks = track.events.map(\.tick)
      precondition(zip(ticks, ticks.dropFirst()).allSatisfy { $0 <= $1 }, "\(ticks)")
    }
    guard let again = try? MIDIFileReader.read(file.bytes, subject: "fuzz") else {
      preconditionFailure("a written file cannot be read")
    }
    precondition(again.tracks.map(\.events) == file.tracks.map(\.events), "\(file) became \(again)")
    let imported = TakeMIDI.layers(of: file, notes: notes, rate: .standard)
    var take = Take(id: "a", name: "n", track: nil, tempo: imported.tempo, created: 0)
    for layer in imported.layers { take.addLayer(name: layer.name, hits: layer.hits) }
    precondition((try? TakeFile.decode(TakeFile.encode(take), subject: "fuzz")) == take, "\(take)")
    _ = TakeMIDI.encode(take, notes: notes)
  }
}
