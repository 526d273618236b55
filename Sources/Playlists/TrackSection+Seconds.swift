import AudioBase

extension PlaylistEntry {
  /// A length in seconds as a list states it; nil for what no track can have. 0 and −1 stand for one that is not known.
  static func length(_ seconds: Double?) -> Double? {
    seconds.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
  }
}

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
