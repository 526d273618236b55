import AudioBase
import Dubbing
import SystemBase
import TakeExchange

/// The form in which a take is exported. A value.
package struct ExportForm: Hashable, Sendable {
  package enum Field: String, Hashable, Sendable, CaseIterable {
    /// A file format, and optionally a sample format: `wav`, `flac s16`, `mid`, `pack`.
    case format
    /// The range as `TakeExport.Range` reads it; empty for the whole track.
    case range
    /// The stems: `yes` or `no`.
    case stems
    /// LUFS; empty leaves the levels as they are.
    case loudness
    /// `take`, `current`, or the name of a mixer.
    case mixer
    /// The path of the file.
    case target
  }

  var isStarted = false
  package let take: Take
  package private(set) var texts: [Field: String]
  package private(set) var selection = Field.format
  /// The field whose text is not valid, once that was noticed.
  package private(set) var invalid: Field?

  /// Creates the form for a take, which is exported to a folder unless the user names another place.
  package init(_ take: Take, in folder: FilePath) {
    self.take = take
    let target = folder.appending(ExportOptions.fileName(of: take, .wav))
    texts = [
      .format: "wav", .range: "", .stems: "no", .loudness: "", .mixer: "take",
      .target: target.text ?? target.shown,
    ]
  }

  package var text: String { texts[selection] ?? "" }

  package mutating func move(to row: Int) {
    let fields = Field.allCases
    selection = fields[min(max(row, 0), fields.count - 1)]
  }

  package var selectedRow: Int { Field.allCases.firstIndex(of: selection) ?? 0 }

  /// Replaces the text of the selected field. Another format changes the extension of the target.
  package mutating func type(_ text: String) {
    if isStarted { return }
    let before = chosen?.fileExtension
    texts[selection] = text
    if invalid == selection { invalid = nil }
    guard selection == .format, let ending = chosen?.fileExtension, ending != before else { return }
    let target = FilePath(texts[.target] ?? "")
    guard AudioFileFormat(name: target) != nil || ExportFormat.isMIDI(target) || ExportFormat.isPack(target),
      let text = target.text,
      let dot = text.lastIndex(of: ".")
    else { return }
    texts[.target] = text[..<dot] + "." + ending
  }

  /// The format that was typed; nil if there is no such format.
  private var chosen: ExportFormat? {
    let words = (texts[.format] ?? "").lowercased().split(separator: " ").map(String.init)
    if words == [ExportFormat.midi.fileExtension] { return .midi }
    if words == ["pack"] { return .pack }
    guard let first = words.first, words.count <= 2, let format = AudioFileFormat(rawValue: first) else {
      return nil
    }
    guard words.count == 2 else { return AudioEncoding(format).map { .sound($0) } }
    return SampleFormat(rawValue: words[1]).flatMap { AudioEncoding(format, samples: $0) }.map { .sound($0) }
  }

  /// Returns the options that the user has typed. Selects the first field whose text is not valid. Returns nil if a
  /// text is not valid.
  mutating func options() -> ExportOptions? {
    guard let chosen else { return refuse(.format) }
    let path = FilePath(texts[.target] ?? "").expandingHome
    guard !path.isEmpty, chosen.isFormat(ofName: path) else { return refuse(.target) }
    var options = ExportOptions(path: path, format: chosen)
    if let text = texts[.range], !text.isEmpty {
      options.range = TakeExport.Range(text)
      if options.range == nil { return refuse(.range) }
    }
    switch texts[.stems]?.lowercased() {
    case "yes", "y": options.wantsStems = true
    case "no", "n", "": options.wantsStems = false
    case _: return refuse(.stems)
    }
    if let text = texts[.loudness], !text.isEmpty {
      guard let loudness = Double(text), (-50 ... -5).contains(loudness) else { return refuse(.loudness) }
      options.loudness = loudness
    }
    options.mixer = ExportMixer(texts[.mixer] ?? "")
    if case .sound = chosen { return options }
    if options.wantsStems { return refuse(.stems) }
    if options.loudness != nil { return refuse(.loudness) }
    if options.mixer != .take { return refuse(.mixer) }
    if chosen == .pack, options.range != nil { return refuse(.range) }
    return options
  }

  private mutating func refuse(_ field: Field) -> ExportOptions? {
    (invalid, selection) = (field, field)
    return nil
  }
}
