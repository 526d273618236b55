import Librarian
import SystemBase
import TrackTags

/// Tags and the results of changing them as text.
package enum TagText {
  static func name(_ tag: TagName) -> String {
    switch tag {
    case .title: "Title"
    case .artist: "Artist"
    case .album: "Album"
    case .albumArtist: "Album artist"
    case .track: "Track"
    case .disc: "Disc"
    case .date: "Date"
    case .genre: "Genre"
    case .composer: "Composer"
    case .comment: "Comment"
    case .bpm: "BPM"
    case .rating: "Rating"
    case .other(let key): FilePath(key).shown
    }
  }

  package static func expected(_ tag: TagName) -> String {
    switch tag {
    case .track, .disc: "\(name(tag)) must be a number, such as 3 or 3/12"
    case .date: "the date must be a year or a day, such as 1999 or 1999-05-03"
    case .bpm: "BPM must be a number from 1 to 999"
    case .rating: "the rating must be 0 to 5"
    case .title, .artist, .album, .albumArtist, .genre, .composer, .comment, .other:
      "\(name(tag)) must be text without control characters"
    }
  }

  /// Returns the progress of the form, its error, or the tracks that are left out.
  static func note(_ form: TagForm, _ progress: (done: Int, total: Int)) -> String? {
    switch form.stage {
    case .reading: return "reading the tags…"
    case .writing: return "writing \(progress.done) of \(progress.total)…"
    case .editing: break
    }
    if let tag = form.invalid { return expected(tag) }
    return leftOut(form)
  }

  private static func leftOut(_ form: TagForm) -> String? {
    let skipped = form.skipped
    var parts: [String] = []
    if let first = form.failures.first {
      let sentence = ErrorText.sentence(first, while: .tagging)
      let several = "\(form.failures.count) files cannot be changed; the first: \(sentence)"
      parts.append(form.failures.count == 1 ? sentence : several)
    }
    let counts = [
      (skipped.parts, "are sections of one file, which has the tags of all"),
      (skipped.streams, "are streams"),
      (skipped.away, "are on drives that are not mounted"),
      (skipped.leftOut, "exceed the number that is changed at once"),
    ]
    for (count, text) in counts where count > 0 {
      parts.append("\(ShownText.count(count, "track", "tracks")) left out: they \(text)")
    }
    if parts.isEmpty, form.files.isEmpty { return "no files" }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  package static func sentence(_ notice: TagNotice) -> String {
    switch notice {
    case .finished(let operation, let count, let failed, let cancelled):
      finished(operation, count, failed, cancelled)
    case .renamed(let count, let failed, let lists, let isUndone):
      renamed(count, failed, lists, isUndone)
    case .listNotChanged(let error):
      "\(error.subject) keeps the former names of the files: \(ErrorText.reason(error))"
    case .failed(let error): ErrorText.sentence(error, while: .tagging)
    case .nothingToChange: "nothing is changed: the pattern changes none of the files"
    case .recording: "files are not renamed during a recording: end it first"
    case .busy: "tags are being written: wait until that has ended"
    }
  }

  /// Returns `2 playlists and 1 CUE sheet`; nil if there are none.
  static func lists(_ count: RenamedLists.Count) -> String? {
    let parts = [
      count.playlists > 0 ? ShownText.count(count.playlists, "playlist", "playlists") : nil,
      count.sheets > 0 ? ShownText.count(count.sheets, "CUE sheet", "CUE sheets") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  private static func renamed(
    _ count: Int, _ failed: Int, _ lists: RenamedLists.Count, _ isUndone: Bool
  ) -> String {
    let files = ShownText.count(count, "file", "files")
    let changed = TagText.lists(lists).map { " and changed \($0)" } ?? ""
    let rest =
      failed > 0
      ? "; \(ShownText.count(failed, "file", "files")) not renamed: the list of messages says why" : ""
    return isUndone
      ? "\(files) \(count == 1 ? "has its former name" : "have their former names") again\(TagText.lists(lists).map { ", also in \($0)" } ?? "")\(rest)"
      : "renamed \(files)\(changed)\(rest)"
  }

  private static func finished(
    _ operation: TagOperation, _ count: Int, _ failed: Int, _ cancelled: Int
  ) -> String {
    let files = ShownText.count(count, "file", "files")
    var parts: [String] =
      switch operation {
      case .edit, .rate: ["changed the tags of \(files)"]
      case .undo: ["restored the tags of \(files)"]
      case .redo: ["changed the tags of \(files) again"]
      }
    if failed > 0 {
      parts.append("\(ShownText.count(failed, "file", "files")) not changed: the list of messages says why")
    }
    if cancelled > 0 { parts.append("\(ShownText.count(cancelled, "file", "files")) left as before") }
    return parts.joined(separator: "; ")
  }
}
