import AudioBase
import AudioFiles
import Containers
import Dubbing
import Percussion
import SystemBase
import TerminalUI

/// `drumdub takes import`: makes a take of a MIDI file.
struct MIDIImport {
  var file: FilePath
  /// The track that the take belongs to; nil for a free take.
  var track: FilePath?
  /// The name or the path of the kit whose notes count.
  var kit: FilePath

  /// Saves the take and says what it holds.
  ///
  /// - Throws: an error of the MIDI file, the track, the kit or the folder of takes.
  func run(_ store: TakeStore) throws(FileError) {
    let bytes = try FileBytes.read(file, limit: MIDIFileReader.largest)
    let midi = try MIDIFileReader.read(bytes, subject: file.shown)
    let kit = try KitFolders.catalog.read(kit).kit
    let reference = try reference()
    let rate = reference?.sampleRate ?? .standard
    let imported = TakeMIDI.layers(of: midi, notes: PadNotes(kit), rate: rate)
    guard !imported.columns.isEmpty else {
      throw FileError(.readFailed, file.shown, detail: "no note of it has a pad of the kit \(kit.name)")
    }
    let take = take(imported, reference, kit)
    try store.save(take)
    let layers = ShownText.count(imported.names.count, "layer", "layers")
    let hits = ShownText.count(take.hitCount, "hit", "hits")
    print("imported \(take.name): \(layers), \(hits); its id is \(take.id)")
    if !imported.unknownNotes.isEmpty { Messages.print(unknownNotes(imported.unknownNotes, kit)) }
  }

  private func take(_ imported: TakeMIDI.Imported, _ track: TrackReference?, _ kit: Kit) -> Take {
    let now = Timestamp.now
    var random = SystemRandomNumberGenerator()
    let name = file.lastComponent.shown
    var take = Take(
      id: TakeID.make(at: now, using: &random),
      name: name.hasSuffix(".mid") ? String(name.dropLast(4)) : name,
      track: track, kit: KitReference(name: kit.name, path: BaseFolders.current.appending(kit.path)),
      tempo: imported.tempo, created: now)
    if track == nil { take.rate = .standard }
    for layer in imported.layers { take.addLayer(name: layer.name, hits: layer.hits) }
    return take
  }

  private func unknownNotes(_ notes: [Int: Int], _ kit: Kit) -> String {
    let hits = ShownText.count(notes.values.reduce(0, +), "hit", "hits")
    let list = notes.keys.sorted().map(String.init).joined(separator: ", ")
    return "\(file.shown): \(hits) left out: no pad of the kit \(kit.name) has the notes \(list)"
  }

  private func reference() throws(FileError) -> TrackReference? {
    guard let track else { return nil }
    let path = BaseFolders.current.appending(track)
    let format = try DecoderRegistry().open(path).format
    return TrackReference(
      key: try TrackKeyReader.key(of: path), path: path, sampleRate: format.sampleRate, frames: format.length)
  }
}
