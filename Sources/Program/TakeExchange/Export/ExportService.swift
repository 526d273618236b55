import AudioBase
import Dubbing
import Effects
import MixEngine
import Percussion
import Studio
import SystemBase
import TrackTags

package struct ExportOptions: Hashable, Sendable {
  package var path: FilePath
  package var format: ExportFormat
  /// The rate; nil for the rate of the track, or the nearest one that the format accepts.
  package var rate: SampleRate?
  package var range: TakeExport.Range?
  package var tail: Double?
  package var transposition = Transposition.none
  /// A level that is added to that of the drums of the track, which are separated for that; nil adds none.
  package var drums: Decibels?
  package var wantsStems = false
  /// The parts in which the track is heard.
  package var parts = ExportParts.ofSong(nil)
  /// The part of the mix that is exported.
  package var part = MixPart.mix
  /// The loudness in LUFS.
  package var loudness: Double?
  package var replaces = false
  package var mixer = ExportMixer.take
  /// Whether loudness and peak are measured.
  package var isMeasured = false
  /// The file of the track; nil uses the file that the take names.
  package var track: FilePath?
  /// The time signature of the bars in a MIDI file.
  package var signature = TimeSignature.common
  /// The folder of the take, which has its recorded sound; nil: the folder of takes.
  package var folder: FilePath?

  package init(path: FilePath, format: ExportFormat) { (self.path, self.format) = (path, format) }

  /// The most bytes of a name, which has room for the names of stems.
  private static let longestName = 200

  /// Returns the name of a take as a file name, without characters that file names cannot have.
  package static func fileName(of take: Take, _ format: AudioFileFormat) -> FilePath {
    let usable = take.name.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
        ? "_" : Character(scalar)
    }
    var name = String(usable)
    while name.utf8.count > longestName { name.removeLast() }
    if name.isEmpty || name.first == "." || name.first == "-" { name = "take \(take.id)" }
    return FilePath("\(name).\(format.rawValue)")
  }
}

/// A warning about an export, which continues.
package enum ExportNotice: Hashable, Sendable {
  /// The sound of the track has changed since the take was recorded.
  case trackChanged(FilePath)
  /// The kit of the take cannot be read; the program's own is used.
  case kitReplaced(name: String, FileError)
  /// Samples of the kit cannot be read.
  case samplesMissing(kit: String, count: Int, FileError)
  /// A plug-in of the mixer is not heard.
  case pluginRefused(String, UnitRefusal)
  /// Lanes are not played, since the mixer does not have the values at these addresses.
  case lanesUnknown(take: String, [String])
  /// The kit is missing or from a SoundFont, so it is not in the archive.
  case kitNotPacked(name: String)
  /// The archive has no signature of the track.
  case trackNotSigned(FilePath)
  /// The marks of the song are not in the archive, since their file cannot be read.
  case songNotPacked(FileError)
}

