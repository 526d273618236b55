import SystemBase
import TrackTags

/// The changes of tags or names of files by a pattern, which are shown before anything is written. A value.
package struct TagPreview: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    /// Sets tags from the names of the files.
    case tags(NamePattern)
    /// Renames the files by their tags.
    case names(NamePattern)
  }

  package struct Change: Hashable, Sendable {
    package let tag: TagName
    package let old: String
    package let new: String
  }

  package enum Outcome: Hashable, Sendable {
    case tags([Change])
    case renamed(to: FilePath)
    case unchanged
    /// The name does not match the pattern.
    case noMatch
    /// The name states a text that the tag cannot have.
    case invalid(TagName, String)
    /// The file does not have a tag of the pattern.
    case missing(TagName)
    /// A file of the new name exists, or another file of the list gets it.
    case taken(FilePath)
    /// The tags cannot be read.
    case failed(FileError)
  }

  package struct Row: Hashable, Sendable {
    package let path: FilePath
    package let outcome: Outcome
  }

  package let operation: Operation
  /// The files; nil until their tags were read.
  package private(set) var rows: [Row]?
  /// The tracks that are not files whose tags can be changed.
  package private(set) var skipped = TagReading.Skipped()
  /// The playlist files and CUE sheets that name the files, and will be changed.
  package private(set) var lists = RenamedLists.Count()
  /// The index of the selected row.
  package private(set) var selection = 0

  init(
    _ operation: Operation, _ rows: [Row]? = nil, _ skipped: TagReading.Skipped = TagReading.Skipped(),
    _ lists: RenamedLists.Count = RenamedLists.Count()
  ) {
    (self.operation, self.rows, self.skipped, self.lists) = (operation, rows, skipped, lists)
  }

  package mutating func move(to row: Int) { selection = min(max(row, 0), max((rows?.count ?? 0) - 1, 0)) }

  /// The changes of the files that change.
  package var changes: [TagChange] {
    (rows ?? []).compactMap { row in
      switch row.outcome {
      case .tags(let changes):
        TagChange(row.path, .set(Dictionary(changes.map { ($0.tag, $0.new) }) { $1 }))
      case .renamed(let target): TagChange(row.path, renamedTo: target)
      case .unchanged, .noMatch, .invalid, .missing, .taken, .failed: nil
      }
    }
  }
}

extension TagPreview.Operation {
  /// Returns what becomes of files. Waits for the disk.
  func rows(_ reading: TagReading) -> [TagPreview.Row] {
    var taken: Set<FilePath> = []
    let rows = reading.files.map { file in
      let outcome = outcome(file, &taken)
      return TagPreview.Row(path: file.path, outcome: outcome)
    }
    return rows
      + reading.failures.map { TagPreview.Row(path: FilePath($0.subject), outcome: .failed($0)) }
  }

  /// Returns what becomes of a file.
  ///
  /// - Parameter taken: the new names of the files before, to which that of the file is added.
  private func outcome(_ file: TagReading.File, _ taken: inout Set<FilePath>) -> TagPreview.Outcome {
    switch self {
    case .tags(let pattern):
      guard let tags = pattern.tags(from: file.path) else { return .noMatch }
      let changes = TagName.usual.compactMap { name in
        tags[name].flatMap { text in
          text == file.texts[name] ? nil : TagPreview.Change(tag: name, old: file.texts[name], new: text)
        }
      }
      if let wrong = changes.first(where: { !$0.tag.accepts($0.new) }) {
        return .invalid(wrong.tag, wrong.new)
      }
      return changes.isEmpty ? .unchanged : .tags(changes)
    case .names(let pattern):
      switch pattern.name(of: file.path, file.texts) {
      case .failure(let missing): return .missing(missing.tag)
      case .success(let name):
        let target = file.path.directory.appending(name)
        if target == file.path { return .unchanged }
        if target.exists || !taken.insert(target).inserted { return .taken(target) }
        return .renamed(to: target)
      }
    }
  }
}
