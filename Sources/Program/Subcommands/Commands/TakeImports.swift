import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import MusicLibrary
import Percussion
import Synchronization
import SystemBase
import TakeExchange
import TerminalUI

/// `drumdub takes import`: makes a take of a MIDI file.
struct MIDIImport {
  var file: FilePath
  /// The track that the take belongs to; nil for a free take.
  var track: FilePath?
  /// The name or the path of the kit whose notes count.
  package var kit: FilePath
  /// Whether the take gets the notes of an instrument in place of hits.
  var isInstrument = false

  /// Saves the take and says what it holds.
  ///
  /// - Throws: an error of the MIDI file, the track, the kit or the folder of takes.
  package func run(_ store: TakeStore) throws(FileError) -> Int32 {
    let midi = try MIDIFileReader.read(file)
    let kit = try KitFolders.catalog.read(kit).kit
    let reference = try reference()
    let rate = reference?.sampleRate ?? .standard
    let imported =
      isInstrument
      ? TakeMIDI.notes(of: midi, rate: rate)
      : TakeMIDI.layers(of: midi, notes: PadNotes(kit), rate: rate)
    guard !imported.columns.isEmpty else {
      throw isInstrument
        ? FileError(.readFailed, file.shown, detail: "it has no notes but those of drums")
        : TakeMIDI.withoutHits(file, kit: kit.name, notes: imported.unknownNotes)
    }
    let take = take(imported, reference, kit)
    guard try TakeFile.read(try store.save(take)).layers.map(\.hits) == take.layers.map(\.hits) else {
      throw FileError(.damaged, file.shown, detail: "the stored take differs from the imported one")
    }
    let layers = ShownText.count(imported.names.count, "layer", "layers")
    let hits =
      isInstrument
      ? ShownText.count(take.hitCount, "note", "notes") : ShownText.count(take.hitCount, "hit", "hits")
    print("imported \(take.name): \(layers), \(hits); its id is \(take.id)")
    if let text = TakeText.substituted(imported.substitutes) { print(text) }
    if !imported.unknownNotes.isEmpty {
      Messages.print("\(file.shown): \(TakeText.leftOut(imported.unknownNotes, kit: kit.name))")
    }
    if let text = TakeText.flaws(imported.flaws) { Messages.print("\(file.shown): \(text)") }
    return 0
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

/// `drumdub takes import`: imports a take and assigns it to a track of this library.
package struct SharedImport {
  var file: FilePath
  /// The track that the user named; nil searches the library.
  var track: FilePath?
  /// Whether a doubtful track is accepted.
  var isYes = false
  /// The kit that the take is converted to; nil for its own.
  var kit: FilePath?
  var isJSON = false

  /// Imports the take and prints the result. Returns the exit code.
  ///
  /// - Throws: an error of the file or of the folder of takes.
  func run(_ store: TakeStore) throws(FileError) -> Int32 {
    let source = try SharedTakeSource(BaseFolders.current.appending(file), unpackingIn: store.folder)
    defer { source.remove() }
    StopSignals.watch()
    let result = find(source.take)
    switch result {
    case .cancelled:
      source.remove()
      StopSignals.end()
    case .refused(let refusal):
      Messages.print(SharedTakeText.sentence(refusal, of: file))
      return 1
    case .doubtful(let track, let doubt) where !isYes:
      let sentence = SharedTakeText.sentence(doubt, track)
      Messages.print(
        "nothing was imported of \(file.shown): \(sentence); --yes imports it, --track names another file")
      return 1
    case .found, .doubtful, .free: break
    }
    let summary = try SharedTakeImport(source: source, track: result, kit: kit).store(
      SharedImport.services(store))
    print(isJSON ? JSONReport.text(summary) : SharedTakeText.sentence(summary))
    for warning in SharedTakeText.warnings(summary) { Messages.print(warning) }
    return 0
  }

  private func find(_ take: Take) -> SharedTrackResult {
    let progress = Mutex(LateProgress())
    defer { progress.withLock { $0.clear() } }
    let search = SharedTrackSearch(
      SharedImport.sources(LibraryChoice.path(nil)), isCancelled: { StopSignals.hasCome },
      progress: { number, count in
        progress.withLock { $0.show("comparing the sound of track \(number) of \(count)") }
      })
    return search.find(take, named: track.map { BaseFolders.current.appending($0) })
  }

  /// Returns the services that imports use. `library`: the library index; nil for the index of the configuration
  /// file.
  package static func services(
    _ store: TakeStore, library: FilePath? = nil
  ) -> SharedTakeImport.Services {
    SharedTakeImport.Services(
      store: store, tracks: sources(library ?? LibraryChoice.path(nil)),
      kits: SharedKits(KitFolders.catalog, importingInto: KitFolders.user),
      sound: SoundCopy(
        decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), writers: AudioEncoderMaker()),
      songs: SongStore(folder: BaseFolders.songs))
  }

  private static func sources(_ library: FilePath) -> SharedTrackSearch.Sources {
    return SharedTrackSearch.Sources(
      signer: TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()),
      decoders: DecoderRegistry(), key: TrackKeyReader.key,
      library: { library.exists ? try? LibraryStore(library) : nil })
  }
}

extension SharedTakeSummary: JSONRepresentable {
  package var json: JSONValue {
    .object([
      "id": id, "name": name, "hits": hits, "lost": lost, "new": isNew, "aligned": isAligned,
      "missing": missing, "offset": track?.offset,
      "track": track.map { JSONObject(path: $0.location.path, ["key": "\($0.reference.key)"]) },
    ])
  }
}
