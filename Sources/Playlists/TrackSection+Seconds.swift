import AudioBase

extension TrackSection {
  /// By what a list says in seconds; nil where that is no part of a file.
  package init?(startSeconds: Double?, endSeconds: Double?) {
    let limit = 1e9
    guard startSeconds != nil || endSeconds != nil else { return nil }
    let (start, end) = (startSeconds ?? 0, endSeconds)
    guard (0...limit).contains(start), end.map({ (0...limit).contains($0) }) ?? true else { return nil }
    self.init(start: DiscTime(seconds: start), end: end.map { DiscTime(seconds: $0) })
  }
}
