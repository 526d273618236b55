import Application
import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import Effects
import MixEngine
import MusicLibrary
import SystemBase
import TerminalUI

/// `drumdub export`: writes a take with its track to sound files, or its hits to a MIDI file.
struct ExportCommand {
  private let arguments: ExportArguments

  init(_ arguments: [FilePath]) throws(UsageError) { self.arguments = try ExportArguments(arguments) }

  package func run() throws(UsageError) -> Int32 {
    let (take, path): (Take, FilePath)
    do throws(FileError) { (take, path) = try find(arguments.take) } catch {
      Messages.print(TakesCommand.sentence(error))
      return 1
    }
    let settings = LibraryChoice.settings()
    var options = try arguments.options(for: take, signature: settings.metronome.signature)
    options.folder = path.directory
    let job: ExportJob
    do throws(FileError) { job = try ExportSetup.service(settings).job(take, options) } catch {
      Messages.print(ExportText.sentence(error))
      return 1
    }
    for notice in job.notices { Messages.print(ExportText.sentence(notice)) }
    return run(job)
  }

  private func find(_ word: FilePath) throws(FileError) -> (Take, FilePath) {
    if word.fileExtension == "dub" {
      let path = BaseFolders.current.appending(word)
      return (try TakeFile.read(path), path)
    }
    return try TakeStore(folder: BaseFolders.takes).find(word.shown)
  }

  private func run(_ job: ExportJob) -> Int32 {
    StopSignals.watch()
    let line = ProgressLine()
    let result: ExportResult
    do throws(ExportError) {
      result = try job.run(
        report: { line.show("exporting: \(Int($0 * 100)) %") }, isCancelled: { StopSignals.hasCome })
    } catch {
      line.clear()
      Messages.print(ExportText.sentence(error))
      return 1
    }
    line.clear()
    if arguments.isJSON {
      print(JSONReport.text(ExportReport(files: result.files)))
    } else {
      for file in result.files {
        let duration = ShownText.clock(file.length.seconds(at: file.rate))
        print("wrote \(file.path.shown), \(duration)")
      }
    }
    for case let problem? in result.files.map(\.tagProblem) {
      Messages.print(ExportText.sentence(tagProblem: problem))
    }
    guard let problem = result.problem else { return 0 }
    Messages.print(ExportText.sentence(problem: problem))
    return 1
  }
}

/// The object of `drumdub export --json`.
private struct ExportReport: JSONRepresentable {
  let files: [ExportedFile]

  var json: JSONValue {
    var object = JSONObject()
    object.append("files", files)
    return .object(object)
  }
}

extension ExportedFile: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append(path: path)
    object.append("format", format.fileExtension)
    if case .sound = format {
      object.append("sampleRate", rate.hertz)
      object.append("channels", 2)
    }
    object.append("duration", length.seconds(at: rate))
    object.append("peak", peak)
    object.append("loudness", loudness)
    return .object(object)
  }
}

/// Connects exports with decoders, encoders and files.
package enum ExportSetup {
  /// Returns the service that exports. `settings`: those of the player.
  package static func service(_ settings: Settings) -> ExportService {
    let library = settings.library ?? BaseFolders.libraryFile
    var sources =
      ExportService.Sources(
        decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), writers: AudioEncoderMaker(),
        meters: LoudnessMeterMaker(), tags: TagWorkers.pool(workers: 1),
        ownKit: KitFolders.ownKit, kitCache: KitFolders.cache, key: TrackKeyReader.key
      ) { key in
        guard library.exists, let store = try? LibraryStore(library) else { return [] }
        return (try? store.files(of: key)) ?? []
      }
    sources.takes = BaseFolders.takes
    sources.kit = { KitFolders.catalog.path(of: FilePath($0)) }
    sources.signer = TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    let (plugins, soundFonts) = (PluginFolders.catalog, SoundFontFolders.catalog)
    sources.plugin = { request, rate throws(UnitRefusal) in
      try request.find(plugins, soundFonts, rate: rate)
    }
    return ExportService(sources, levels: levels(settings))
  }

  /// Returns the levels of a player with these settings that plays a queue in its order.
  static func levels(_ settings: Settings) -> TakeExport.Levels {
    let choice: GainChoice =
      switch settings.replayGain {
      case .auto, .album: .album
      case .track: .track
      case .off: .none
      }
    return TakeExport.Levels(music: settings.musicLevel, pads: settings.padsLevel, gainChoice: choice)
  }
}
