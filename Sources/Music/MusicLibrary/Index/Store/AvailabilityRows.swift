import SystemBase

/// Marks the tracks and folders below a folder as away or present.
struct AvailabilityRows: ~Copyable {
  private let tracks: Statement
  private let folders: Statement

  private enum Parameter: Int32, SQLParameters { case from, to, isAway, folder }

  init(_ connection: borrowing Connection) {
    let below = "path >= \(Parameter.from.parameter) AND path < \(Parameter.to.parameter)"
    tracks = connection.prepareReusable(
      """
      UPDATE tracks SET away = \(Parameter.isAway.parameter)
      WHERE away <> \(Parameter.isAway.parameter) AND id IN (
        SELECT track FROM files WHERE \(below) AND track IS NOT NULL)
      """)
    folders = connection.prepareReusable(
      """
      UPDATE folders SET away = \(Parameter.isAway.parameter)
      WHERE path = \(Parameter.folder.parameter) OR (\(below))
      """)
  }

  func set(_ folder: FilePath, _ isAway: Bool) throws(LibraryError) {
    try run(tracks, below: folder, isAway)
    folders.bind(Parameter.folder, folder)
    try run(folders, below: folder, isAway)
  }

  private func run(
    _ statement: borrowing Statement, below folder: FilePath, _ isAway: Bool
  ) throws(LibraryError) {
    let range = PathRange(below: folder)
    statement.bind(Parameter.from, range.from)
    statement.bind(Parameter.to, range.to)
    statement.bind(Parameter.isAway, isAway ? 1 : 0)
    try statement.run()
  }
}
