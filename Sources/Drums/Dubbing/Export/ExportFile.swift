import AudioBase
import SystemBase

package enum ExportFormat: Hashable, Sendable {
  case sound(AudioEncoding)
  case midi
  /// An archive with the take, its recorded sound and its kit.
  case pack

  /// The extension of its files, without a dot.
  package var fileExtension: String {
    switch self {
    case .sound(let encoding): encoding.format.rawValue
    case .midi: "mid"
    case .pack: "tgz"
    }
  }

  package func isFormat(ofName name: FilePath) -> Bool {
    switch self {
    case .sound(let encoding): AudioFileFormat(name: name) == encoding.format
    case .midi: ExportFormat.isMIDI(name)
    case .pack: ExportFormat.isPack(name)
    }
  }

  package static func isMIDI(_ name: FilePath) -> Bool { ["mid", "midi"].contains(name.fileExtension) }

  package static func isPack(_ name: FilePath) -> Bool { ["tgz", "gz"].contains(name.fileExtension) }
}

package struct ExportOutput: Sendable {
  /// The file of the mix; the names of stems are made from it.
  package var path: FilePath
  package var encoding: AudioEncoding
  package var replaces = false
  package var wantsStems = false
  /// The part that is exported to `path`; a part of the mix has no stems.
  package var part = MixPart.mix
  /// The loudness of the mix in LUFS; nil leaves the levels as they are.
  package var loudness: Double?
  /// Whether loudness and peak are measured although no loudness is wanted.
  package var isMeasured = false
  package var texts = FileTexts()

  package init(path: FilePath, encoding: AudioEncoding) { (self.path, self.encoding) = (path, encoding) }

  /// Returns the file of a part, such as `mix.wav`, `mix-music.wav`, `mix-layer-2.wav` or `mix-pad-7.wav`.
  package func path(of part: MixPart) -> FilePath {
    if part == self.part { return path }
    let suffix: String
    switch part {
    case .mix: suffix = "-mix"
    case .music: suffix = "-music"
    case .layer(let id): suffix = "-layer-\(id)"
    case .pad(let number): suffix = "-pad-\(number)"
    case .instrument: suffix = "-instrument"
    case .pads: suffix = "-pads"
    }
    let name = path.lastComponent.bytes
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    let file = FilePath(bytes: name[..<dot] + Array(suffix.utf8) + name[dot...])
    return path.directory.isEmpty ? file : path.directory.appending(file)
  }
}

package struct ExportedFile: Hashable, Sendable {
  package var path: FilePath
  package var part: MixPart
  package var format: ExportFormat
  /// The sample rate; that of the take for a MIDI file.
  package var rate: SampleRate
  package var length: FrameCount
  /// dBTP; nil if it was not measured, or for silence.
  package var peak: Double?
  /// LUFS; nil if it was not measured, or for silence.
  package var loudness: Double?
  /// The largest reduction of the limiter in dB.
  package var reduction = 0.0
  /// The reason why tags or the picture are missing.
  package var tagProblem: FileError?
}

package struct ExportResult: Hashable, Sendable {
  package var files: [ExportedFile] = []
  /// The reason why the music ended before its end.
  package var problem: FileError?
  /// What the complete files lack of what was asked for.
  package var shortfalls: [ExportShortfall] = []

  package init(files: [ExportedFile] = []) { self.files = files }
}

package enum ExportError: Error, Hashable, Sendable {
  /// The user has cancelled it; nothing is left of the file that was being written.
  case cancelled
  /// The file could not be written.
  ///
  /// - Parameter part: what was written of the file so far; nil if nothing was.
  case failed(FileError, part: FilePath?)
  /// The drums of the track cannot be separated.
  case noDrumParts(DrumPartsResult.Refusal, FilePath)
}

package protocol FileTagging: Sendable {
  /// Adds the tags and the picture of the track to a file that is complete but for its name.
  func addTags(to path: FilePath) throws(FileError)
}

/// The other parts of the program that an export needs. They are used on the thread of the export.
package struct ExportTools: Sendable {
  package var decoders: any DecoderOpening
  package var converters: any RateConverterMaking
  package var writers: any AudioWriterMaking
  package var meters: LoudnessMeterMaker
  /// Makes what transposes the music; nil: it keeps its pitch.
  package var stretchers: (any TimeStretcherMaking)?
  /// Nil if the writers have stored all texts.
  package var tags: (any FileTagging)?

  package init(
    decoders: any DecoderOpening, converters: any RateConverterMaking, writers: any AudioWriterMaking,
    meters: @escaping LoudnessMeterMaker, tags: (any FileTagging)? = nil
  ) {
    (self.decoders, self.converters, self.writers) = (decoders, converters, writers)
    (self.meters, self.tags) = (meters, tags)
  }

  /// Returns the duration of a track in seconds; nil if its file does not state it.
  func duration(of track: TrackLocation) throws(FileError) -> Double? {
    let format = try decoders.open(track.path).format
    guard let length = format.length else { return nil }
    let whole = length.seconds(at: format.sampleRate)
    guard let section = track.section else { return whole }
    return section.duration ?? max(whole - section.start.seconds, 0)
  }
}
