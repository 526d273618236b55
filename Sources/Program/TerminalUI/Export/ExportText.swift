import Application
import AudioBase
import Controls
import Dubbing
import SystemBase
import TakeExchange

package enum ExportText {
  package static func sentence(_ error: ExportError) -> String {
    switch error {
    case .cancelled: return "the export was cancelled"
    case .failed(let error, let part):
      let sentence = ErrorText.sentence(error, while: .exporting)
      return part.map { "\(sentence); the unfinished file is \($0.shown)" } ?? sentence
    case .noDrumParts(let refusal, let path): return DrumPartsText.sentence(refusal, of: path)
    }
  }

  /// Returns the sentence for an export that cannot begin.
  ///
  /// - Parameter error: of the preparation, before anything is rendered.
  package static func sentence(_ error: FileError) -> String {
    let way = error.code == .notFound ? "; name the file of the track by --track" : ""
    return ErrorText.sentence(error, while: .exporting) + way
  }

  package static func sentence(_ notice: ExportNotice) -> String {
    switch notice {
    case .trackChanged(let path):
      return
        "\(path.shown) has changed since the take was recorded: the hits may no longer fit the music"
    case .kitReplaced(let name, let error):
      return "cannot read the kit \(FilePath(name).shown): \(ErrorText.reason(error)); DrumDub is used"
    case .samplesMissing(let kit, let count, let error):
      let samples = ShownText.count(count, "sample", "samples")
      return "\(samples) of the kit \(FilePath(kit).shown) cannot be read: \(error.subject): "
        + ErrorText.reason(error)
    case .pluginRefused(let name, let refusal):
      return MixerText.sentence(.pluginRefused(name, refusal), .empty)
    case .lanesUnknown(let take, let addresses):
      let values = addresses.map { FilePath($0).shown }.joined(separator: ", ")
      return "\(FilePath(take).shown): lanes of \(values) are not played: the mixer has no such value"
    case .kitNotPacked(let name):
      return
        "the kit \(FilePath(name).shown) is not in the pack: it is missing or from a SoundFont; send it separately"
    case .trackNotSigned(let path):
      return
        "\(path.shown) cannot be read or its sound has changed: the pack has no signature of it, so the song must be "
        + "chosen at the import"
    case .songNotPacked(let error):
      return "the marks of the song are not in the pack: \(ErrorText.sentence(error, while: .reading))"
    }
  }

  /// Returns what a message says of the mixer: `with the mixer of the take`.
  package static func words(_ mixer: ExportedMixer) -> String {
    switch mixer {
    case .take: "with the mixer of the take"
    case .dry: "dry, since the take has no mixer"
    case .current: "with the current mixer"
    case .named(let name): "with the mixer \(FilePath(name).shown)"
    }
  }

  package static func sentence(_ shortfall: ExportShortfall) -> String {
    switch shortfall {
    case .loudness(let target, let reached, let limit):
      let reached = reached.map { "the mix has \(ShownText.tenths($0)) LUFS" } ?? "the mix has no loudness"
      return "\(reached), not the wanted \(ShownText.decimal(target)): \(words(limit))"
    case .parts(let names, let missing):
      let parts = names.map(shown).joined(separator: ", ")
      return "the level of \(parts) of the song is not applied: \(words(missing))"
    case .stems(let difference, let units, let limiter):
      let names = units.map { "\(FilePath($0.title).shown) of \(FilePath($0.bus.name).shown)" }
      let causes = [
        names.isEmpty
          ? nil
          : "\(names.joined(separator: ", ")) \(names.count == 1 ? "treats" : "treat") each stem by itself",
        limiter.value > 0
          ? "the limiter lowered the mix by up to \(ShownText.tenths(limiter.value)) dB" : nil,
      ].compactMap(\.self)
      let cause =
        causes.isEmpty
        ? "an instrument or the kit sounds otherwise in them" : causes.joined(separator: ", and ")
      let ways = [
        names.isEmpty ? nil : "bypass \(names.count == 1 ? "it" : "them")",
        limiter.value > 0 ? "lower the levels, or the loudness" : nil,
      ].compactMap(\.self)
      return "the stems do not add up to the mix, by \(ShownText.tenths(difference.value)) dB: \(cause)"
        + (ways.isEmpty ? "" : "; \(ways.joined(separator: ", and ")) for stems that do")
    }
  }

  /// Returns why parts of a song are missing, and how to get them.
  private static func words(_ missing: ExportShortfall.MissingParts) -> String {
    switch missing {
    case .unknown(let known):
      "the song has no such part" + (known.isEmpty ? "" : ", but \(known.map(shown).joined(separator: ", "))")
        + "; in the player, :stems PLACE names a folder or a file that has it"
    case .stems(let result): SongText.sentence(SongPartsNotice(result))
    case .refused(let refusal): DrumPartsText.reason(refusal)
    case .failed(let error): ErrorText.sentence(error, while: .reading)
    }
  }

  private static func shown(_ part: String) -> String { FilePath(part).shown }

  private static func words(_ limit: ExportShortfall.LoudnessLimit) -> String {
    switch limit {
    case .silence: "it is silent, or shorter than 0.4 s"
    case .peaks: "the limiter keeps its peaks low; choose a lower loudness"
    case .gain: "it would need more than 60 dB of gain; raise the levels of the take"
    case .unsteady: "it does not sound the same each time that it is rendered"
    }
  }

  package static func sentence(tagProblem error: FileError) -> String {
    "\(error.subject) lacks some tags, and the picture: \(ErrorText.reason(error))"
  }

  package static func sentence(_ message: ExportMessage) -> String {
    switch message {
    case .notice(let notice): sentence(notice)
    case .finished(let path, let count, let mixer):
      "exported to \(path.shown)" + (count == 1 ? "" : " and \(count - 1) more files")
        + (mixer.map { ", \(words($0))" } ?? "")
    case .endedEarly(let error): ErrorText.sentence(error, while: .decoding)
    case .tagsMissing(let error): sentence(tagProblem: error)
    case .fallsShort(let shortfall): sentence(shortfall)
    case .refused(let error): ErrorText.sentence(error, while: .exporting)
    case .failed(.failed(let error, _)) where error.code == .exists:
      "\(error.subject) exists: choose another name"
    case .failed(let error): sentence(error)
    case .noTake: "there is no take with hits to export: record one, or select a track that has one"
    }
  }

  // MARK: The form

  /// Returns the name of a field, and what it accepts.
  static func words(_ field: ExportForm.Field) -> (name: String, expected: String) {
    switch field {
    case .format: ("Format", "wav flac aiff ogg opus mp3, also s16 s24 float; mid; pack: take and kit")
    case .range: ("Range", "a part of the track, such as 0:30-1:30 or 0:30-; empty: all; not for pack")
    case .stems: ("Stems", "yes: also music, layers and pads in files; not for mid and pack")
    case .loudness: ("Loudness", "-50 to -5 LUFS, as -14; empty keeps the levels; not for mid and pack")
    case .mixer: ("Mixer", "take, current, or the name of a saved one; not for mid and pack")
    case .target: ("File", "the file to write; its name ends as the format says")
    }
  }

  fileprivate static func progress(_ fraction: Double) -> String {
    "\(ShownText.bar(Int(fraction * 40), of: 40)) \(Int(fraction * 100)) %"
  }
}

extension FormContent {
  /// - Parameter progress: the fraction that is done; nil before the export.
  package init(_ form: ExportForm, progress: Double? = nil) {
    let rows = ExportForm.Field.allCases.map { field in
      Row(
        name: ExportText.words(field).name, text: form.texts[field] ?? "",
        kind: form.invalid == field ? .invalid : .usual)
    }
    self.init(
      heading: "Export \(FilePath(form.take.name).shown)", rows: rows, selection: form.selectedRow,
      note: progress.map(ExportText.progress) ?? ExportText.words(form.invalid ?? form.selection).expected)
  }
}