/// Prepares exports: finds the track, the kit and the tags of a take. Any thread; blocks on file access.
package struct ExportService: Sendable {
  /// The functions that find and read files.
  package struct Sources: Sendable {
    package var decoders: any DecoderOpening
    package var converters: any RateConverterMaking
    package var writers: any AudioWriterMaking
    /// Makes what transposes the music; nil: it keeps its pitch.
    package var stretchers: (any TimeStretcherMaking)?
    /// Separates the drums of tracks; nil: their level cannot be changed.
    package var drumParts: (any DrumPartsMaking)?
    /// Finds the stems of songs; nil: their drums are separated instead.
    package var stems: StemSearch?
    package var meters: LoudnessMeterMaker
    package var tags: TagWorkerPool
    package var ownKit: FilePath?
    /// The folder that kits in archives are unpacked into.
    package var kitCache: FilePath?
    package var key: @Sendable (FilePath) throws(FileError) -> TrackKey
    /// The files of a track in the library.
    package var files: @Sendable (TrackKey) -> [FilePath]
    package var kit: @Sendable (String) -> FilePath? = { _ in nil }
    /// Returns the level of the room that the user has set for a kit; nil: that of its file.
    package var room: @Sendable (Kit) -> Decibels? = { _ in nil }
    /// Makes the signatures of tracks; nil: archives have none.
    package var signer: (any TrackSigning)?
    package var takes = FilePath("")
    /// The folder of songs; nil: archives have none.
    package var songs: SongStore?
    /// Returns the saved mixers, and those of the program.
    package var mixers: @Sendable () -> [MixPreset] = { [] }
    /// Returns the mixer of the last session of the player.
    package var sessionMixer: @Sendable () throws(FileError) -> MixGraph = { MixGraph() }
    /// The function that finds a plug-in and tries it, or loads an instrument for a rate.
    package var plugin: @Sendable (PluginRequest, SampleRate) throws(UnitRefusal) -> UnitDescription = {
      _, _ throws(UnitRefusal) in throw UnitRefusal("it is not installed")
    }

    package init(
      decoders: any DecoderOpening, converters: any RateConverterMaking, writers: any AudioWriterMaking,
      meters: @escaping LoudnessMeterMaker, tags: TagWorkerPool, ownKit: FilePath?, kitCache: FilePath?,
      key: @escaping @Sendable (FilePath) throws(FileError) -> TrackKey,
      files: @escaping @Sendable (TrackKey) -> [FilePath]
    ) {
      (self.decoders, self.converters, self.writers, self.meters) = (decoders, converters, writers, meters)
      (self.tags, self.ownKit, self.kitCache) = (tags, ownKit, kitCache)
      (self.key, self.files) = (key, files)
    }
  }

  let sources: Sources
  /// The levels that the player sets.
  let levels: TakeExport.Levels

  package init(_ sources: Sources, levels: TakeExport.Levels) {
    (self.sources, self.levels) = (sources, levels)
  }

  /// Prepares the export of a take.
  ///
  /// - Parameter levels: the levels and the mixer of the player; nil if no player exports.
  /// - Throws: if its track or the mixer is not there, and `unsupported` for a rate that the format does not accept.
  package func job(
    _ take: Take, _ options: ExportOptions, levels: TakeExport.Levels? = nil, gain: ReplayGain? = nil
  ) throws(FileError) -> ExportJob {
    switch options.format {
    case .sound(let encoding):
      let take = withBeats(take)
      let (levels, mixer) = try self.levels(of: take, options.mixer, heard: levels)
      var job = try soundJob(take, options, encoding, levels: levels, gain: gain)
      job.mixer = mixer
      return job
    case .midi: return midiJob(withBeats(take), options)
    case .pack:
      let (pack, notices) = pack(take, options)
      return ExportJob(work: .pack(pack), path: options.path, notices: notices)
    }
  }

  /// Returns a take with the beats that are kept for its track, if it has none of its own.
  private func withBeats(_ take: Take) -> Take {
    guard take.tempo == nil, let key = take.track?.key, let song = try? sources.songs?.song(of: key) else {
      return take
    }
    var take = take
    take.tempo = song.tempo
    return take
  }

  private func midiJob(_ take: Take, _ options: ExportOptions) -> ExportJob {
    var notices: [ExportNotice] = []
    let kit = readKit(take, &notices)
    var export = MIDIExport(take, notes: PadNotes(kit), to: options.path)
    (export.range, export.signature, export.replaces) = (options.range, options.signature, options.replaces)
    return ExportJob(work: .midi(export), path: options.path, notices: notices)
  }

  private func soundJob(
    _ take: Take, _ options: ExportOptions, _ encoding: AudioEncoding, levels: TakeExport.Levels,
    gain: ReplayGain?
  ) throws(FileError) -> ExportJob {
    var notices: [ExportNotice] = []
    let track = try take.track.map { (reference) throws(FileError) in
      try self.track(reference, options.track, &notices)
    }
    let rate = try rate(of: take, options, encoding.format)
    let tags = track.flatMap { try? sources.tags.read($0.path) }
    var levels = levels
    levels.mixer.describe(plugins(of: levels.mixer, rate, &notices))
    var export = TakeExport(
      take, track: track, rate: rate, levels: levels, replayGain: gain ?? tags?.replayGain)
    (export.range, export.tail, export.folder) = (
      options.range, options.tail, options.folder ?? sources.takes
    )
    export.transposition = options.transposition
    if case .given(let parts) = options.parts { export.parts = parts }
    let preparation = self.preparation(take, track, options)
    // What the song lacks is known when its parts are prepared.
    let unknown = export.unknownLanes.filter { preparation == nil || !Lane(Lane.ID($0)).isOfSongPart }
    if !unknown.isEmpty { notices.append(.lanesUnknown(take: take.name, unknown)) }
    if let missing = take.clips(in: export.folder).first(where: { !$0.path.exists }) {
      throw FileError(.notFound, missing.path.shown, detail: "the recorded sound of a layer")
    }
    var output = ExportOutput(path: options.path, encoding: encoding)
    (output.replaces, output.wantsStems) = (options.replaces, options.wantsStems)
    (output.loudness, output.isMeasured) = (options.loudness, options.isMeasured)
    output.part = options.part
    let description = ExportTags(take, tags)
    output.texts = description.texts
    let pads = kit(of: take, rate, &export, &notices)
    let work = ExportJob.Work.sound(export, output, pads, tools(description, track))
    var job = ExportJob(work: work, path: options.path, notices: notices)
    job.preparation = preparation
    return job
  }

  /// Finds the plug-ins of a mixer that are not known yet.
  private func plugins(
    of mixer: MixGraph, _ rate: SampleRate, _ notices: inout [ExportNotice]
  ) -> [PluginRequest: UnitDescription] {
    var found: [PluginRequest: UnitDescription] = [:]
    for request in mixer.unknownPlugins.sorted(by: { $0.unit < $1.unit }) {
      do throws(UnitRefusal) { found[request] = try sources.plugin(request, rate) } catch {
        notices.append(.pluginRefused(request.unit, error))
      }
    }
    return found
  }

  private func rate(
    of take: Take, _ options: ExportOptions, _ format: AudioFileFormat
  ) throws(FileError) -> SampleRate {
    guard let rate = options.rate else { return format.accepted(near: take.frameRate) }
    if format.accepts(rate) { return rate }
    let nearest = format.accepted(near: rate).hertz
    throw FileError(
      .unsupported, options.path.shown,
      detail: "\(format.rawValue) has no rate of \(rate.hertz) Hz, but \(nearest)")
  }

  private func tools(_ tags: ExportTags, _ track: TrackLocation?) -> ExportTools {
    var tools = ExportTools(
      decoders: sources.decoders, converters: sources.converters, writers: sources.writers,
      meters: sources.meters,
      // Without a track, the writer stores all texts.
      tags: track.map { TrackTagging(sources.tags, tags.properties, pictureOf: $0.path) })
    tools.stretchers = sources.stretchers
    return tools
  }

  // MARK: The kit

  private func kit(
    of take: Take, _ rate: SampleRate, _ export: inout TakeExport, _ notices: inout [ExportNotice]
  ) -> [PadProgram.Pad] {
    let loader = KitLoader(decoders: sources.decoders, converters: sources.converters, memory: nil)
    guard let kit = readKit(take, &notices) else { return [] }
    // The hash is computed from the files of all samples.
    export.knowsSamples =
      kit.name == take.kit?.name || take.kit?.hash.map { $0 == kit.contentHash() } ?? false
    var played = kit.withTomCopies.withRoom(sources.room(kit))
    let struck = Set(take.layers.flatMap(\.hits.pads))
    played.pads.removeAll { !struck.contains($0.number) }
    let (pads, warnings) = loader.load(played, rate: rate)
    if let first = warnings.first {
      notices.append(.samplesMissing(kit: kit.name, count: warnings.count, first.error))
    }
    return pads
  }

  private func readKit(_ take: Take, _ notices: inout [ExportNotice]) -> Kit? {
    guard let reference = take.kit else { return sources.ownKit.flatMap { try? KitReader.read($0).kit } }
    // The kit may have been moved since the take was recorded.
    let path = reference.path.exists ? reference.path : sources.kit(reference.name) ?? reference.path
    do throws(FileError) {
      return try KitReader.read(path, unpackingInto: sources.kitCache).kit
    } catch {
      notices.append(.kitReplaced(name: reference.name, error))
      return sources.ownKit.flatMap { try? KitReader.read($0).kit }
    }
  }
}

