import AudioBase
import AudioFiles
import Configuration
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
  package var kit: FilePath

  /// Saves the take and says what it holds. Throws an error of the MIDI file, the track, the kit or the folder of
  /// takes.
  package func run(_ store: TakeStore) throws(FileError) {
    let midi = try MIDIFileReader.read(file)
    let kit = try KitFolders.catalog.read(kit).kit
    let reference = try reference()
    let rate = reference?.sampleRate ?? .standard
    let imported = TakeMIDI.layers(of: midi, notes: PadNotes(kit), rate: rate)
    guard !imported.columns.isEmpty else { throw TakeMIDI.withoutHits(file, kit: kit.name) }
    let take = take(imported, reference, kit)
    guard try TakeFile.read(try store.save(take)).layers.map(\.hits) == take.layers.map(\.hits) else {
      throw FileError(.damaged, file.shown, detail: "the stored take differs from the imported one")
    }
    let layers = ShownText.count(imported.names.count, "layer", "layers")
    let hits = ShownText.count(take.hitCount, "hit", "hits")
    print("imported \(take.name): \(layers), \(hits); its id is \(take.id)")
    if let text = TakeText.substituted(imported.substitutes) { print(text) }
    if !imported.unknownNotes.isEmpty {
      Messages.print("\(file.shown): \(TakeText.leftOut(imported.unknownNotes, kit: kit.name))")
    }
  }

  private func take(_ imported: TakeMIDI.Imported, _ track: TrackReference?, _ kit: Kit) -> Take {
    let now = Timestamp.now
    var random = SystemRandomNumberGenerator()
    let name = file.lastComponent.shown
    var take = Take(
      id: TakeID.make(at: now, using: &random),
      name: name.hasSuffix(".mid") ? String(name.dropLast(4)) : name,
      track: track,
      kit: KitReference(
        name: kit.name, path: BaseFolders.current.appending(kit.path), notes: PadNotes(kit).notes),
      tempo: imported.tempo, created: now)
    if track == nil { take.rate = .standard }
    for layer in imported.layers { take.addLayer(name: layer.name, hits: layer.hits) }
    return take
  }

  private func reference() throws(FileError) -> TrackReference? {
    guard let track else { return nil }
    let path = BaseFolders.current.appending(track)
    let format = try DecoderRegistry().open(path).format
    return TrackReference(
      key: try TrackKeyReader.key(of: path), path: path, sampleRate: format.sampleRate, frames: format.length)
  }
}
