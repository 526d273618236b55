import AudioBase
import Documents
import SystemBase

/// The content of a CUE sheet, parsed line by line without access to other files.
///
/// Text before the first track belongs to the album, text after it to the track; a `FILE` command begins the
/// text of an album again. An index belongs to the last file and the last track: a track may have index 0 at
/// the end of one file and index 1 in the next. Some programs state such a track once more after the next FILE.
struct CueSheet {
  struct Track {
    let line: Int
    let number: Int?
    let isAudio: Bool
    var title: String?
    var performer: String?
    let album: String?
    let albumPerformer: String?
    var remarks: CueRemarks
    var indexes: [(number: Int, file: Int, time: DiscTime)] = []

    /// Whether a track that is stated again with its other indexes is this one.
    var awaitsIndex: Bool { indexes.allSatisfy { $0.number == 0 } }

    /// The start of the track: index 1, else the lowest index above 1, else index 0.
    var start: (number: Int, file: Int, time: DiscTime)? {
      indexes.filter { $0.number >= 1 }.min { $0.number < $1.number } ?? indexes.first
    }
  }

  struct File {
    let name: ArraySlice<UInt8>
    let line: Int
    /// Whether the file has raw sectors of a disc without a header.
    let isRaw: Bool
  }

  private(set) var files: [File] = []
  private(set) var tracks: [Track] = []
  private(set) var warnings: [PlaylistWarning] = []
  /// The title of the first album.
  private(set) var title: String?
  private var album: String?
  private var albumPerformer: String?
  private var albumRemarks = CueRemarks()
  private var isInTrack = false
  private var rules = CueRules()
  private var fileNames: Set<ArraySlice<UInt8>> = []
  /// The last index of the last file, and the last start of a track in it.
  private var lastTime: DiscTime?
  private var lastStart: DiscTime?

  private static let mostFlaws = 100
  private var flawCount = 0

  init(_ text: borrowing EncodedText) {
    var lines = PlaylistLines(text.bytes)
    while let line = lines.next(&warnings) {
      guard tracks.count < PlaylistReader.entryLimit else {
        warn(.tooManyEntries, lines.number)
        break
      }
      apply(CueLine(line), text, lines.number)
    }
    closeTrack()
    let used = Set(tracks.flatMap { $0.indexes.map(\.file) })
    for (index, file) in files.enumerated() where !used.contains(index) { note(.unusedFile, file.line) }
    if tracks.isEmpty { note(.noTracks, 1) }
  }

  private mutating func apply(_ line: CueLine, _ text: borrowing EncodedText, _ number: Int) {
    if let flaw = rules.flaw(of: line) { note(flaw, number) }
    switch line.command {
    case .file: file(line, number)
    case .track: track(line, number)
    case .index: index(line, number)
    case .title: name(line, text, \.title, \.album)
    case .performer: name(line, text, \.performer, \.albumPerformer)
    case .rem: remark(line, text)
    case .songwriter, .catalog, .cdtextfile, .flags, .isrc, .pregap, .postgap: break
    case nil: if !line.isEmpty { warn(.notUnderstood, number) }
    }
  }

  private mutating func file(_ line: CueLine, _ number: Int) {
    (isInTrack, lastTime, lastStart) = (false, nil, nil)
    if line.fileName.isEmpty { warn(.noLocation, number) }
    files.append(
      File(name: line.fileName, line: number, isRaw: ["binary", "motorola"].contains(line.fileKind)))
  }

  private mutating func track(_ line: CueLine, _ number: Int) {
    isInTrack = true
    let ordinal = line.words.first.flatMap { ASCIIText.number($0) }
    if let last = tracks.last, let ordinal, last.number == ordinal, last.awaitsIndex {
      return note(.trackAgain, number)
    }
    closeTrack()
    if !(1...99).contains(ordinal ?? 0) {
      note(.trackNumber, number)
    } else if let last = tracks.last?.number, ordinal != last + 1 {
      note(.trackOrder, number)
    }
    let kind = line.words.count > 1 ? ASCIIText.lowercased(line.words[1]) : "audio"
    tracks.append(
      Track(
        line: number, number: ordinal, isAudio: kind == "audio" || !CueRules.trackKinds.contains(kind),
        album: album, albumPerformer: albumPerformer, remarks: albumRemarks))
  }

