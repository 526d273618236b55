import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import Percussion
import SystemBase
import TerminalUI

/// `drumdub takes pack`: writes a take with its recorded sound and its kit to an archive.
struct TakePacking {
  var id: String
  var output: FilePath
  var isJSON = false

  func run(_ store: TakeStore) throws(FileError) {
    var (take, path) = try store.find(id)
    complete(&take)
    StopSignals.watch()
    let kit = kit(of: take)
    let target = BaseFolders.current.appending(output)
    do throws(FileError) {
      try TakePack.write(
        take, from: path.directory, kit: kit, to: target, isCancelled: { StopSignals.hasCome })
    } catch {
      if StopSignals.hasCome { StopSignals.end() }
      throw error
    }
    report(take, kit)
  }

  /// Adds the title, the artist and the signature of the track if they are missing.
  private func complete(_ take: inout Take) {
    guard let track = take.track, let key = try? TrackKeyReader.key(of: track.path),
      let location = track.location(in: track.path, of: key)
    else { return }
    if track.title == nil, let tags = try? TagWorkers.pool(workers: 1).read(track.path) {
      take.track?.title = tags.title
      take.track?.artist = tags.artist
    }
    if track.signature == nil {
      let signer = TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
      take.track?.signature = (try? signer.signature(of: location)) ?? nil
    }
  }

  /// Returns the path of the kit of a take; nil if there is none, or if it is from a SoundFont, which cannot be copied.
  private func kit(of take: Take) -> FilePath? {
    guard let kit = take.kit else { return nil }
    let path = kit.path.exists ? kit.path : KitFolders.catalog.path(of: FilePath(kit.name))
    return path.flatMap { path in
      (try? KitSource(path)).flatMap { $0.kind == .soundFont ? nil : path }
    }
  }

  private func report(_ take: Take, _ kit: FilePath?) {
    if isJSON {
      var object = JSONObject()
      object.append(path: BaseFolders.current.appending(output))
      object.append("id", take.id)
      object.append("sounds", take.layers.count { $0.audio != nil })
      object.append("kit", kit == nil ? nil : take.kit?.name)
      object.append("signed", .bool(take.track?.signature != nil))
      print(JSONWriter.text(of: .object(object), layout: .line))
    } else {
      let kit = kit == nil ? "without a kit" : "with its kit \(FilePath(take.kit?.name ?? "").shown)"
      print("packed \(FilePath(take.name).shown) into \(output.shown), \(kit)")
    }
    if kit == nil, let name = take.kit?.name {
      Messages.print(
        "the kit \(FilePath(name).shown) is not in the pack: it is missing or from a SoundFont; send it separately"
      )
    }
    if let track = take.track, track.signature == nil {
      Messages.print(
        "\(track.path.shown) cannot be read or its sound has changed: the pack has no signature of it, so the song must be "
          + "chosen at the import")
    }
  }
}
