import Application
import AudioBase
import Controls
import Dubbing
import SystemBase

/// Messages about the marks and the pitch of songs, in one line each.
package enum SongText {
  static func sentence(_ notice: SongNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .set(let name, let span, isNew: true): "marked \(shown(name)): \(text(span))"
    case .set(let name, let span, isNew: false): "moved the mark \(shown(name)): \(text(span))"
    case .renamed(let from, let to): "the mark \(shown(from)) is called \(shown(to)) now"
    case .removed(let name): "removed the mark \(shown(name))"
    case .reached(let name, let span): "\(shown(name)): \(text(span))"
    case .turned(let direction, let names):
      "\(direction.done): a change of \(names.count == 1 ? "the mark" : "the marks") "
        + names.map(shown).joined(separator: ", ")
    case .transposed(let transposition): pitch(transposition)
    case .pitchTurned(let direction, let transposition): "\(direction.done): \(pitch(transposition))"
    case .key(let notice): key(notice)
    case .foundElsewhere(marks: 0): "the tempo of this song is that of another file with the same sound"
    case .foundElsewhere(let marks):
      "found \(ShownText.count(marks, "mark", "marks")) of this song with another file of the same sound"
    case .drums(let notice): sentence(notice)
    case .parts(let notice): sentence(notice)
    case .noTrack: "there is no track that could have marks: play one"
    case .noMarks: "this song has no marks: \(keys.key(.request(.place(.here)))) marks a place"
    case .unknown(let name):
      "this song has no mark \(shown(name)): \(keys.key(.request(.place(.list)))) lists its marks"
    case .nameIsTaken(let name): "another mark is called \(shown(name)): choose another name"
    case .invalidName(let name):
      "\"\(shown(name))\" is no name of a mark: choose one without =, but not here, next, previous, list or last"
    case .tooMany: "no mark was added: this song has \(Song.mostMarks), so remove one first"
    case .needsLoop(let name):
      "nothing is repeated: set a loop first, or name bars, as in :section \(shown(name)) 17-24"
    case .noLastLoop:
      "nothing was repeated in this song yet: \(keys.key(.request(.loop(.start)))) begins a loop"
    case .isPlace(let name):
      "\(shown(name)) is a place without an end: :section \(shown(name)) 17-24 makes it a section"
    case .noNeighbour(forward: true): "no mark follows"
    case .noNeighbour(forward: false): "no mark is before this place"
    case .bars(let notice): TakeText.sentence(.bars(notice), keys)
    }
  }

  /// Returns `transposed by -5 semitones`, or that the song is not transposed.
  static func pitch(_ transposition: Transposition) -> String {
    if transposition == .none { return "the song has its own pitch" }
    let isOne = transposition.cents.magnitude == 100
    return "transposed by \(transposition.text) \(isOne ? "semitone" : "semitones")"
  }

  private static func key(_ notice: SongNotice.Key) -> String {
    switch notice {
    case .finding: "listening to the whole song for its key; the command again ends that"
    case .cancelled: "the key is not searched any more"
    case .found(let found): "the song is in \(text(found))"
    case .isInTune(let found): "the song is in tune with A = 440 Hz: \(text(found))"
    case .none: "the song has no tones by which its key could be found"
    case .noTrack: "no track is open whose key could be found: play one"
    case .isFromNetwork: "the key of a track from the network is not searched: play a file on this computer"
    case .failed(let error): "cannot find the key: \(ErrorText.sentence(error, while: .reading))"
    }
  }

  /// Returns `A minor, tuned to A = 443.1 Hz (+12 cents)`.
  package static func text(_ found: FoundKey) -> String {
    let tenths = Int((4_400 * Transposition(cents: found.tuning).factor).rounded())
    let cents = found.tuning == 0 ? "" : " (\(found.tuning > 0 ? "+" : "")\(found.tuning) cents)"
    return "\(found.key.name), tuned to A = \(tenths / 10).\(tenths % 10) Hz\(cents)"
  }

  private static func sentence(_ notice: SongDrumsNotice) -> String {
    switch notice {
    case .finding(let percent): "finding the drums of the song" + (percent.map { ": \($0) %" } ?? "")
    case .found(let counts, let isGuess):
      (isGuess ? "this song may have drums: maybe " : "found ")
        + ShownText.count(counts.reduce(0, +), "hit", "hits") + ", "
        + zip(counts, SongDrum.allCases).map { "\($0) \($1.rawValue)" }.joined(separator: ", ")
        + "; :drums layer adds them to the take"
    case .added(let hits, let take):
      "added \(ShownText.count(hits, "hit", "hits")) of the song to \(shown(take)) as a layer"
    case .noTrack: "there is no track whose drums could be found: play one"
    case .isFromNetwork:
      "the drums of a track from the network are not searched: play a file on this computer"
    case .none(.silent): "no drums found: the track is silent"
    case .none(.short): "no drums found: the track is shorter than 5 seconds"
    case .none(.noHits): "no drums found: the sound of the track has no hits of drums"
    case .cancelled: "the drums were not found: the search was cancelled"
    case .failed(let error): ErrorText.sentence(error, while: .reading)
    case .notFound: "the drums of this song are not known yet: :drums find finds them"
    case .noPads(let kit): "no hit was added: the kit \(shown(kit)) has no pad for the drums of the song"
    }
  }

  private static func shown(_ name: String) -> String { FilePath(name).shown }

  /// Returns `01:02`, or `00:32–00:48, bars 17–24`.
  static func text(_ span: SongNotice.Span) -> String {
    span.to == nil ? ShownText.clock(span.from) : TakeText.range(span.from, span.to, span.bars) ?? ""
  }
}