/// An export that is prepared. It renders with an engine of its own, so a player that plays meanwhile is not disturbed.
package struct ExportJob: Sendable {
  enum Work: Sendable {
    case sound(TakeExport, ExportOutput, [PadProgram.Pad], ExportTools)
    case midi(MIDIExport)
    case pack(TakePack)
  }

  let work: Work
  let path: FilePath
  package let notices: [ExportNotice]
  /// The mixer of the sound; nil for a file without sound.
  package fileprivate(set) var mixer: ExportedMixer?
  /// Prepares the parts of the track first; nil if it is heard as its file alone.
  fileprivate var preparation: PartPreparation?

  /// Renders and writes the files on the calling thread.
  ///
  /// - Parameters:
  ///   - report: receives the fraction that is done.
  ///   - isCancelled: called often.
  package func run(
    report: @escaping (Double) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
  ) throws(ExportError) -> ExportResult {
    if !path.directory.isEmpty {
      do throws(FileError) { try FileBytes.makeFolder(path.directory) } catch {
        throw .failed(error, part: nil)
      }
    }
    switch work {
    case .sound(var export, let output, let pads, let tools):
      let first = preparation == nil ? 0 : PartPreparation.share
      var shortfall: ExportShortfall?
      if let preparation {
        (export.parts, shortfall) = try preparation.prepare(
          report: { report(first * $0) }, isCancelled: isCancelled)
      }
      var exporter = TakeExporter(
        export, to: output, pads: pads, tools: tools, report: { report(first + (1 - first) * $0) },
        isCancelled: isCancelled)
      var result = try exporter.run()
      if let shortfall { result.shortfalls.append(shortfall) }
      return result
    case .midi(let export): return ExportResult(files: [try export.run()])
    case .pack(let export): return ExportResult(files: [try export.run(isCancelled: isCancelled)])
    }
  }
}
