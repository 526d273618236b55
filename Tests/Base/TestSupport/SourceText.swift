import SystemBase

/// The Swift sources of the program, for tests that compare them with a table.
package enum SourceText {
  /// Returns the lines of the Swift files in a folder and in those below it.
  ///
  /// - Parameter folder: the path below `Sources`.
  /// - Throws: errors of reading.
  package static func lines(below folder: String) throws(FileError) -> [Substring] {
    let root = FilePath(#filePath).directory.directory.directory.directory
    var (folders, lines) = ([root.appending("Sources").appending(folder)], [Substring]())
    while let folder = folders.popLast() {
      for name in try FolderReader(folder).names() {
        let path = folder.appending(name)
        if path.isFolder { folders.append(path) }
        guard path.fileExtension == "swift" else { continue }
        let text = String(decoding: try FileBytes.read(path, limit: 1 << 20), as: UTF8.self)
        lines += text.split(separator: "\n")
      }
    }
    return lines
  }
}
