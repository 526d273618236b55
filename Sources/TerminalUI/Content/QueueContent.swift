/// The part of the queue that is shown.
package struct QueueContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// The place in the queue, counted from 1.
    package var number: Int
    package var title: String
    package var artist: String?
    /// Seconds; nil where nobody knows.
    package var duration: Int?
    package var isCurrent: Bool
    package var isFailed: Bool { failure != nil }
    /// Why it could not be played, in a few words; nil where it can or was not tried.
    package var failure: String?

    package init(
      number: Int, title: String, artist: String? = nil, duration: Int? = nil, isCurrent: Bool = false,
      failure: String? = nil
    ) {
      self.number = number
      self.title = title
      self.artist = artist
      self.duration = duration
      self.isCurrent = isCurrent
      self.failure = failure
    }
  }

  /// The tracks in the whole queue.
  package var count = 0
  /// Their length together in seconds; nil where nobody knows.
  package var duration: Int?
  /// The index of the first row that is shown, from 0.
  package var first = 0
  /// The rows from `first` on: as many as `MainScreen.queueRows(in:)` at least, as far as there are any.
  package var rows: [Row] = []
  /// The index of the selected row, from 0.
  package var selection: Int?

  package init() {}

  package init(
    count: Int, duration: Int? = nil, first: Int = 0, rows: [Row] = [], selection: Int? = nil
  ) {
    self.count = count
    self.duration = duration
    self.first = first
    self.rows = rows
    self.selection = selection
  }

  /// The first row to show so that the selection is seen and the screen is filled: the one before, where that will do.
  package static func first(after previous: Int, selection: Int?, count: Int, height: Int) -> Int {
    let last = max(count - height, 0)
    guard let selection, height > 0 else { return min(max(previous, 0), last) }
    return min(max(min(max(previous, selection - height + 1), selection), 0), last)
  }
}
