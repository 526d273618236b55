import AudioBase
import MusicLibrary
import Player
import SystemBase
import TrackTags

/// A change of the tags of one file, and of its rating in the library; or of its name.
package struct TagChange: Hashable, Sendable {
  package var path: FilePath
  package var edit: TagEdit
  /// The new path of the file, whose tags stay as they are; nil if it keeps its name.
  package var target: FilePath?
  package var rating: LibraryStore.EditedRating

  package init(_ path: FilePath, _ edit: TagEdit, rating: LibraryStore.EditedRating = .ofFile) {
    (self.path, self.edit, self.rating) = (path, edit, rating)
  }

  package init(_ path: FilePath, renamedTo target: FilePath) {
    self.init(path, .restore([]))
    self.target = target
  }
}

/// The reason of a change of tags.
package enum TagOperation: Hashable, Sendable {
  case edit, undo, redo
  /// Ratings that were set in the player are written to the files.
  case rate
}

/// Changes of files that are made, and undone, as one step.
package struct TagBatch: Hashable, Sendable {
  package var operation: TagOperation
  package var changes: [TagChange]

  package init(_ operation: TagOperation, _ changes: [TagChange]) {
    (self.operation, self.changes) = (operation, changes)
  }

  /// Sets the same tags of several files; the library gets the same rating.
  package init(_ texts: [TagName: String], of files: [FilePath]) {
    let rating = texts[.rating].map { LibraryStore.EditedRating.set(TrackRating($0)) } ?? .ofFile
    self.init(.edit, files.map { TagChange($0, .set(texts), rating: rating) })
  }
}

package struct TagProgress: Sendable {
  /// The number of files that were changed or could not be.
  package var done = 0
  /// The new tags of those since the last report.
  package var changed: [TrackInfo] = []
}

package struct TagBatchResult: Hashable, Sendable {
  package var operation: TagOperation
  /// The changes that restore the former tags, of the files that were changed.
  package var inverse: [TagChange] = []
  /// The changes that failed or were cancelled.
  package var left: [TagChange] = []
  package var failures: [FileError] = []
  /// The files that another program has changed since this program has changed them. An undo or a redo fails for them.
  package var overtaken: Set<FilePath> = []
  package var renamed: [FileRename] = []
  /// The playlist files and CUE sheets that name them, which were changed.
  package var lists = RenamedLists.Count()
  /// The reasons why others were not.
  package var listFailures: [FileError] = []
  /// The states of the files that were changed.
  package var stamps: [FilePath: TagHistory.Stamp] = [:]

  package init(_ operation: TagOperation) { self.operation = operation }
}

package struct FileRename: Hashable, Sendable {
  package let from: FilePath
  package let to: FilePath
}

/// The tags of files that were read for the form.
package struct TagReading: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    package var path: FilePath
    package var texts: TagTexts

    package init(_ path: FilePath, _ texts: TagTexts) { (self.path, self.texts) = (path, texts) }
  }

  /// The numbers of tracks whose tags cannot be edited.
  package struct Skipped: Hashable, Sendable {
    /// Tracks of files that contain several.
    package var parts = 0
    /// Streams of the network.
    package var streams = 0
    /// Tracks on drives that are not mounted.
    package var away = 0
    /// Tracks beyond the number that is changed at once.
    package var leftOut = 0

    package init() {}
  }

  package var files: [File] = []
  package var failures: [FileError] = []
  package var skipped = Skipped()
}

package enum TagNotice: Hashable, Sendable {
  /// A batch of changes has ended.
  ///
  /// - Parameters:
  ///   - count: the files that were changed.
  ///   - failed: the files that could not be changed.
  ///   - cancelled: the files that were left as they were because the user cancelled.
  case finished(TagOperation, count: Int, failed: Int, cancelled: Int)
  /// Files were renamed.
  ///
  /// - Parameters:
  ///   - isUndone: whether they have their former names again.
  ///   - failed: the files that could not be renamed.
  ///   - lists: the playlist files and CUE sheets that were changed.
  case renamed(count: Int, failed: Int, RenamedLists.Count, isUndone: Bool)
  /// A playlist file or a CUE sheet still has the former names of files.
  case listNotChanged(FileError)
  case failed(FileError)
  /// No file of the list changes.
  case nothingToChange
  /// Files are not renamed while a take of them may be recorded.
  case recording
  /// Tags are being written.
  case busy

  package var severity: Severity {
    switch self {
    case .failed: .error
    case .finished(_, _, let failed, let cancelled): failed > 0 ? .error : cancelled > 0 ? .warning : .info
    case .renamed(_, let failed, _, _): failed > 0 ? .error : .info
    case .listNotChanged: .warning
    case .nothingToChange, .busy, .recording: .info
    }
  }
}
