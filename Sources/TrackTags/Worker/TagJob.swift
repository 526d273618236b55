import SystemBase

/// Files of which the same is asked, and who is told.
struct TagJob: Sendable {
  var subject: TagRequest.Subject
  var paths: [FilePath]
  /// Called once, on the thread of a worker's lane, with an answer for each path, in their order.
  var deliver: @Sendable ([TagAnswer]) -> Void
}
