import AudioBase
import Dubbing
import SystemBase
import TakeExchange

/// Messages about imported takes, in one line each.
package enum SharedTakeText {
  package static func sentence(_ summary: SharedTakeSummary) -> String {
    let name = FilePath(summary.name).shown
    guard summary.isNew else {
      return "\(name) was imported before; its id is \(summary.id)\(marks(summary))"
    }
    let hits = ShownText.count(summary.hits, "hit", "hits")
    let track = summary.track.map { " to \($0.location.path.shown)" } ?? ", without a track"
    let kit = if case .imported(let path) = summary.kit { "; its kit is \(path.shown)" } else { "" }
    return
      "imported \(name), \(hits)\(track); its id is \(summary.id)\(alignment(of: summary))\(kit)\(marks(summary))"
  }

  private static func marks(_ summary: SharedTakeSummary) -> String {
    guard case .added(let count) = summary.song else { return "" }
    return "; \(ShownText.count(count, "mark", "marks")) of its song added"
  }

  private static func alignment(of summary: SharedTakeSummary) -> String {
    guard let track = summary.track else { return "" }
    var words = ""
    if !summary.isAligned {
      words = "; it has no signature of the sound, so its offset is not known: check by ear"
    } else if abs(track.offset) >= 0.000_5 {
      let milliseconds = Int((abs(track.offset) * 1000).rounded())
      words =
        "; moved by \(milliseconds) ms, since this file begins \(track.offset < 0 ? "later" : "earlier")"
    }
    guard summary.lost > 0 else { return words }
    return "\(words); \(ShownText.count(summary.lost, "hit", "hits")) before its start left out"
  }

  /// Returns a sentence for each missing part of a stored take.
  package static func warnings(_ summary: SharedTakeSummary) -> [String] {
    let name = FilePath(summary.name).shown
    var warnings: [String] = []
    if !summary.missing.isEmpty {
      let layers = summary.missing.map { FilePath($0).shown }.joined(separator: ", ")
      warnings.append(
        "\(name): the recorded sound of \(layers) is missing, so it was left out; ask for a pack, which drumdub takes "
          + "pack makes")
    }
    switch summary.kit {
    case .present, .imported, .changed(_, 0): break
    case .failed(let error):
      warnings.append("\(name): its kit was not imported: \(ErrorText.sentence(error, while: .reading))")
    case .changed(let kit, let count):
      let pads = ShownText.count(count, "pad", "pads")
      warnings.append(
        "\(name): the kit \(FilePath(kit).shown) has no matching sound for \(pads), whose numbers are kept")
    case .missing(let kit, let nearest):
      warnings.append("\(name): its kit \(FilePath(kit).shown) is missing; \(offer(nearest))")
    }
    if case .failed(let error) = summary.song {
      warnings.append(
        "\(name): the marks of its song were not added: \(ErrorText.sentence(error, while: .reading))")
    }
    return warnings
  }

  private static func offer(_ nearest: SharedKitResult.Nearest?) -> String {
    guard let nearest else { return "drumdub kits import adds it" }
    let count = "\(nearest.matched) of \(ShownText.count(nearest.struck, "pad", "pads"))"
    return "the kit \(FilePath(nearest.name).shown) has the drums of \(count): --kit plays the take on it"
  }

  /// Returns the message about a file that may be the track of a take.
  package static func sentence(_ doubt: SharedTrackDoubt, _ track: SharedTrack) -> String {
    let file = track.location.path.shown
    switch doubt {
    case .unsigned: return "\(file) may be its track, but the take has no signature of the sound to compare"
    case .alike(let figures):
      return
        "\(file) has a similar sound, but only \(figures.found) of \(figures.compared) excerpts match (\(words(figures)))"
    }
  }

  /// Returns the message about a take whose track was not found.
  package static func sentence(_ refusal: SharedTrackRefusal, of file: FilePath) -> String {
    let start = "nothing was imported of \(file.shown):"
    switch refusal {
    case .different(let path, let figures):
      return
        "\(start) \(path.shown) is another song (\(words(figures))); drumdub takes import --track names the file of its song"
    case .notFound(let compared):
      let count = compared == 0 ? "" : " (\(compared) compared by their sound)"
      return
        "\(start) its song is not in the library\(count); drumdub scan adds folders, drumdub takes import --track names a file"
    case .unreadable(let error): return "\(start) \(ErrorText.sentence(error, while: .reading))"
    }
  }

  private static func words(_ figures: SignatureMatch.Figures) -> String {
    let percent = Int((figures.similarity * 100).rounded())
    return "\(percent) % of its fingerprint are equal; for the same recording it is more than 70 %"
  }
}
