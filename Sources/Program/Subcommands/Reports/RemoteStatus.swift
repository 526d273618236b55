import AudioBase
import Configuration
import Remote
import SystemBase

/// The state that a player reports: the answers to `status` and `currentsong`.
struct RemoteStatus: JSONRepresentable {
  enum Form: Equatable {
    case text, json
    case format(LineTemplate<RemoteStatusField>)

    /// Whether a line changes with each second of the music.
    var showsTime: Bool {
      guard case .format(let template) = self else { return false }
      return template.has([.elapsed, .remaining, .percent, .bar, .chapter, .chaptertitle])
    }

    /// Whether a line has something that only the file of the track states.
    var showsFile: Bool {
      switch self {
      case .text: false
      case .json: true
      case .format(let template): template.has([.composer])
      }
    }
  }

  private var values: [String: String] = [:]

  /// Asks a player for its status. `wantsFile`: whether the tags of the file are read too.
  package init(_ client: RemoteClient, wantsFile: Bool = false) throws(RemoteClientError) {
    for (name, value) in try client.send(MPDLine("status")) { values[name] = value }
    // A tag with several values has several lines.
    for (name, value) in try client.send(MPDLine("currentsong")) {
      let name = "song.\(name)"
      values[name] = values[name].map { "\($0), \(value)" } ?? value
    }
    for (name, value) in try client.send(MPDLine("outputs")) where name == "outputname" {
      values["output"] = value
    }
    for (name, value) in try client.send(MPDLine("kit")) where !value.isEmpty { values[name] = value }
    for (name, value) in try client.send(MPDLine("details")) { values[name] = value }
    try addTake(client)
    try addSong(client, wantsFile: wantsFile)
  }

  /// Adds what the library and the file state of the song; both may not have it.
  private mutating func addSong(_ client: RemoteClient, wantsFile: Bool) throws(RemoteClientError) {
    guard let file = values["song.file"] else { return }
    let sticker = MPDLine("sticker", ["get", "song", file, "rating"])
    for (_, value) in try RemoteStatus.answer(sticker, client) where value.hasPrefix("rating=") {
      values["rating"] = Int(value.dropFirst(7)).flatMap { TrackRating(sticker: $0) }.map { "\($0.stars)" }
    }
    guard wantsFile else { return }
    for (name, value) in try RemoteStatus.answer(MPDLine("readcomments", [file]), client)
    where name.uppercased() == "COMPOSER" {
      values["composer"] = values["composer"].map { "\($0), \(value)" } ?? value
    }
  }

  /// Sends a command that the player may refuse.
  private static func answer(
    _ line: MPDLine, _ client: RemoteClient
  ) throws(RemoteClientError) -> RemoteClient.Pairs {
    do throws(RemoteClientError) {
      return try client.send(line)
    } catch {
      if case .refused = error { return [] }
      throw error
    }
  }

  /// Adds the current take, and whether hits are recorded.
  private mutating func addTake(_ client: RemoteClient) throws(RemoteClientError) {
    var take: String?
    // A player that drums over another one has no takes.
    for (name, value) in try RemoteStatus.answer(MPDLine("take", ["list"]), client) {
      switch name {
      case "recording": values[name] = value
      case "take": take = value
      case "current": if value == "1" { values["take"] = take }
      default: break
      }
    }
  }

  /// Creates a status from the answers of the player. `values`: the lines of the answers; those of the song begin
  /// with `song.`.
  package init(values: [String: String]) { self.values = values }

  /// The milliseconds until the elapsed time has another second; nil while it stands still.
  var nextSecond: Int32? {
    guard values["state"] == "play", let elapsed else { return nil }
    return Int32((1 - elapsed.truncatingRemainder(dividingBy: 1)) * 1_000) + 5
  }

  /// Whether music is heard, or a stream that is to play is awaited.
  var isPlaying: Bool { values["state"] == "play" || values["waiting"] != nil }
  /// The tracks of the queue.
  var length: Int { values["playlistlength"].flatMap { Int($0) } ?? 0 }
  /// The position of the current track in the queue, from 0.
  var position: Int? { values["song"].flatMap { Int($0) } }