  /// Checks the indexes of the last track.
  private mutating func closeTrack() {
    if let track = tracks.last, let start = track.start, start.number != 1 {
      note(.noFirstIndex, track.line)
    }
  }

  private mutating func remark(_ line: CueLine, _ text: borrowing EncodedText) {
    guard let (name, bytes, _) = line.remark else { return }
    let value = text.string(bytes)
    if isInTrack {
      tracks[tracks.count - 1].remarks.set(name, value)
    } else {
      albumRemarks.set(name, value)
    }
  }

  private mutating func index(_ line: CueLine, _ number: Int) {
    guard !tracks.isEmpty, line.words.count >= 2, let index = ASCIIText.number(line.words[0]) else {
      return warn(.notUnderstood, number)
    }
    guard !files.isEmpty else { return warn(.noFile, number) }
    guard let time = CueSheet.time(line.words[1]) else { return warn(.badTime, number) }
    isInTrack = true
    checkOrder(index, time, number)
    tracks[tracks.count - 1].indexes.append((index, files.count - 1, time))
  }

  /// Checks an index against those before it.
  private mutating func checkOrder(_ index: Int, _ time: DiscTime, _ number: Int) {
    if let last = tracks.last?.indexes.last, index != last.number + 1 { note(.indexOrder, number) }
    if let last = lastTime {
      if time < last || index == 1 && time == lastStart { note(.timeOrder, number) }
    } else if let file = files.last, fileNames.insert(file.name).inserted, time.frames > 0 {
      note(.fileStart, number)
    }
    lastTime = time
    if index == 1 { lastStart = time }
  }

  private mutating func name(
    _ line: CueLine, _ text: borrowing EncodedText, _ ofTrack: WritableKeyPath<Track, String?>,
    _ ofAlbum: WritableKeyPath<CueSheet, String?>
  ) {
    let value = text.string(PlaylistLocation.trimmed(line.rest))
    guard !value.isEmpty else { return }
    if isInTrack {
      tracks[tracks.count - 1][keyPath: ofTrack] = value
    } else {
      self[keyPath: ofAlbum] = value
      if title == nil { title = album }
    }
  }

  private mutating func note(_ flaw: CueFlaw, _ line: Int) {
    guard flawCount < CueSheet.mostFlaws else { return }
    flawCount += 1
    warn(.sheet(flaw), line)
  }

  private mutating func warn(_ problem: PlaylistWarning.Problem, _ line: Int) {
    warnings.append(PlaylistWarning(line: line, problem: problem))
  }

  /// Reads a time `mm:ss:ff`, with 75 frames in a second.
  static func time(_ text: ArraySlice<UInt8>) -> DiscTime? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
      ASCIIText.number($0)
    }
    guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2],
      minutes < 600_000,
      seconds < 60, frames < DiscTime.perSecond
    else { return nil }
    return DiscTime(frames: (minutes * 60 + seconds) * DiscTime.perSecond + frames)
  }
}

/// The remarks of a CUE sheet with the names that ripping programs and ReplayGain scanners use.
struct CueRemarks {
  static let names: Set<String> = [
    "GENRE", "DATE", "DISCNUMBER", "TOTALDISCS", "REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK",
    "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK",
  ]

  private var values: [String: String] = [:]

  /// Sets a value, replacing one of the same name; unknown names are ignored.
  mutating func set(_ name: String, _ value: String) {
    if CueRemarks.names.contains(name), !value.isEmpty { values[name] = value }
  }

  /// Sets the values of an entry.
  func fill(_ entry: inout PlaylistEntry) {
    guard !values.isEmpty else { return }
    let fields = TagFields(values.map { TagField(key: $0.key, value: $0.value) })
    var track = TrackInfo(path: FilePath(bytes: []))
    fields.fill(&track)
    (entry.genre, entry.date) = (track.genre, track.date)
    (entry.discNumber, entry.discTotal) = (track.discNumber, track.discTotal)
    entry.replayGain = track.replayGain
  }
}
