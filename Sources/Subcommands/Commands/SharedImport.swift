import Application
import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import MusicLibrary
import Synchronization
import SystemBase
import TerminalUI

/// `drumdub takes import`: stores a take that comes from elsewhere as one of a track of this library.
struct SharedImport {
  var file: FilePath
  /// The track that the user has named; nil searches the library.
  var track: FilePath?
  /// Whether a doubtful track is taken.
  var isYes = false
  var isJSON = false

  /// Whether a file is a take, by its first bytes.
  static func isTake(_ file: FilePath) -> Bool {
    let start = (try? RegularFile(file).read(at: 0, count: 512)) ?? []
    return start.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// Stores the take and prints what became of it.
  ///
  /// - Returns: the exit code.
  /// - Throws: an error of the file or of the folder of takes.
  func run(_ store: TakeStore) throws(FileError) -> Int32 {
    let path = BaseFolders.current.appending(file)
    let take = try SharedTakeImport.read(path)
    StopSignals.watch()
    let progress = Mutex(LateProgress())
    let search = SharedTrackSearch(
      SharedImport.sources, isCancelled: { StopSignals.hasCome },
      progress: { number, count in
        progress.withLock { $0.show("comparing the sound of track \(number) of \(count)") }
      })
    let result = search.find(take, named: track.map { BaseFolders.current.appending($0) })
    progress.withLock { $0.clear() }
    switch result {
    case .cancelled: StopSignals.end()
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
    let summary = try SharedTakeImport(file: path, take: take, track: result).store(
      in: store, signer: SharedImport.sources.signer)
    print(isJSON ? JSONReport.text(summary) : SharedTakeText.sentence(summary))
    return 0
  }

  /// What the search for tracks uses.
  static var sources: SharedTrackSearch.Sources {
    let library = LibraryChoice.path(nil)
    return SharedTrackSearch.Sources(
      signer: TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()),
      decoders: DecoderRegistry(), key: TrackKeyReader.key,
      library: { library.exists ? try? LibraryStore(library) : nil })
  }
}

extension SharedTakeSummary: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append("id", id)
    object.append("name", name)
    object.append("hits", hits)
    object.append("lost", lost)
    object.append("new", .bool(isNew))
    object.append("aligned", .bool(isAligned))
    object.append("offset", track.map { .number($0.offset) })
    object.append(
      "track",
      track.map { track in
        var members = JSONObject()
        members.append(path: track.location.path)
        members.append("key", "\(track.reference.key)")
        return .object(members)
      })
    return .object(object)
  }
}