  private var elapsed: Double? { seconds(values["elapsed"]) }
  private var duration: Double? { seconds(values["duration"] ?? values["song.duration"]) }

  private func seconds(_ text: String?) -> Double? {
    text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  private var state: String {
    values["waiting"]
      ?? ["play": "playing", "pause": "paused", "stop": "stopped"][values["state"] ?? ""] ?? "unknown"
  }

  private var title: String? {
    values["song.Title"] ?? values["song.Name"]
      ?? values["song.file"].map { FilePath($0).lastComponent.shown }
  }

  package func line(_ form: Form) -> String {
    switch form {
    case .json: return JSONReport.text(self)
    case .format(let template): return template.line { PrintedText.escaped(value($0)) }
    case .text:
      let name = [values["song.Artist"], title].compactMap(\.self).joined(separator: " – ")
      let times = [elapsed, duration].compactMap { $0.map(ClockText.text) }.joined(separator: "/")
      let place = position.map { "\($0 + 1) of \(length)" } ?? ""
      let volume = values["volume"].map { "volume \($0)%" } ?? ""
      return PrintedText.escaped(
        ([state] + [name, times, place, volume].filter { !$0.isEmpty }).joined(separator: "  "))
    }
  }

  private var year: String? {
    values["song.Date"].flatMap { date in
      let digits = date.prefix(4)
      return digits.utf8.count == 4 && digits.allSatisfy(\.isNumber) ? String(digits) : nil
    }
  }

  private var remaining: Double? {
    guard let elapsed, let duration else { return nil }
    return max(duration - elapsed, 0)
  }

  private func value(_ field: RemoteStatusField) -> String {
    switch field {
    case .state: state
    case .title: title ?? ""
    case .year: year ?? ""
    case .elapsed: elapsed.map(ClockText.text) ?? ""
    case .duration: duration.map(ClockText.text) ?? ""
    case .remaining: remaining.map(ClockText.text) ?? ""
    case .percent: percent.map { "\($0)" } ?? ""
    case .position: position.map { "\($0 + 1)" } ?? ""
    case .count: "\(length)"
    default: values[RemoteStatus.keys[field] ?? field.rawValue] ?? ""
    }
  }

  /// The keys of the values of fields, where they have other names.
  private static let keys: [RemoteStatusField: String] = [
    .artist: "song.Artist", .album: "song.Album", .albumartist: "song.AlbumArtist", .track: "song.Track",
    .disc: "song.Disc", .date: "song.Date", .genre: "song.Genre", .file: "song.file", .shuffle: "random",
    .crossfade: "xfade",
  ]

  private var percent: Int? {
    guard let elapsed, let duration, duration > 0 else { return nil }
    return Int(min(max(elapsed / duration * 100, 0), 100).rounded())
  }

  var json: JSONValue {
    func number(_ key: String) -> Int? { values[key].flatMap { Int($0) } }
    var object: JSONObject = [
      "state": state, "elapsed": elapsed, "duration": duration, "volume": number("volume"),
      "percent": percent, "position": position.map { $0 + 1 }, "count": length,
      "repeat": values["repeat"] == "1", "shuffle": values["random"] == "1",
      "single": values["single"] != "0", "consume": values["consume"].map { $0 != "0" },
      "recording": values["recording"] == "1", "crossfade": number("xfade"),
      "year": year.flatMap { Int($0) }, "remaining": remaining, "bitrate": number("bitrate"),
    ]
    for (name, key) in [
      ("title", "song.Title"), ("artist", "song.Artist"), ("album", "song.Album"),
      ("albumArtist", "song.AlbumArtist"), ("track", "song.Track"), ("disc", "song.Disc"),
      ("date", "song.Date"), ("genre", "song.Genre"), ("file", "song.file"),
      ("audio", "audio"), ("output", "output"), ("kit", "kit"), ("take", "take"), ("error", "error"),
      ("composer", "composer"), ("chapterTitle", "chaptertitle"),
    ] {
      object.append(name, values[key])
    }
    for name in ["bar", "chapter", "chapters", "rating"] { object.append(name, number(name)) }
    for name in ["bpm", "speed"] { object.append(name, seconds(values[name])) }
    return .object(object)
  }
}
