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
import Percussion
import Studio
import SystemBase
import TakeExchange
import TerminalUI

/// `drumdub export`: writes a take with its track to sound files, or its hits to a MIDI file.
struct ExportCommand {
  private let isJSON: Bool
  /// An id, or the path of a `.dub` file.
  private let take: FilePath
  /// The output; nil for a file in the standard folder.
  private let output: FilePath?
  private let samples: SampleFormat?
  private let rate: SampleRate?
  private let range: TakeExport.Range?
  private let tail: Double?
  private let transposition: Transposition?
  private let drums: Decibels?
  private let loudness: Double?
  private let wantsStems: Bool
  private let replaces: Bool
  private let track: FilePath?
  private let mixer: ExportMixer?

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    isJSON = scanned.has("json")
    output = scanned.value("output")
    samples = try scanned.value("format", .choice)
    rate = try scanned.value("rate", .rate(SampleRate.playable))
    range = try scanned.value("range", "two times as 30-90, 0:30-1:30 or 0:30-") {
      TakeExport.Range($0.shown)
    }
    tail = try scanned.value("tail", .number("SECONDS", 0...600, unit: " seconds"))
    transposition = try scanned.value("transpose", "-12 to 12 semitones, such as -5 or -4.7") {
      Transposition($0.shown)
    }
    drums = try scanned.value("drums", .number("DB", -60...12, unit: " dB")).map { Decibels($0) }
    loudness = try scanned.value("loudness", .number("LUFS", -50 ... -5, unit: " LUFS"))
    (wantsStems, replaces) = (scanned.has("stems"), scanned.has("overwrite"))
    track = scanned.value("track")
    mixer = scanned.value("mixer").map { ExportMixer($0.shown) }
    guard let take = scanned.operands.first, !take.isEmpty else {
      throw UsageError("export needs the id of a take or a .dub file; drumdub takes lists them")
    }
    guard scanned.operands.count == 1 else { throw UsageError("export takes one take") }
    self.take = take
    if let output { _ = try format(of: output) }
  }

  private func format(of path: FilePath) throws(UsageError) -> ExportFormat {
    if path.isFolder { return .sound(try AudioEncoding.option(.wav, samples)) }
    if ExportFormat.isMIDI(path) {
      try refuseSoundOptions()
      return .midi
    }
    guard let format = AudioFileFormat(name: path) else {
      throw UsageError(
        "export writes .wav, .flac, .aiff, .ogg, .opus, .mp3 and .mid files, not \(path.lastComponent.shown)")
    }
    return .sound(try AudioEncoding.option(format, samples))
  }

  private func refuseSoundOptions() throws(UsageError) {
    let options = [
      ("--rate", rate != nil), ("--format", samples != nil), ("--tail", tail != nil),
      ("--transpose", transposition != nil), ("--drums", drums != nil), ("--loudness", loudness != nil),
      ("--stems", wantsStems), ("--track", track != nil), ("--mixer", mixer != nil),
    ]
    if let option = options.first(where: { $0.1 })?.0 {
      throw UsageError("\(option) belongs to sound files, not to .mid files")
    }
  }

  /// Returns the options for a take that was found. `signature`: of the bars in a MIDI file.
  func options(for take: Take, signature: TimeSignature) throws(UsageError) -> ExportOptions {
    var path = output ?? MusicFolder.exports
    let format = output == nil ? .sound(try AudioEncoding.option(.wav, samples)) : try format(of: path)
    if output == nil || path.isFolder {
      path = path.appending(ExportOptions.fileName(of: take, .wav))
    }
    var options = ExportOptions(path: path, format: format)
    options.signature = signature
    (options.rate, options.range, options.tail) = (rate, range, tail)
    options.transposition = transposition ?? .none
    options.drums = drums
    (options.wantsStems, options.loudness, options.replaces) = (wantsStems, loudness, replaces)
    (options.isMeasured, options.track, options.mixer) = (isJSON, track, mixer ?? .take)
    return options
  }

  package func run() throws(UsageError) -> Int32 {
    let (take, path): (Take, FilePath)
    do throws(FileError) { (take, path) = try find(self.take) } catch {
      Messages.print(TakesCommand.sentence(error))
      return 1
    }
    let settings = LibraryChoice.settings()
    var options = try options(for: take, signature: settings.metronome.signature)
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
    if isJSON {
      print(JSONReport.text(["files": result.files, "mixer": job.mixer?.name]))
    } else {
      for file in result.files {
        let duration = ShownText.clock(file.length.seconds(at: file.rate))
        let mixer = job.mixer.map { ", \(ExportText.words($0))" } ?? ""
        print("wrote \(file.path.shown), \(duration)\(mixer)")
      }
    }
    for case let problem? in result.files.map(\.tagProblem) {
      Messages.print(ExportText.sentence(tagProblem: problem))
    }
    for shortfall in result.shortfalls { Messages.print(ExportText.sentence(shortfall)) }
    guard let problem = result.problem else { return 0 }
    Messages.print(ErrorText.sentence(problem, while: .decoding))
    return 1
  }
}

extension ExportedFile: JSONRepresentable {
  package var json: JSONValue {
    let isSound = if case .sound = format { true } else { false }
    return .object(
      JSONObject(
        path: path,
        [
          "format": format.fileExtension, "sampleRate": isSound ? rate.hertz : nil,
          "channels": isSound ? 2 : nil, "duration": length.seconds(at: rate), "peak": peak,
          "loudness": loudness,
        ]))
  }
}

/// Connects exports with decoders, encoders and files.
package enum ExportSetup {
  /// Returns the service that exports.
  ///
  /// - Parameters:
  ///   - settings: those of the player.
  ///   - room: returns the level of the room that the user has set for a kit; nil: its file is read.
  package static func service(
    _ settings: Settings, room: (@Sendable (Kit) -> Decibels?)? = nil
  ) -> ExportService {
    let library = settings.library ?? BaseFolders.libraryFile
    var sources =
      ExportService.Sources(
        decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), writers: AudioEncoderMaker(),
        meters: LoudnessMeter.maker, tags: TagWorkers.pool(workers: 1),
        ownKit: KitFolders.ownKit, kitCache: KitFolders.cache, key: TrackKeyReader.key
      ) { key in
        guard library.exists, let store = try? LibraryStore(library) else { return [] }
        return (try? store.files(of: key)) ?? []
      }
    sources.takes = BaseFolders.takes
    sources.songs = SongStore(folder: BaseFolders.songs)
    sources.mixers = { BaseFolders.mixers.presets() }
    sources.sessionMixer = { () throws(FileError) in
      try MixFile.read(BaseFolders.state.appending("mixer.json"))?.get() ?? MixGraph()
    }
    sources.kit = { KitFolders.catalog.path(of: FilePath($0)) }
    sources.room = room ?? { (try? KitFolders.rooms())?[$0.path] }
    sources.stretchers = TimeStretcherMaker()
    sources.drumParts = DrumPartsSetup.cache
    sources.stems = StemSearch(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    sources.signer = TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    let (plugins, soundFonts) = (PluginFolders.catalog, BaseFolders.soundFonts)
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
    var levels = TakeExport.Levels(music: settings.musicLevel, pads: settings.padsLevel, gainChoice: choice)
    levels.limiter = settings.limiter
    return levels
  }
}
